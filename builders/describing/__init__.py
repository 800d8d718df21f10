"""How what a corpus states of a clip becomes a sentence that a reply can be held to."""
