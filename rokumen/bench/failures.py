"""Pictures of what was not read or found: every one, and why."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap

import cv2
import numpy as np

from rokumen.bench.photographs import TruePicture
from vision.arrays import Floats, Image
from vision.camera import Frame
from vision.find import find_faces

WIDTH = 640  # of one photograph
HEADER = 116
COLUMNS = 2
PAPER = (248, 247, 246)
INK = (46, 40, 38)
TRUE = (84, 200, 32)
FOUND = (210, 20, 235)


def draw_error(frames: Sequence[Frame], pictures: Sequence[TruePicture], error: str) -> Image:
    """Draw photographs that no cube could be read from: what is there, what was found, and why."""
    shown: list[Image] = [_photograph(*each) for each in zip(frames, pictures, strict=True)]
    high = max(image.shape[0] for image in shown)
    shown = [_as_high(image, high) for image in shown]
    columns = min(COLUMNS, len(shown))
    shown += [np.full_like(shown[0], PAPER)] * (-len(shown) % columns)
    rows = [np.hstack(shown[k : k + columns]) for k in range(0, len(shown), columns)]
    header = np.full((HEADER, columns * WIDTH, 3), PAPER, np.uint8)
    lines = [*wrap(error, columns * 72)[:3], "green: the faces that are there; magenta: as found"]
    for k, line in enumerate(lines):
        cv2.putText(header, line, (16, 28 + 24 * k), INK, cv2.FontFace("sans"), 17, 400)
    return np.asarray(np.vstack([header, *rows]), np.uint8)


def _photograph(frame: Frame, picture: TruePicture) -> Image:
    scale = WIDTH / frame.image.shape[1]
    height = round(scale * frame.image.shape[0])
    small = cv2.resize(frame.image, (WIDTH, height), interpolation=cv2.INTER_AREA)
    shown = np.asarray(small, np.uint8)
    for face in picture.faces:
        _outline(shown, scale * face.corners, TRUE, 5)
    for view in find_faces(frame.image):
        lines = np.arange(view.n + 1.0)
        for line in lines:
            ends = np.array([[[line, 0], [line, view.n]], [[0, line], [view.n, line]]])
            for pair in scale * view.pixels(ends):
                _outline(shown, pair, FOUND, 2)
    return shown


def _as_high(image: Image, high: int) -> Image:
    more = high - image.shape[0]
    framed = cv2.copyMakeBorder(image, 0, more, 0, 0, cv2.BORDER_CONSTANT, value=PAPER)
    return np.asarray(framed, np.uint8)


def _outline(image: Image, points: Floats, colour: tuple[int, int, int], thickness: int) -> None:
    pixels = np.rint(points).astype(np.int32)
    cv2.polylines(image, [pixels], True, colour, thickness, cv2.LINE_AA)


def save(folder: Path, name: str, image: Image) -> Path:
    """Write a picture into a folder, which is made; gives its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name.replace('/', '-')}.png"
    cv2.imwrite(str(path), image)
    return path
