"""Searching photographs, also those by the cameras of robots."""

import os
from pathlib import Path

import pytest

from rokumen.benchmarks.faces.found import search
from rokumen.benchmarks.faces.pictures import labelled_pictures

EVERY = 6  # one in so many pictures, to keep the test short


def test_nearly_all_faces_in_pictures_by_robots_are_found() -> None:
    data = os.environ.get("ROKUMEN_DATA")
    if not data or not (Path(data) / "robot-photos").is_dir():
        pytest.skip("set ROKUMEN_DATA to the folder that holds the pictures by robots' cameras")
    pictures = labelled_pictures(Path(data))["robot-photos"][::EVERY]
    results = [search(picture) for picture in pictures]
    found, labelled = sum(each.found for each in results), sum(each.labelled for each in results)
    assert labelled >= 50
    assert found >= 0.95 * labelled
    assert sum(each.elsewhere for each in results) <= 1
