"""Read a cube from photographs, and draw what was found: read_photographs.py IMAGE..."""

import sys
from pathlib import Path
from tempfile import mkdtemp

import rokumen

try:
    reading = rokumen.read(sys.argv[1:])
except rokumen.errors.VisionError as error:
    sys.exit(f"not read: {error}")

print(f"{reading.size}x{reading.size}x{reading.size}", reading.facelets)
for face in reading.faces:
    print(face.picture, *face.colours)
if not reading.certain:
    print("not certain:", reading.advice)
seen = Path(mkdtemp(), "seen.png")
reading.draw(seen)
print("drawn:", seen)
