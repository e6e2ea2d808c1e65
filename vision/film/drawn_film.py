"""Draws a film beside the cube's net and the turns as they are made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median

import cv2
import numpy as np

from drawing.errors import DrawingError
from drawing.palette import PAINT, bgr
from solver.core.geometry import FACES, NET
from solver.core.watched_turn import WatchedTurn
from vision.arrays import Image
from vision.capture.frame import Frame
from vision.capture.open import open_camera
from vision.errors import EndOfStreamError

SUFFIX = ".mp4"
# The frames by whose times the film's rate is told.
_TIMED_FRAMES = 30
_NET_COLUMNS, _NET_ROWS = 12, 9  # in stickers
_BACKGROUND, _LINE, _INK, _PALE = (38, 34, 32), (20, 20, 20), (245, 245, 245), (150, 145, 140)
_DOUBT = (60, 170, 250)
_SHOWN_TURNS = 6
_FONT = cv2.FONT_HERSHEY_SIMPLEX


@dataclass(frozen=True, slots=True)
class Told:
    """What is known of a film: the cube before the first turn, the turns, each letter's colour.

    `start`: 54 facelets as the cube was held, "" if none was seen; see `WatchedTurn`.
    """

    start: str
    turns: Sequence[WatchedTurn]
    colours: Mapping[str, str]


def check_path(path: Path) -> None:
    """Raise DrawingError for a path to which no film can be written."""
    if path.suffix.lower() != SUFFIX:
        raise DrawingError(f"cannot draw {str(path)!r}: a film is an {SUFFIX} file")
    if not path.absolute().parent.is_dir():
        raise DrawingError(f"cannot write {str(path)!r}: its folder is not there")


def draw_film(source: str, told: Told, path: Path) -> None:
    """Write a film into an .mp4 file, with a strip below: the net of the cube and the turns.

    Raises DrawingError for another file and for one that cannot be written, and CameraError for
    what is no film.
    """
    check_path(path)
    frames = _frames(source)
    first = [frame for _, frame in zip(range(_TIMED_FRAMES), frames, strict=False)]
    if not first:
        return
    height, width = first[0].image.shape[:2]
    strip = _strip_height(width)
    # Encoders of this format want even sides.
    size = (width // 2 * 2, (height + strip) // 2 * 2)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), _rate(first), size)
    if not writer.isOpened():
        raise DrawingError(
            f"cannot write {str(path)!r}: name a file in a folder that you may write"
        )
    try:
        for frame in (*first, *frames):
            below = draw_strip(told, frame.time - first[0].time, (width, strip))
            image = cv2.resize(frame.image, (width, height))
            writer.write(np.vstack([image, below])[: size[1], : size[0]])
    finally:
        writer.release()


def _frames(source: str) -> Iterator[Frame]:
    with open_camera(source) as camera:
        try:
            while True:
                yield camera.read()
        except EndOfStreamError:
            return


def _rate(frames: Sequence[Frame]) -> float:
    """Return the frames a second, by the times of some."""
    gaps = [after.time - before.time for before, after in pairwise(frames)]
    gaps = [gap for gap in gaps if gap > 0]
    return 1 / median(gaps) if gaps else 25.0


def _strip_height(width: int) -> int:
    return max(width // 4, 4 * _NET_ROWS) // 2 * 2


def draw_strip(told: Told, time: float, size: tuple[int, int]) -> Image:
    """Return what stands below a frame of a time (seconds): height x width x 3 uint8 BGR."""
    width, height = size
    strip = np.full((height, width, 3), _BACKGROUND, np.uint8)
    # A turn is shown from its beginning on, and the cube once it has come to its end.
    begun = [turn for turn in told.turns if turn.start <= time]
    ended = [turn for turn in begun if turn.end <= time]
    _draw_net(strip, told, ended[-1].facelets if ended else told.start)
    left = strip.shape[0] * _NET_COLUMNS // _NET_ROWS + height // 8
    scale = height / 90
    cv2.putText(
        strip, f"{time:.2f} s", (left, height // 4), _FONT, scale / 2, _PALE, 1, cv2.LINE_AA
    )
    for number, turn in enumerate(begun[-_SHOWN_TURNS:]):
        is_last = turn is begun[-1]
        colour = _DOUBT if not turn.certain else _INK if is_last else _PALE
        spot = (left + round(number * 0.45 * height), round(0.7 * height))
        weight = 2 if is_last else 1
        cv2.putText(strip, turn.turn, spot, _FONT, scale / 1.5, colour, weight, cv2.LINE_AA)
    return strip


def _draw_net(strip: Image, told: Told, facelets: str) -> None:
    side = strip.shape[0] // _NET_ROWS
    for number, letter in enumerate(facelets):
        place = number % 9
        column, row = NET[FACES[number // 9]]
        x, y = (3 * column + place % 3) * side, (3 * row + place // 3) * side
        paint = bgr(PAINT[told.colours[letter]]) if letter in told.colours else _LINE
        cv2.rectangle(strip, (x, y), (x + side, y + side), paint, cv2.FILLED)
        cv2.rectangle(strip, (x, y), (x + side, y + side), _LINE, 1)
