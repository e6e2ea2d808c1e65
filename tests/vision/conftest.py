"""The photographed cubes: the few of tests/data, and all of the evaluation data."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.support.photographs import (
    PHOTOS,
    PhotographedCube,
    load_photographed_cubes,
    with_highlight,
)
from vision.reading import read
from vision.reading_result import Reading

GLARE = "cube13 in glare"  # which cannot be read with certainty


@pytest.fixture(scope="session")
def cubes() -> dict[str, PhotographedCube]:
    """Return the photographed cubes by name, and GLARE: one with a highlight on its yellow face."""
    result = {cube.name: cube for cube in load_photographed_cubes(PHOTOS)}
    return result | {GLARE: with_highlight(result["cube13"], "URFDLB".index("D"))}


@pytest.fixture(scope="session")
def reading_of(cubes: dict[str, PhotographedCube]) -> Callable[[str], Reading]:
    """Return a function that reads a cube's photographs, once for all tests."""
    return cache(lambda name: read(cubes[name].frames))


@pytest.fixture(scope="session")
def all_cubes() -> list[PhotographedCube]:
    data = os.environ.get("ROKUMEN_DATA")
    if data is None or not (Path(data) / "cube-photos").is_dir():
        pytest.skip("set ROKUMEN_DATA to the folder that holds the evaluation photographs")
    return load_photographed_cubes(Path(data) / "cube-photos")
