"""Rules on the words of a question set: answers, options, balance, instructions."""
