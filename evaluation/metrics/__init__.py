"""What replies are measured by: transcripts, terms, sequences, numbers and times, each over a maintained library."""
