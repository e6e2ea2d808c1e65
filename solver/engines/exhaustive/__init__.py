"""Searches for the shortest solutions from nothing but the turns, as Shintani (2018) makes them.

`breadth`, `depth` and `both_ends` each have `search(cube, most, told)`. They know of the cube only
that it looks alike from all sides; for cubes of any depth there is `solver.engines.optimal.engine`.
"""
