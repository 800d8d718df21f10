"""Put a set's questions to a model: resumable, with caps, every raw reply kept."""
