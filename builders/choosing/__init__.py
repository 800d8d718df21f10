"""How natural clips are chosen for labels that a corpus states: candidates, turns, shares."""
