"""Draw a cube and its solution into files; cube.ipynb shows cubes in a notebook."""

import rokumen

cube = rokumen.Cube.parse("R U2 F' L D2 B")
cube.draw("cube.svg")

solution = rokumen.solve(cube)
solution.draw("solution.svg")

print("drawn: cube.svg solution.svg;", solution.htm, "turns:", solution.moves)
