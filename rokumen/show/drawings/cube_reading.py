"""What was read, drawn into a file: over the pictures, or the cube alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from drawing.palette import PAINT
from solver.cube_drawing import draw_cube_into
from vision.capture.frame import Frame
from vision.nxn.reading import NxNReading
from vision.reading_result import Reading


def draw_reading_into(path: Path, reading: Reading, frames: Sequence[Frame]) -> None:
    """Draw a reading over the pictures it was made from, or the cube where none were kept.

    Raises DrawingError for a kind of file that cannot be drawn, or one that cannot be written.
    """
    if frames:
        draw_over_pictures(path, reading, frames)
    else:
        draw_cube_into(path, [PAINT[reading.scheme[letter]] for letter in reading.facelets])


def draw_over_pictures(path: Path, reading: Reading | NxNReading, frames: Sequence[Frame]) -> None:
    """Draw a reading over the pictures. Raises DrawingError for a file that cannot be written."""
    from drawing.picture_file import write_picture
    from vision.explanation import draw_reading

    write_picture(path, draw_reading(frames, reading))
