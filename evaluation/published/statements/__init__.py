"""What Dynamic-SUPERB Phase-2 says of its tables in words, each with the check that it is held to."""
