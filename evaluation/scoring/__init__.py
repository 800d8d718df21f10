"""Score a file of replies: verdicts, the numbers over them, and what limits them."""
