"""The LBL method of the polyhedra paper, section 14.2."""
