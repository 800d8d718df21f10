"""Who may do what with a release: the licences of its sources, combined."""
