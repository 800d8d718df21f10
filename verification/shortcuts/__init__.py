"""Try to answer without the property: by names, by metadata, by nuisance features of the audio."""
