"""The LBL method of the polyhedra paper as its section 14.2 has it: fixed order, fixed cases."""
