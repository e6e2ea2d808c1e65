"""Searches for the shortest solutions from nothing but the turns, as Shintani (2018) makes them.

`breadth_first`, `iterative_deepening` and `bidirectional` each have a `search`. They use no
knowledge of the cube but its symmetry; for cubes of any depth there is
`solver.engines.optimal.engine`.
"""
