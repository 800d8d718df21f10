"""The doors of this room."""
