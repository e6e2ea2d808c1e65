"""Solve a cube by several methods: solve_a_cube.py ["R U2 F' ..."]."""

import sys

import rokumen

cube = rokumen.Cube.parse(sys.argv[1]) if len(sys.argv) > 1 else rokumen.Cube.random(seed=1)
print(cube.facelets)

solution = rokumen.solve(cube)
for stage in solution.stages:
    print(f"{stage.name:30} {stage.moves}")

for method in ("beginner", "lbl", "two-phase"):
    solution = rokumen.solve(cube, method=method)
    print(f"{method:10} {solution.htm:3} turns, {solution.qtm} quarter turns")
    assert cube.apply(solution.moves).is_solved()
