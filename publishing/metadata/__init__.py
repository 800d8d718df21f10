"""What a release says of itself as a whole: its card, its attributions, its Croissant metadata."""
