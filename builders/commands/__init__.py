"""The doors: what the command line asks for, handed to the rooms that do it."""
