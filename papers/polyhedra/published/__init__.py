"""The numbers that the polyhedra paper prints, and ours beside them."""
