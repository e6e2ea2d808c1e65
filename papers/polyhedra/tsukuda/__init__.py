"""The Tsukuda method as published, one piece at a time (polyhedra paper, section 14.1)."""
