"""How well faces are found in photographs and followed in clips, and how long that takes.

The folders are those of the evaluation data: `cube-photos` and `real-photos` hold pictures with
the corners of their faces in truth.json, `cube-clips` videos with the frames of their stills.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.camera import load_image
from vision.face import FaceView
from vision.find import find_faces
from vision.follow import follow_face


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A picture to find faces in: its file, its kind, and its faces' names and corners (4 x 2)."""

    path: Path
    kind: str
    faces: tuple[tuple[str, Floats], ...]


@dataclass(frozen=True, slots=True)
class Search:
    """What came of one picture.

    `errors`: for each true face how far off the nearest one found is, as the largest distance
    between corners in sides of the face (infinite if none was found); `found`: how many were
    found in all; `seconds`: processor time.
    """

    picture: Picture
    errors: tuple[float, ...]
    found: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Following:
    """What came of the clips.

    `still`: frames of stills after each one's first; `followed`: those in which the face of the
    frame before was found again; `seconds`: processor time of each frame that was followed.
    """

    still: int
    followed: int
    seconds: tuple[float, ...]


def cube_photos(folder: Path) -> Iterator[Picture]:
    """Yield the pictures of `cube-photos`; kinds "face" and "corner"."""
    for cube in json.loads((folder / "truth.json").read_text()):
        for view in cube["views"]:
            faces = tuple((f["face"], np.array(f["corners_px"])) for f in view["faces"])
            yield Picture(folder / view["image"], view["kind"], faces)


def real_photos(folder: Path) -> Iterator[Picture]:
    """Yield the pictures of `real-photos`; kind "real"."""
    for name, truth in json.loads((folder / "truth.json").read_text()).items():
        faces = tuple(("".join(f["rows"]), np.array(f["corners_px"])) for f in truth["faces"])
        yield Picture(folder / name, "real", faces)


def search(picture: Picture) -> Search:
    """Find the faces in a picture and compare them with the truth."""
    image = load_image(picture.path).image
    began = time.thread_time()
    found = find_faces(image)
    seconds = time.thread_time() - began
    errors = tuple(
        min((corner_error(face.corners, corners) for face in found), default=np.inf)
        for _, corners in picture.faces
    )
    return Search(picture, errors, len(found), seconds)


def follow(folder: Path) -> Following:
    """Follow the face of each still in `cube-clips` from its first frame to its last."""
    still = followed = 0
    seconds: list[float] = []
    for clip in json.loads((folder / "truth.json").read_text()):
        frames = list(_frames(folder / clip["clip"]))
        for first, last in (s["frames"] for s in clip["stills"]):
            view: FaceView | None = next(iter(find_faces(frames[first])), None)
            still += last - first
            for frame in frames[first + 1 : last + 1]:
                if view is None:
                    break
                began = time.thread_time()
                view = follow_face(frame, view)
                seconds.append(time.thread_time() - began)
                followed += view is not None
    return Following(still, followed, tuple(seconds))


def corner_error(found: Floats, true: Floats) -> float:
    """Return the largest distance between corners (4 x 2), in sides, whichever comes first."""
    side = np.hypot(*(true - np.roll(true, 1, 0)).T).mean()
    away = [np.hypot(*(np.roll(found, k, 0) - true).T).max() for k in range(4)]
    return float(min(away) / side)


def _frames(path: Path) -> Iterator[Image]:
    video = cv2.VideoCapture(str(path))
    while True:
        more, frame = video.read()
        if not more:
            return
        yield np.asarray(frame, np.uint8)
