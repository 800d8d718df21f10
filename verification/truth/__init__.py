"""Properties that can be measured, and whether the label says what the audio says."""
