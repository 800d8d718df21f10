"""Ship releases to the Hugging Face Hub, to a folder or to an object store, and fetch them from there."""
