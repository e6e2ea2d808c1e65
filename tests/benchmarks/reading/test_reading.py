"""The reading benchmark counts faces and cubes correctly."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.reading.outcomes import detect_faces, read_cubes
from benchmarks.reading.reading import faces_found
from benchmarks.support.photographs import (
    Change,
    change_exposure,
    change_light,
    corner_error,
    cubes_by_faces,
)
from tests.support.command_line import Rokumen
from vision.capture.files import load_image

DATA = Path(__file__).parents[2] / "data"
SQUARE = np.array([[0, 0], [100, 0], [100, 100], [0, 100]], float)


@given(st.integers(0, 3), st.floats(0, 30))
def test_the_corner_error_is_that_of_the_best_corner_order(first: int, off: float) -> None:
    found = np.roll(SQUARE, first, axis=0)
    found[0] += (off, 0)
    assert corner_error(found, SQUARE) == pytest.approx(off / 100)


def test_a_face_with_a_large_error_does_not_count() -> None:
    (cube, *_) = cubes_by_faces(DATA)
    found, seconds = detect_faces(cube.pictures[:2])
    assert len(found) == len(seconds) == 2
    counted, none = (faces_found("faces", found, within) for within in (0.04, 0.0))
    assert (counted.found, counted.faces, counted.share) == (2, 2, 1)
    assert (none.found, none.corner_error) == (0, None)


def test_a_cube_is_counted_right_only_if_it_is_the_true_one() -> None:
    cube = cubes_by_faces(DATA)[0]
    (outcome,) = read_cubes([cube])
    assert outcome.is_right
    assert outcome.seconds > 0
    (short,) = read_cubes([type(cube)(cube.name, cube.facelets, cube.pictures[:4])])
    assert not short.is_right
    assert not short.is_certain
    assert "six" in short.error


@pytest.mark.parametrize("change", [change_light, change_exposure])
def test_a_change_of_light_is_reproducible(change: Callable[[int], Change]) -> None:
    frame = load_image(cubes_by_faces(DATA)[0].pictures[0].path)
    once, again, other = (change(seed)(frame).image for seed in (1, 1, 2))
    assert (once == again).all()
    assert (once != other).any()


@pytest.mark.parametrize(("name", "folder"), [("reading", "cube-photos"), ("scan", "cube-clips")])
def test_an_error_names_the_data_that_is_missing(
    bench: Rokumen, tmp_path: Path, name: str, folder: str
) -> None:
    result = bench(name, "--data", str(tmp_path))
    assert result.status == 2
    assert str(tmp_path) in result.err
    assert "there is no such file or folder" in result.err
    assert f"--data is the folder in which '{folder}' is" in result.err


def test_a_missing_data_setting_is_reported(
    bench: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ROKUMEN_DATA", raising=False)
    result = bench("reading")
    assert result.status == 2
    assert "ROKUMEN_DATA" in result.err


def test_parts_are_measured_alone_and_not_again(bench: Rokumen, tmp_path: Path) -> None:
    kept = tmp_path / "rows.jsonl"
    options = ("--data", str(DATA), "--trials=2", "--failures", str(tmp_path), "--keep", str(kept))
    first = bench("reading", "--part=wrong-stickers", *options)
    assert first.status == 0, first.err
    assert "three stickers wrong" in first.out
    assert "six stickers hidden" not in first.out
    kept.write_text(kept.read_text().replace("three stickers wrong", "as it was kept"))
    both = bench("reading", "--part=hidden-stickers", "--part=wrong-stickers", *options)
    assert "six stickers hidden" in both.out
    assert "as it was kept" in both.out
    assert len(kept.read_text().splitlines()) == 2
    other = bench("reading", "--part=wrong-stickers", *options, "--seed=3")
    assert other.status == 2
    assert "cannot go on with the records in" in other.err
    assert "'seed': 0" in other.err
    unknown = bench("reading", "--part=nonsense", *options)
    assert unknown.status == 2
    assert "'nonsense' is not one of" in unknown.err


@pytest.mark.slow
def test_the_whole_benchmark(bench: Rokumen, tmp_path: Path) -> None:
    data = os.environ.get("ROKUMEN_DATA")
    if not data:
        pytest.skip("set ROKUMEN_DATA to the folder that holds the evaluation photographs")
    result = bench("reading", "--json", "--data", data, "--failures", str(tmp_path))
    assert result.status == 0
    measured = result.json()
    assert measured["cubes"]
    assert not any(each["wrong"] for each in measured["cubes"] + measured["trials_decoded"])
