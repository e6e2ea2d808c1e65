"""Draw a cube and its solution into files; cube.ipynb shows cubes in a notebook."""

from pathlib import Path
from tempfile import mkdtemp

import rokumen

folder = Path(mkdtemp())
cube = rokumen.Cube.parse("R U2 F' L D2 B")
cube.draw(folder / "cube.svg")

solution = rokumen.solve(cube)
solution.draw(folder / "solution.svg")

print("drawn: cube.svg and solution.svg in", folder)
print(solution.htm, "turns:", solution)
