"""Draw a reading over its photos, beside the unfolded cube, with uncertain stickers marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Protocol

import cv2
import numpy as np

from drawing.palette import PAINT, bgr
from solver.core.geometry import FACES, NET
from vision.arrays import FloatArray, Image
from vision.capture.frame import Frame
from vision.detect.face import FacePlace
from vision.detect.lattice import apply_homography, face_homography

# Display colours, BGR.
COLOURS = {name: bgr(paint) for name, paint in PAINT.items()}
BACKGROUND = (248, 247, 246)
INK = (46, 40, 38)
CERTAIN_COLOUR = (84, 140, 32)
UNCERTAIN_COLOUR = (210, 20, 235)  # magenta, which is the colour of no usual sticker
GAP = 20
CAPTION = 30
HEADER = 104
HEADER_LETTERS = 170  # of the small text that fit in a line
SQUARE = 36  # side of a sticker in the unfolded cube
SUBPIXEL_SCALE = 16  # steps in a pixel for lines between pixels (a shift of 4 bits)
WIDTH = 1260  # of all photos side by side


class _Reading(Protocol):
    """What is drawn of a reading: `vision.reading_result` has the fields."""

    @property
    def size(self) -> int: ...
    @property
    def facelets(self) -> str: ...
    @property
    def certain(self) -> bool: ...
    @property
    def ambiguous(self) -> tuple[int, ...]: ...
    @property
    def scheme(self) -> Mapping[str, str]: ...
    @property
    def places(self) -> tuple[FacePlace, ...]: ...
    @property
    def advice(self) -> str: ...


def draw_reading(frames: Sequence[Frame], reading: _Reading) -> Image:
    """Return an image (H x W x 3 BGR) of a reading over its photos, beside the unfolded cube."""
    columns = 2 if len(frames) <= 4 else 3
    rows = -(-len(frames) // columns)
    photo_width = WIDTH // columns - GAP
    photo_height = photo_width * 3 // 4
    net_height = 9 * SQUARE + 7 * GAP
    height = HEADER + max(rows * (photo_height + CAPTION + GAP), net_height) + GAP // 2
    canvas = np.full((height, WIDTH + GAP + 12 * SQUARE + 2 * GAP, 3), BACKGROUND, np.uint8)
    _draw_header(canvas, reading)
    for index, (number, faces) in enumerate(_faces_by_image(reading)):
        x = GAP + index % columns * (photo_width + GAP)
        y = HEADER + index // columns * (photo_height + CAPTION + GAP)
        photo = _draw_photo(frames[number], faces, reading, (photo_width, photo_height))
        canvas[y : y + photo_height, x : x + photo_width] = photo
        _write(canvas, _caption(faces, reading), (x, y + photo_height + 21), INK, 17)
    left = WIDTH + 2 * GAP
    _draw_net(canvas, reading, left, HEADER)
    _draw_legend(canvas, reading, left, HEADER + 9 * SQUARE + 2 * GAP)
    return canvas


def _faces_by_image(reading: _Reading) -> list[tuple[int, list[FacePlace]]]:
    """Return each photo's index and the faces found in it, in the order of their first face."""
    faces_by_image: dict[int, list[FacePlace]] = {}
    for face in reading.places:
        faces_by_image.setdefault(face.picture_index, []).append(face)
    return list(faces_by_image.items())


def _caption(faces: Sequence[FacePlace], reading: _Reading) -> str:
    name = Path(faces[0].picture).name
    if reading.size % 2 == 0:  # there are no centres
        return f"{faces[0].letter}: {name}"
    if len(faces) == 1:
        return f"{faces[0].letter}: {reading.scheme[faces[0].letter]} centre, {name}"
    names = ", ".join(f"{face.letter} {reading.scheme[face.letter]}" for face in faces)
    return f"{names}: {name}"


def _draw_header(canvas: Image, reading: _Reading) -> None:
    title, colour = (
        ("Read with certainty", CERTAIN_COLOUR)
        if reading.certain
        else ("Not certain", UNCERTAIN_COLOUR)
    )
    canvas[:6] = colour
    _write(canvas, title, (GAP, 46), colour, 32, bold=True)
    # A longer advice is printed in full by the command.
    lines = wrap(
        reading.advice or reading.facelets, HEADER_LETTERS, max_lines=2, placeholder=" ..."
    )
    for number, line in enumerate(lines):
        _write(canvas, line, (GAP, 72 + 21 * number), INK, 18)


def _draw_photo(
    frame: Frame, faces: Sequence[FacePlace], reading: _Reading, size: tuple[int, int]
) -> Image:
    """Draw the faces' outlines and, on each sticker, a disc of the colour that was read."""
    corners_in_frame = np.array([face.corners for face in faces], float) / frame.reduction
    shown, moved = _fit(frame.image, corners_in_frame, size)
    for face, corners in zip(faces, moved, strict=True):
        _draw_face(shown, face, corners, reading)
    return shown


def _draw_face(shown: Image, face: FacePlace, corners: FloatArray, reading: _Reading) -> None:
    n = reading.size
    homography = face_homography(corners, n)
    side = float(np.sqrt(abs(cv2.contourArea(corners.astype(np.float32)))) / n)
    _outline(shown, corners, INK, 5)
    _outline(shown, corners, (255, 255, 255), 2)
    first = n * n * FACES.index(face.letter)
    for k in range(n * n):
        row, column = divmod(k, n)
        cell: FloatArray = np.array([[column, row]], float)
        square: FloatArray = cell + np.array([[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]])
        doubtful = first + k in reading.ambiguous
        if doubtful:
            _outline(shown, apply_homography(homography, square), (255, 255, 255), 5)
            _outline(shown, apply_homography(homography, square), UNCERTAIN_COLOUR, 3)
        else:
            _outline(shown, apply_homography(homography, square), INK, 1)
        centre = apply_homography(homography, cell + 0.5)[0]
        _disc(shown, centre, 0.2 * side, COLOURS[reading.scheme[reading.facelets[first + k]]])
        if doubtful:
            _write_centred(shown, "?", centre, 0.3 * side)
    letter_centre = apply_homography(homography, np.array([[0.17, 0.17]]))[0]
    _disc(shown, letter_centre, max(0.17 * side, 8.0), (255, 255, 255))
    _write_centred(shown, face.letter, letter_centre, max(0.22 * side, 11.0))


def _fit(image: Image, corners: FloatArray, space: tuple[int, int]) -> tuple[Image, FloatArray]:
    """Return a photo scaled to a size, and its corners there; very small faces are enlarged."""
    width, height = space
    points = corners.reshape(-1, 2)
    scale = min(width / image.shape[1], height / image.shape[0])
    extent = np.ptp(points, axis=0).max()
    scale = max(scale, min(0.55 * height / extent, 3.0))
    centre = points.mean(0)
    half = np.array([width, height]) / 2 / scale
    size = np.array([image.shape[1], image.shape[0]], float)
    lowest_centre, highest_centre = np.minimum(half, size / 2), np.maximum(size - half, size / 2)
    origin = np.clip(centre, lowest_centre, highest_centre) - half
    affine = np.array([[scale, 0, -origin[0] * scale], [0, scale, -origin[1] * scale]])
    shown = cv2.warpAffine(
        image,
        affine,
        space,
        flags=cv2.INTER_AREA,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=BACKGROUND,
    )
    return np.asarray(shown, np.uint8), (corners - origin) * scale


def _draw_net(canvas: Image, reading: _Reading, left: int, top: int) -> None:
    n = reading.size
    side = 3 * SQUARE // n
    for index, letter in enumerate(reading.facelets):
        face, cell = divmod(index, n * n)
        column, row = NET[FACES[face]]
        x = left + 3 * column * SQUARE + cell % n * side
        y = top + 3 * row * SQUARE + cell // n * side
        corners = (x + 1, y + 1), (x + side - 2, y + side - 2)
        cv2.rectangle(canvas, *corners, COLOURS[reading.scheme[letter]], cv2.FILLED)
        cv2.rectangle(canvas, *corners, INK, 1)
        centre = np.array([x, y], float) + side / 2
        if index in reading.ambiguous:
            inner = (x + 4, y + 4), (x + side - 5, y + side - 5)
            cv2.rectangle(canvas, *inner, UNCERTAIN_COLOUR, 3)
            _write_centred(canvas, "?", centre, side / 2)
        elif n % 2 and cell == n * n // 2:
            _write_centred(canvas, FACES[face], centre, side / 2)


def _draw_legend(canvas: Image, reading: _Reading, left: int, top: int) -> None:
    centre = np.array([left + 14, top + 10], float)
    _disc(canvas, centre, 9, COLOURS["green"])
    _write(canvas, "colour read from this sticker", (left + 36, top + 16), INK, 17)
    corner = centre + np.array([0, 34])
    _disc(canvas, corner, 9, (255, 255, 255))
    _write_centred(canvas, "F", corner, 12)
    _write(canvas, "face letter, in the face's top left corner", (left + 36, top + 50), INK, 17)
    box = centre + np.array([0, 68])
    _outline(
        canvas, box + 9.0 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]), UNCERTAIN_COLOUR, 3
    )
    _write_centred(canvas, "?", box, 13)
    count = len(reading.ambiguous)
    _write(canvas, f"uncertain sticker ({count})", (left + 36, top + 84), INK, 17)


def _outline(canvas: Image, corners: FloatArray, colour: tuple[int, ...], thickness: int) -> None:
    points = np.rint(corners * SUBPIXEL_SCALE).astype(np.int32)
    cv2.polylines(canvas, [points], True, colour, thickness, cv2.LINE_AA, 4)


def _disc(canvas: Image, centre: FloatArray, radius: float, colour: tuple[int, ...]) -> None:
    x, y = (round(float(v) * SUBPIXEL_SCALE) for v in centre)
    cv2.circle(
        canvas, (x, y), round((radius + 1.5) * SUBPIXEL_SCALE), INK, cv2.FILLED, cv2.LINE_AA, 4
    )
    cv2.circle(canvas, (x, y), round(radius * SUBPIXEL_SCALE), colour, cv2.FILLED, cv2.LINE_AA, 4)


def _write(
    canvas: Image,
    text: str,
    position: tuple[int, int],
    colour: tuple[int, ...],
    size: int,
    bold: bool = False,
) -> None:
    cv2.putText(canvas, text, position, colour, cv2.FontFace("sans"), size, 700 if bold else 400)


def _write_centred(canvas: Image, text: str, centre: FloatArray, size: float) -> None:
    x, y = round(float(centre[0]) - 0.32 * size), round(float(centre[1]) + 0.37 * size)
    cv2.putText(canvas, text, (x, y), INK, cv2.FontFace("sans"), round(size), 700)
