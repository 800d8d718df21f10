"""Ship it: cards, licences, metadata, releases, uploads."""
