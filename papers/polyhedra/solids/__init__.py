"""Which cuts of a solid make a puzzle, and which puzzles are equivalent (sections 1, 13 and 15)."""
