"""What people who listened answered, and how far they agree: the baseline that models are held against."""
