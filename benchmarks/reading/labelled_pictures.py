"""The labelled pictures whose faces are read alone, labels that they contradict, and their cameras.

A drawn cube has a camera, a light and colours of its own. Of real photographs the names of files
say which camera took them, and of pictures by robots their numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from benchmarks.support.photographs import (
    JUDGED_ON,
    MARKED_CORNERS,
    LabelledPhoto,
    corner_error,
    corner_rotation,
    cubes_by_corners,
    cubes_by_faces,
    load_truth,
    real_pictures,
)
from vision.arrays import FloatArray, Image
from vision.capture.files import load_image
from vision.capture.frame import Frame
from vision.detect.lattice import apply_homography, face_homography

ROBOT_PICTURE_SIDE = 640  # pixels of every picture of robot-photos, in both directions
UNKNOWN = "?"  # the label of a sticker that is not where the picture shows one


STICKERS = 9  # of a face

# The first number of each run of pictures of robot-photos by one camera.
ROBOT_CAMERAS = (
    (2000, "robot A"),
    (2102, "robot C"),
    (2242, "robot B"),
    (2299, "robot C"),
    (2484, "robot D"),
    (4531, "robot E"),
    (4603, "robot F"),
)
# The first letters of the names of real-photos by one camera; the first that fits counts.
REAL_CAMERAS = ("cubecolor", "cubix", "lazycube_PXL", "lazycube")
# The cameras of real-photos and robot-photos with which numbers in the code were chosen. Of the
# drawn cubes these are the even ones.
CHOSEN_ON = frozenset({"cubecolor", "cubix", "robot A", "robot B", "robot E", "robot F"})


class LabelledPicture(Protocol):
    """A picture with labels: its file, and the colours that a face found in it shows."""

    @property
    def path(self) -> Path:
        """The file."""

    @property
    def face_count(self) -> int:
        """The number of labelled faces."""

    @property
    def all_labelled(self) -> bool:
        """Whether the picture shows no other faces than those labelled."""

    def frame(self) -> Frame:
        """Return the picture."""

    def place(self, corners: FloatArray) -> int | None:
        """Return which labelled face has these corners (4 x 2 pixels), or None."""

    def labels(self, corners: FloatArray) -> str | None:
        """Return the nine initials of a face with these corners, or None if it has no labels."""

    def put_right(self) -> LabelledPicture:
        """Return the picture with the labels put right that it contradicts."""


@dataclass(frozen=True, slots=True)
class PictureOfFaces:
    """A picture with labelled faces; `all_labelled`: whether it shows no other faces.

    `beside`: a picture that is put to its right, whose faces are labelled too.
    """

    photo: LabelledPhoto
    all_labelled: bool
    beside: Path | None = None

    @property
    def path(self) -> Path:
        """The file."""
        return self.photo.path

    @property
    def face_count(self) -> int:
        """The number of labelled faces."""
        return len(self.photo.faces)

    def frame(self) -> Frame:
        """Return the picture, with the one beside it in the same height."""
        left = load_image(self.path)
        if self.beside is None:
            return left
        right = resized_to(load_image(self.beside).image, left.image.shape[0])
        return Frame(np.hstack([left.image, right]), left.time, left.name)

    def place(self, corners: FloatArray) -> int | None:
        """Return which labelled face has these corners (4 x 2 pixels), or None."""
        for index, labelled in enumerate(self.photo.faces):
            if corner_error(corners, labelled.corners) < MARKED_CORNERS:
                return index
        return None

    def labels(self, corners: FloatArray) -> str | None:
        """Return the initials of the labelled face at this place; UNKNOWN if there is none."""
        index = self.place(corners)
        if index is None:
            return STICKERS * UNKNOWN if self.all_labelled else None
        labelled = self.photo.faces[index]
        turns = corner_rotation(corners, labelled.corners)
        rows = np.array([list(row) for row in labelled.rows])
        return "".join(np.rot90(rows, turns).ravel())

    def put_right(self) -> PictureOfFaces:
        """Return the picture itself: no wrong label is known."""
        return self


@dataclass(frozen=True, slots=True)
class PictureOfStickers:
    """A picture with the stickers of one face labelled, or of two beside each other.

    `boxes` (stickers x 4): x and y of the middle, width and height in pixels; `colours`: initials.
    """

    path: Path
    boxes: FloatArray
    colours: str
    all_labelled: bool = True

    @property
    def face_count(self) -> int:
        """The number of labelled faces."""
        return len(self.boxes) // STICKERS

    def frame(self) -> Frame:
        """Return the picture."""
        return load_image(self.path)

    def place(self, corners: FloatArray) -> int | None:
        """Return which labelled face has these corners: its stickers are all in their cells."""
        stickers = {self._sticker(point) for point in _cell_middles(corners)}
        left_to_right = np.argsort(self.boxes[:, 0]).tolist()
        for index in range(self.face_count):
            if stickers == set(left_to_right[STICKERS * index : STICKERS * (index + 1)]):
                return index
        return None

    def labels(self, corners: FloatArray) -> str:
        """Return the initials of the stickers in the middles of the cells of a face."""
        stickers = [self._sticker(point) for point in _cell_middles(corners)]
        return "".join(UNKNOWN if each is None else self.colours[each] for each in stickers)

    def put_right(self) -> PictureOfStickers:
        """Return the picture with the labels put right that it contradicts."""
        return replace(self, colours=as_shown(self.path.name, self.colours))

    def _sticker(self, point: FloatArray) -> int | None:
        inside = (np.abs(point - self.boxes[:, :2]) < self.boxes[:, 2:] / 2).all(1)
        return int(inside.argmax()) if inside.any() else None


def _cell_middles(corners: FloatArray) -> FloatArray:
    """Return the middles of the cells (9 x 2) of a face with these corners (4 x 2, pixels)."""
    middles = np.array([[x + 0.5, y + 0.5] for y in range(3) for x in range(3)])
    return apply_homography(face_homography(corners), middles)


def labelled_pictures(data: Path) -> dict[str, list[LabelledPicture]]:
    """Return the pictures of each data set. Raises InputError if one is missing."""
    single = [photo for cube in cubes_by_faces(data) for photo in cube.pictures]
    corners = [photo for cube in cubes_by_corners(data) for photo in cube.pictures]
    return {
        "cube-photos, single faces": [PictureOfFaces(each, all_labelled=False) for each in single],
        "cube-photos, corners": [PictureOfFaces(each, all_labelled=True) for each in corners],
        "real-photos": [PictureOfFaces(each, all_labelled=True) for each in real_pictures(data)],
        "robot-photos": [*robot_pictures(data / "robot-photos")],
    }


def further_pictures(data: Path) -> dict[str, list[LabelledPicture]]:
    """Return pictures on which no number was chosen, or few, by what they are; if they are there.

    Those that have a half are named by it. Raises InputError for a folder that cannot be read.
    """
    result: dict[str, list[LabelledPicture]] = {}
    if (data / JUDGED_ON).is_dir():
        by_faces, by_corners = cubes_by_faces(data, JUDGED_ON), cubes_by_corners(data, JUDGED_ON)
        result["cube-photos-2, single faces"] = [
            PictureOfFaces(each, all_labelled=False) for cube in by_faces for each in cube.pictures
        ]
        result["cube-photos-2, corners"] = [
            PictureOfFaces(each, all_labelled=True) for cube in by_corners for each in cube.pictures
        ]
    for title, chosen in (("chosen on", True), ("judged on", False)):
        half = [
            each for each in real_pictures(data) if is_chosen_on(camera_of(each.path)) is chosen
        ]
        result[f"real-photos in pairs, {title}"] = [
            joined_pictures(*pair) for pair in zip(half[::2], half[1::2], strict=False)
        ]
    larger = [path for n in "456" for path in sorted((data / "robot-cubes").glob(f"{n}x*/*.jpg"))]
    if larger:
        result["robot-cubes of 4x4x4 to 6x6x6, as 3x3x3"] = [
            PictureOfFaces(LabelledPhoto(path, (), frozenset()), all_labelled=True)
            for path in larger
        ]
    return result


def joined_pictures(left: LabelledPhoto, right: LabelledPhoto) -> PictureOfFaces:
    """Return two pictures side by side as one, in the height of the first."""
    height, width = load_image(left.path).image.shape[:2]
    scale = height / load_image(right.path).image.shape[0]
    moved = [replace(face, corners=scale * face.corners + [width, 0]) for face in right.faces]
    photo = replace(left, faces=(*left.faces, *moved))
    return PictureOfFaces(photo, all_labelled=True, beside=right.path)


def resized_to(image: Image, height: int) -> Image:
    """Return an image (H x W x 3) in another height."""
    size = (round(image.shape[1] * height / image.shape[0]), height)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def robot_pictures(folder: Path) -> list[PictureOfStickers]:
    """Return the pictures of robot-photos, in the order of their numbers. Raises InputError."""
    return [
        PictureOfStickers(
            folder / name,
            ROBOT_PICTURE_SIDE * np.array([each["box"] for each in picture["stickers"]], float),
            "".join(each["colour"] for each in picture["stickers"]),
        )
        for name, picture in load_truth(folder / "truth.json").items()
    ]


# Labels of robot-photos that the pictures contradict: of each picture, the initials that the
# stickers show, by their place in truth.json. Found by looking at every sticker that is read
# otherwise than labelled, and by comparing its colour with those of other stickers of the same
# camera: a red one beside oranges, say. Stickers that are read as labelled were not looked at.
SHOWN: Mapping[str, Mapping[int, str]] = {
    "2302.jpg": {1: "R", 2: "R", 3: "R", 4: "R"},
    "2308.jpg": {8: "O"},
    "2368.jpg": {8: "O"},
    "4201.jpg": {12: "Y", 13: "Y"},
    "4221.jpg": {11: "Y"},
    "4243.jpg": {7: "O", 9: "O", 14: "W", 15: "W", 16: "W"},
    "4268.jpg": {16: "R", 17: "Y"},
    "4273.jpg": {13: "O", 14: "O"},
    "4319.jpg": {6: "R"},
    "4647.jpg": {3: "O"},
    "4803.jpg": {6: "Y", 7: "Y", 8: "Y", 9: "Y"},
}

WRONG_LABELS = sum(map(len, SHOWN.values()))


def as_shown(picture: str, labels: str) -> str:
    """Return the labels of a picture's stickers with those put right that it contradicts."""
    shown = SHOWN.get(picture, {})
    return "".join(shown.get(index, label) for index, label in enumerate(labels))


def camera_of(picture: Path) -> str:
    """Return the name of the camera of a labelled picture, from its path."""
    folder, name = picture.parent.name, picture.stem
    if folder == "robot-photos":
        return max((first, camera) for first, camera in ROBOT_CAMERAS if first <= int(name))[1]
    if folder == "real-photos":
        return next(camera for camera in REAL_CAMERAS if name.startswith(camera))
    return f"{picture.parent.parent.name}/{folder}"


def is_chosen_on(camera: str) -> bool:
    """Return whether numbers were chosen with this camera; with the others they are judged."""
    _, slash, cube = camera.partition("/")
    if slash:
        return int(cube.removeprefix("cube")) % 2 == 0
    return camera in CHOSEN_ON
