"""Read a question set as models are asked it: any set that an audit can open."""
