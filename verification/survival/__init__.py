"""What a model's front end does to a clip before the model hears it, and whether the answer is still there."""
