"""Read what models replied, and join it to the questions."""
