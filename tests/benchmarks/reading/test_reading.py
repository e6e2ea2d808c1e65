"""The reading benchmark counts faces, cubes and stickers correctly, at each size of a picture."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.reading.outcomes import detect_faces, read_cubes
from benchmarks.reading.picture_sizes import (
    Resizing,
    compare_cubes,
    compare_faces,
    search_times,
)
from benchmarks.reading.reading import decoded, faces_found
from benchmarks.reading.scores import CubesRead, FrameTimes, StickersRead
from benchmarks.reading.solved_cubes import drawn_solved
from benchmarks.support.decoding_trials import DecodingTrial
from benchmarks.support.photographs import (
    Change,
    LabelledPhoto,
    PhotographedCube,
    change_exposure,
    change_light,
    corner_error,
    cubes_by_faces,
)
from benchmarks.support.sized_cubes import SizedOutcome, random_facelets, read_sampled
from solver.core.facelets import SOLVED
from tests.support.command_line import Rokumen
from vision.capture.files import load_image
from vision.reading import read

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


def test_exact_samples_in_any_order_are_read() -> None:
    outcome = read_sampled(random_facelets(4, 1), 0.0, 0, np.random.default_rng(1))
    assert outcome.is_right
    assert outcome.is_certain


@pytest.mark.thorough
def test_a_wrong_sticker_is_not_read_wrong_and_certain() -> None:
    outcomes = [
        read_sampled(random_facelets(2, seed), 3.0, 1, np.random.default_rng(seed))
        for seed in range(3)
    ]
    assert not any(outcome.is_certain and not outcome.is_right for outcome in outcomes)


def test_cubes_count_by_what_is_right_and_what_is_certain() -> None:
    outcomes = [
        SizedOutcome("2x2x2", is_right, is_certain, seconds)
        for is_right, is_certain, seconds in [
            (True, True, 0.1),
            (True, False, 0.2),
            (False, True, 0.2),
            (False, False, 0.7),
        ]
    ]
    record = CubesRead.timed("noisy", outcomes, asked=4)
    assert (record.cubes, record.right, record.certain, record.wrong) == (4, 2, 1, 1)
    assert record.seconds == pytest.approx(0.3)
    assert record.slowest_seconds == 0.7
    assert CubesRead.of("noisy", iter(outcomes)).seconds is None


def test_trials_count_by_whether_one_cube_fits() -> None:
    trials = [
        DecodingTrial(is_right=True, is_certain=True, is_only=True),
        DecodingTrial(is_right=True, is_certain=False, is_only=True),
        DecodingTrial(is_right=False, is_certain=False, is_only=False),
        DecodingTrial(is_right=False, is_certain=True, is_only=False),
    ]
    record = decoded("hidden", trials)
    assert (record.trials, record.certain, record.wrong) == (4, 1, 1)
    assert (record.decoded, record.only) == (1, 2)
    assert (record.uncertain, record.doubtful) == (1, 2)
    assert decoded("wrong", trials[2:]).decoded is None


def test_shares_and_rates() -> None:
    assert StickersRead("faces", 45, 90).share == 0.5
    times = FrameTimes.of("frames", [0.01, 0.03], asked=10)
    assert (times.milliseconds, times.slowest_milliseconds) == (20, 30)
    assert times.frames_a_second == pytest.approx(50)
    assert faces_found("none", [], 0.04).corner_error is None


def test_a_drawn_solved_cube_is_read_with_its_sides_in_view() -> None:
    frames = drawn_solved(1, "stickerless", 1.0)
    assert sorted(frame.name[-1] for frame in frames) == sorted("URFDLB")
    reading = read(frames)
    assert reading.facelets == SOLVED
    assert reading.certain


TINY = Resizing(40)
LARGE = Resizing(2016)


@pytest.mark.thorough
def test_a_cube_counts_only_if_it_is_read_as_before() -> None:
    cube = cubes_by_faces(DATA)[0]
    large, tiny = (compare_cubes([cube], resizing) for resizing in (LARGE, TINY))
    assert (large.same, large.of, large.changed) == (1, 1, ())
    assert (tiny.same, tiny.of, tiny.changed) == (0, 1, (cube.name,))
    assert tiny.what == "40 pixels: cubes"


@pytest.mark.thorough
def test_a_face_counts_only_with_the_colours_of_before() -> None:
    pictures = cubes_by_faces(DATA)[0].pictures[:2]
    assert compare_faces(pictures, LARGE).same == 2
    assert compare_faces(pictures, TINY).changed == ("U", "R")


def test_a_picture_without_a_face_is_read_as_before(tmp_path: Path) -> None:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), np.full((90, 120, 3), 110, np.uint8))
    corners = cubes_by_faces(DATA)[0].pictures[0].faces
    photo = LabelledPhoto(path, corners)
    assert compare_faces([photo], LARGE).same == 1
    assert compare_cubes([PhotographedCube("none", "", (photo,))], LARGE).same == 1


def test_a_photograph_has_the_size_that_is_asked_for() -> None:
    path = cubes_by_faces(DATA)[0].pictures[0].path
    original = load_image(path).image
    for resizing, longer in ((LARGE, 2016), (Resizing(None), max(original.shape) // 2)):
        assert max(resizing.frame(path).image.shape) == longer


def test_the_time_of_a_search_is_measured() -> None:
    times = search_times(TINY, cubes_by_faces(DATA)[0].pictures[:1])
    assert 0 < times.milliseconds == times.slowest_milliseconds
