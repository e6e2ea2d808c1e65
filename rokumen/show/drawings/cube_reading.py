"""What was read, drawn into a file: over the pictures, or the cube alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rokumen.show.drawings.canvas import Drawing, save
from rokumen.show.drawings.solid_cube import draw_cube
from rokumen.show.palette import PAINT
from vision.capture.frame import Frame
from vision.nxn.reading import NxNReading
from vision.reading_result import Reading

# The side of a drawing of the cube alone, in its own units.
SIDE = 300.0


def draw_reading_into(path: Path, reading: Reading, frames: Sequence[Frame]) -> None:
    """Draw a reading over the pictures it was made from, or the cube where none were kept.

    Raises InputError for a kind of file that cannot be drawn, or one that cannot be written.
    """
    if frames:
        draw_over_pictures(path, reading, frames)
    else:
        draw_cube_into(path, [PAINT[reading.scheme[letter]] for letter in reading.facelets])


def draw_cube_into(path: Path, paints: Sequence[str]) -> None:
    """Draw a cube of 54 stickers, each in its paint (`#rrggbb`), into a .svg or .png file."""
    save(Drawing(SIDE, SIDE, list(draw_cube(paints, (SIDE / 2, SIDE / 2)))), path)


def draw_over_pictures(path: Path, reading: Reading | NxNReading, frames: Sequence[Frame]) -> None:
    """Draw a reading over the pictures. Raises InputError for a file that cannot be written."""
    from rokumen.show.drawings.picture_file import write_picture
    from vision.explanation import draw_reading

    write_picture(path, draw_reading(frames, reading))
