"""The photographed cubes of tests/data with their ground truth."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import FloatArray, Image
from vision.capture.files import load_image
from vision.capture.frame import Frame

PHOTOS = Path(__file__).parents[1] / "data" / "cube-photos"
# Two opposite corners each of a stickerless cube, and of one of which two faces are seen obliquely.
CORNER_PHOTOS = Path(__file__).parents[1] / "data" / "corner-photos"
STICKERLESS = "BLFBURUBDRDDURRUFLFDBLFRBDBLFLUDRRLDRLLBLDUFDRUUBBUFFF"
OBLIQUE = "UBRLURUDUBDFRRRDUFRFRBFBLLBUURRDBLDLLFFULLBUFDDBFBFDLD"


@dataclass(frozen=True)
class PhotographedCube:
    name: str
    facelets: str
    frames: tuple[Frame, ...]  # U R F D L B
    corners: tuple[FloatArray, ...]


def load_photographed_cubes(folder: Path) -> list[PhotographedCube]:
    cubes = []
    for cube in json.loads((folder / "truth.json").read_text()):
        views = [view for view in cube["views"] if view["kind"] == "face"]
        cubes.append(
            PhotographedCube(
                cube["cube"],
                cube["facelets"],
                tuple(load_image(folder / view["image"]) for view in views),
                tuple(np.array(view["faces"][0]["corners_px"]) for view in views),
            )
        )
    return cubes


def corners_of(cube: str) -> list[Frame]:
    """Return the photographs of the two corners of a cube of CORNER_PHOTOS."""
    return [load_image(CORNER_PHOTOS / f"{cube}-{corner}.jpg") for corner in ("URF", "DLB")]


def with_highlight(cube: PhotographedCube, face: int) -> PhotographedCube:
    """Return the cube with a lamp's reflection between two stickers in the photo of one face."""
    frame, corners = cube.frames[face], cube.corners[face]
    side = np.hypot(*(corners[1] - corners[0]))
    across, down = corners.mean(0) - (side / 3, 0)
    y, x = np.mgrid[: frame.image.shape[0], : frame.image.shape[1]]
    light = 260 * np.exp(-((x - across) ** 2 + (y - down) ** 2) / (2 * (side / 8) ** 2))
    image = np.clip(frame.image + light[..., None], 0, 255).astype(np.uint8)
    frames = (*cube.frames[:face], replace(frame, image=image), *cube.frames[face + 1 :])
    return replace(cube, frames=frames)


def photograph_of_side(image: Image, longer_side: int) -> Image:
    """Return an image (H x W x 3 uint8) enlarged or reduced to this longer side."""
    factor = longer_side / max(image.shape[:2])
    method = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    resized = cv2.resize(image, None, fx=factor, fy=factor, interpolation=method)
    return np.asarray(resized, np.uint8)


def corner_error(found: FloatArray, true: FloatArray) -> float:
    """Return the largest corner distance, in sides of the face, for the best corner order."""
    side = np.hypot(*(true - np.roll(true, 1, 0)).T).mean()
    distances = [np.hypot(*(np.roll(found, k, 0) - true).T).max() for k in range(4)]
    return float(min(distances) / side)
