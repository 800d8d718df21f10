"""The doors of this room: check what we built, audit what anybody built."""
