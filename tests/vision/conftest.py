import json
import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from vision.arrays import Floats
from vision.camera import Frame, load_image

PHOTOS = Path(__file__).parents[1] / "data" / "cube-photos"


@dataclass(frozen=True)
class PhotographedCube:
    name: str
    facelets: str
    frames: tuple[Frame, ...]  # U R F D L B
    corners: tuple[Floats, ...]


def photographed(folder: Path) -> list[PhotographedCube]:
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


@pytest.fixture(scope="session")
def cubes() -> dict[str, PhotographedCube]:
    return {cube.name: cube for cube in photographed(PHOTOS)}


@pytest.fixture(scope="session")
def all_cubes() -> list[PhotographedCube]:
    data = os.environ.get("ROKUMEN_DATA")
    if data is None or not (Path(data) / "cube-photos").is_dir():
        pytest.skip("set ROKUMEN_DATA to the folder that holds the evaluation photographs")
    return photographed(Path(data) / "cube-photos")


def corner_error(found: Floats, true: Floats) -> float:
    """The largest distance between corners, in sides of the face, whichever corner comes first."""
    side = np.hypot(*(true - np.roll(true, 1, 0)).T).mean()
    away = [np.hypot(*(np.roll(found, k, 0) - true).T).max() for k in range(4)]
    return float(min(away) / side)
