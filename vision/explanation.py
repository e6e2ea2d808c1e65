"""Draw a reading over its photos, beside the unfolded cube, with uncertain stickers marked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from solver.core.geometry import FACES
from vision.arrays import FloatArray, Image
from vision.capture.frame import Frame
from vision.reading_result import FoundFace, Reading

# Display colours, BGR.
COLOURS = {
    "white": (250, 250, 250),
    "yellow": (40, 221, 255),
    "red": (45, 38, 205),
    "orange": (30, 136, 255),
    "green": (78, 160, 22),
    "blue": (196, 92, 14),
}
BACKGROUND = (248, 247, 246)
INK = (46, 40, 38)
CERTAIN_COLOUR = (84, 140, 32)
UNCERTAIN_COLOUR = (210, 20, 235)  # magenta, as no sticker is
GAP = 20
CAPTION = 30
HEADER = 104
SQUARE = 36  # of the unfolded cube
SUBPIXEL_SCALE = 16  # steps in a pixel for lines between pixels (a shift of 4 bits)
WIDTH = 1260  # of all photographs side by side

# Column and row of each face's top left square in the unfolded cube.
NET = {"U": (3, 0), "L": (0, 3), "F": (3, 3), "R": (6, 3), "B": (9, 3), "D": (3, 6)}


def draw_reading(frames: Sequence[Frame], reading: Reading) -> Image:
    """Return an image (H x W x 3 BGR) of a reading over its photos, beside the unfolded cube."""
    columns = 2 if len(frames) <= 4 else 3
    rows = -(-len(frames) // columns)
    wide = WIDTH // columns - GAP
    high = wide * 3 // 4
    net = 9 * SQUARE + 7 * GAP
    height = HEADER + max(rows * (high + CAPTION + GAP), net) + GAP // 2
    picture = np.full((height, WIDTH + GAP + 12 * SQUARE + 2 * GAP, 3), BACKGROUND, np.uint8)
    _draw_header(picture, reading)
    for place, (number, found) in enumerate(_by_photograph(reading)):
        x = GAP + place % columns * (wide + GAP)
        y = HEADER + place // columns * (high + CAPTION + GAP)
        photo = _draw_photo(frames[number].image, found, reading, (wide, high))
        picture[y : y + high, x : x + wide] = photo
        _write(picture, _caption(found), (x, y + high + 21), INK, 17)
    left = WIDTH + 2 * GAP
    _draw_net(picture, reading, left, HEADER)
    _draw_legend(picture, reading, left, HEADER + 9 * SQUARE + 2 * GAP)
    return picture


def _by_photograph(reading: Reading) -> list[tuple[int, list[FoundFace]]]:
    """Return each photo's index and the faces found in it, in the order of their first face."""
    photographs: dict[int, list[FoundFace]] = {}
    for face in reading.faces:
        photographs.setdefault(face.image_index, []).append(face)
    return list(photographs.items())


def _caption(found: Sequence[FoundFace]) -> str:
    if len(found) == 1:
        return f"{found[0].face}: {found[0].colour} centre, {Path(found[0].image_name).name}"
    faces = ", ".join(f"{face.face} {face.colour}" for face in found)
    return f"{faces}: {Path(found[0].image_name).name}"


def _draw_header(picture: Image, reading: Reading) -> None:
    title, colour = (
        ("Read with certainty", CERTAIN_COLOUR)
        if reading.certain
        else ("Not certain", UNCERTAIN_COLOUR)
    )
    picture[:6] = colour
    _write(picture, title, (GAP, 46), colour, 32, bold=True)
    _write(picture, reading.advice or reading.facelets, (GAP, 76), INK, 18)


def _draw_photo(
    image: Image, found: Sequence[FoundFace], reading: Reading, size: tuple[int, int]
) -> Image:
    """Draw the faces' outlines and, on each sticker, a disc of the colour that was read."""
    shown, moved = _fit(image, np.array([face.corners for face in found], float), size)
    for face, corners in zip(found, moved, strict=True):
        _draw_face(shown, face, corners, reading)
    return shown


def _draw_face(shown: Image, face: FoundFace, corners: FloatArray, reading: Reading) -> None:
    lattice = _face_homography(corners)
    side = float(np.sqrt(abs(cv2.contourArea(corners.astype(np.float32)))) / 3)
    _outline(shown, corners, INK, 5)
    _outline(shown, corners, (255, 255, 255), 2)
    first = 9 * FACES.index(face.face)
    for k in range(9):
        row, column = divmod(k, 3)
        place: FloatArray = np.array([column, row], float)
        square: FloatArray = place + np.array([[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]])
        doubtful = first + k in reading.ambiguous
        if doubtful:
            _outline(shown, _apply_homography(lattice, square), (255, 255, 255), 5)
            _outline(shown, _apply_homography(lattice, square), UNCERTAIN_COLOUR, 3)
        else:
            _outline(shown, _apply_homography(lattice, square), INK, 1)
        middle = _apply_homography(lattice, place + 0.5)
        _disc(shown, middle, 0.2 * side, COLOURS[reading.scheme[reading.facelets[first + k]]])
        if doubtful:
            _write_middle(shown, "?", middle, 0.3 * side)
    corner = _apply_homography(lattice, np.array([0.17, 0.17]))
    _disc(shown, corner, max(0.17 * side, 8.0), (255, 255, 255))
    _write_middle(shown, face.face, corner, max(0.22 * side, 11.0))


def _fit(image: Image, corners: FloatArray, space: tuple[int, int]) -> tuple[Image, FloatArray]:
    """Return a photo scaled to its space, and the moved corners; very small faces are enlarged."""
    wide, high = space
    points = corners.reshape(-1, 2)
    scale = min(wide / image.shape[1], high / image.shape[0])
    reach = np.ptp(points, axis=0).max()
    scale = max(scale, min(0.55 * high / reach, 3.0))
    middle = points.mean(0)
    half = np.array([wide, high]) / 2 / scale
    size = np.array([image.shape[1], image.shape[0]], float)
    low, top = np.minimum(half, size / 2), np.maximum(size - half, size / 2)
    origin = np.clip(middle, low, top) - half
    move = np.array([[scale, 0, -origin[0] * scale], [0, scale, -origin[1] * scale]])
    shown = cv2.warpAffine(
        image,
        move,
        space,
        flags=cv2.INTER_AREA,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=BACKGROUND,
    )
    return np.asarray(shown, np.uint8), (corners - origin) * scale


def _face_homography(corners: FloatArray) -> FloatArray:
    """Return the homography from points of a face (in stickers) to pixels."""
    square = np.array([[0, 0], [3, 0], [3, 3], [0, 3]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(square, corners.astype(np.float32)), float)


def _apply_homography(homography: FloatArray, points: FloatArray) -> FloatArray:
    moved = points @ homography[:, :2].T + homography[:, 2]
    return np.asarray(moved[..., :2] / moved[..., 2:], float)


def _draw_net(picture: Image, reading: Reading, left: int, top: int) -> None:
    for index, letter in enumerate(reading.facelets):
        column, row = NET[FACES[index // 9]]
        x = left + (column + index % 3) * SQUARE
        y = top + (row + index % 9 // 3) * SQUARE
        corners = (x + 1, y + 1), (x + SQUARE - 2, y + SQUARE - 2)
        cv2.rectangle(picture, *corners, COLOURS[reading.scheme[letter]], cv2.FILLED)
        cv2.rectangle(picture, *corners, INK, 1)
        middle = np.array([x, y], float) + SQUARE / 2
        if index in reading.ambiguous:
            inner = (x + 4, y + 4), (x + SQUARE - 5, y + SQUARE - 5)
            cv2.rectangle(picture, *inner, UNCERTAIN_COLOUR, 3)
            _write_middle(picture, "?", middle, 18)
        elif index % 9 == 4:
            _write_middle(picture, FACES[index // 9], middle, 18)


def _draw_legend(picture: Image, reading: Reading, left: int, top: int) -> None:
    middle = np.array([left + 14, top + 10], float)
    _disc(picture, middle, 9, COLOURS["green"])
    _write(picture, "colour read from this sticker", (left + 36, top + 16), INK, 17)
    corner = middle + np.array([0, 34])
    _disc(picture, corner, 9, (255, 255, 255))
    _write_middle(picture, "F", corner, 12)
    _write(picture, "face letter, in the face's top left corner", (left + 36, top + 50), INK, 17)
    box = middle + np.array([0, 68])
    _outline(
        picture, box + 9.0 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]), UNCERTAIN_COLOUR, 3
    )
    _write_middle(picture, "?", box, 13)
    count = len(reading.ambiguous)
    _write(picture, f"uncertain sticker ({count})", (left + 36, top + 84), INK, 17)


def _outline(picture: Image, corners: FloatArray, colour: tuple[int, ...], thickness: int) -> None:
    points = np.rint(corners * SUBPIXEL_SCALE).astype(np.int32)
    cv2.polylines(picture, [points], True, colour, thickness, cv2.LINE_AA, 4)


def _disc(picture: Image, middle: FloatArray, radius: float, colour: tuple[int, ...]) -> None:
    x, y = (round(float(v) * SUBPIXEL_SCALE) for v in middle)
    cv2.circle(
        picture, (x, y), round((radius + 1.5) * SUBPIXEL_SCALE), INK, cv2.FILLED, cv2.LINE_AA, 4
    )
    cv2.circle(picture, (x, y), round(radius * SUBPIXEL_SCALE), colour, cv2.FILLED, cv2.LINE_AA, 4)


def _write(
    picture: Image,
    text: str,
    place: tuple[int, int],
    colour: tuple[int, ...],
    size: int,
    bold: bool = False,
) -> None:
    cv2.putText(picture, text, place, colour, cv2.FontFace("sans"), size, 700 if bold else 400)


def _write_middle(picture: Image, text: str, middle: FloatArray, size: float) -> None:
    x, y = round(float(middle[0]) - 0.32 * size), round(float(middle[1]) + 0.37 * size)
    cv2.putText(picture, text, (x, y), INK, cv2.FontFace("sans"), round(size), 700)
