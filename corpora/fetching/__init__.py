"""Corpora on this machine: how each stands, and how one is downloaded, unpacked and put in its place."""
