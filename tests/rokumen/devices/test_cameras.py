"""What a camera sees of a cube at rest between scans, and what it learns of the six colours."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Self

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_sim.camera.renderer import Renderer
from firmware_sim.physics.state import PhysicalState
from robot.planning.robot_state import ScanView, home_state, views_from
from robot.planning.scan_planner import plan_scan
from robot.rigs.camera_geometry import cameras_of
from robot.rigs.camera_places import with_cameras
from robot.rigs.command import GRIP_OPENINGS
from robot.rigs.registry import load_rig
from rokumen.devices.camera_colours import (
    LearntColours,
    learnt_file,
    load_learnt,
    stickers_of,
    teach,
)
from rokumen.devices.cameras import MAX_SETTLING_SECONDS, LiveRobotCamera, settled_frame
from rokumen.devices.face_sight import FaceSight
from rokumen.jobs.missing_turns import contradictions
from solver.core.geometry import FACES
from solver.cube import Cube
from tests.support.command_line import Rokumen
from tests.support.photographs import PHOTOS
from tests.support.videos import draw_face
from vision.arrays import Image
from vision.capture.frame import Frame
from vision.colour.profile import DEFAULT_COLOURS, ColourProfile
from vision.detect.photograph import detect_cube_faces
from vision.held.placed_views import CameraPlace, HeldPicture
from vision.held.reading import read_held_cube
from vision.reading import read

RIG = load_rig("two-gripper")
RENDERER = Renderer(RIG, cameras_of(RIG)[0])
CUBE = Cube.solved().apply("R U F2 L D' B R2 U'")


def photograph(cube: Cube, stop: ScanView, change: Callable[[Image], Image] = np.copy) -> Frame:
    """Return the picture of a cube that is held as for a stop of a scan."""
    held = replace(
        PhysicalState.at_home(RIG.home, cube),
        orientation=stop.holding.orientation,
        angles=tuple(map(float, stop.holding.pose.angles)),
        openings=tuple(GRIP_OPENINGS[grip] for grip in stop.holding.pose.grips),
    )
    return Frame(change(RENDERER.render(held)), 0.0, "camera")


def letters(cube: Cube, face: str) -> str:
    return cube.facelets[9 * FACES.index(face) :][:9]


def test_a_hidden_sticker_is_in_doubt_and_no_contradiction(
    sight: FaceSight, stops: list[ScanView]
) -> None:
    # The last turns have changed the face at the stickers in one column.
    stop = stops[2]
    after = CUBE.apply("U R")
    seen, expected = letters(after, stop.face), letters(CUBE, stop.face)
    differing = {at for at in range(9) if seen[at] != expected[at]}
    assert differing
    turned = stop.quarter_turns
    hidden = frozenset(_turned(at, turned) for at in differing)
    partly = replace(stop, hidden=hidden)
    assert partly.hidden_facelets == differing
    frame = photograph(after, stop)
    assert not sight.fits(frame, stop, expected)
    assert sight.fits(frame, partly, expected)
    found = sight.letters(frame, partly, expected)
    assert found is not None
    assert {at for at in range(9) if found[at] == "?"} >= differing


def _turned(cell: int, quarter_turns: int) -> int:
    """Return where clockwise quarter turns of a face bring a cell."""
    for _ in range(quarter_turns):
        row, column = divmod(cell, 3)
        cell = 3 * column + 2 - row
    return cell


@pytest.fixture(scope="module")
def stops() -> list[ScanView]:
    return [leg.views[0] for leg in plan_scan(RIG, home_state(RIG))]


@pytest.fixture(scope="module")
def sight(stops: list[ScanView]) -> FaceSight:
    frames = [photograph(CUBE, stop) for stop in stops]
    reading = read(frames, size=3)
    assert reading.facelets == CUBE.facelets
    holdings = [stop.holding for stop in stops]
    return FaceSight.of_scan(holdings, reading, stickers_of(reading, frames))


@pytest.mark.parametrize("turns", ["", "R", "U2", "F' L", "B D2 R'"])
def test_what_a_face_shows_is_recognised(
    sight: FaceSight, stops: list[ScanView], turns: str
) -> None:
    cube = CUBE.apply(turns)
    for stop in stops:
        frame, due, seen = (
            photograph(cube, stop),
            letters(CUBE, stop.face),
            letters(cube, stop.face),
        )
        assert sight.fits(frame, stop, seen)
        assert sight.fits(frame, stop, due) == (seen == due)
        assert sight.letters(frame, stop, due) == seen


def test_dimmer_light_changes_nothing(sight: FaceSight, stops: list[ScanView]) -> None:
    frame = photograph(CUBE, stops[0], lambda image: (0.6 * image).astype(np.uint8))
    assert sight.fits(frame, stops[0], letters(CUBE, stops[0].face))


def test_a_solved_cube_does_not_teach_colours_in_the_light_of_one_picture_each(
    sight: FaceSight, stops: list[ScanView]
) -> None:
    def darker(image: Image, light: float) -> Image:
        return (image * light).astype(np.uint8)

    solved = Cube.solved()
    frames = [
        photograph(solved, stop, partial(darker, light=light))
        for stop, light in zip(stops, np.linspace(0.4, 1.0, len(stops)), strict=True)
    ]
    reading = read(frames, size=3)
    assert reading.cube.is_solved()
    scan = [stop.holding for stop in stops], reading, stickers_of(reading, frames)
    later, alone = FaceSight.of_scan(*scan, sight), FaceSight.of_scan(*scan)
    shown = [(photograph(solved, stop), stop, 9 * stop.face) for stop in stops]
    assert all(later.fits(*each) for each in shown)
    assert not all(alone.fits(*each) for each in shown)


def test_a_hand_before_the_camera_is_no_face(sight: FaceSight, stops: list[ScanView]) -> None:
    def cover(image: Image) -> Image:
        height, width = image.shape[:2]
        covered = image.copy()
        cv2.rectangle(covered, (0, 0), (width * 2 // 3, height), (120, 150, 200), -1)
        return covered

    due = letters(CUBE, stops[0].face)
    frame = photograph(CUBE, stops[0], cover)
    assert not sight.fits(frame, stops[0], due)
    assert sight.letters(frame, stops[0], due) is None


def test_a_camera_that_was_moved_is_no_sight(sight: FaceSight, stops: list[ScanView]) -> None:
    frame = photograph(CUBE, stops[0], lambda image: np.roll(image, image.shape[1] // 4, 1))
    assert sight.letters(frame, stops[0], letters(CUBE, stops[0].face)) is None


def test_faces_at_a_corner_are_looked_at_between_scans() -> None:
    corners = with_cameras(load_rig("six-axis"), ("URF", "DLB"))
    renderers = [Renderer(corners, camera) for camera in cameras_of(corners)]
    state = home_state(corners)

    def pictures(cube: Cube) -> list[Frame]:
        truth = PhysicalState.at_home(corners.home, cube)
        return [Frame(each.render(truth), 0.0, "camera") for each in renderers]

    frames = pictures(CUBE)
    held = [
        HeldPicture(detect_cube_faces(frame), camera, state.orientation)
        for camera, frame in enumerate(frames)
    ]
    found = read_held_cube(held, [CameraPlace("URF"), CameraPlace("DLB")])
    stickers = stickers_of(found.reading, frames)
    sight = FaceSight.of_scan([state, state], found.reading, stickers)
    turned = CUBE.apply("R U")
    for view in views_from(corners, state):
        frame = pictures(turned)[view.position not in "URF"]
        due, shown = letters(CUBE, view.face), letters(turned, view.face)
        assert sight.fits(frame, view, shown)
        if due != shown:
            seen = sight.letters(frame, view, due)
            assert seen is not None
            assert contradictions(seen, shown) == 0
            assert contradictions(seen, due) > 0


FACE = draw_face("U" * 9 + "RFDLB" * 9, "R")
PERIOD_SECONDS = 0.04


class Film:
    """A camera that gives these images, 25 a second."""

    name = "film"

    def __init__(self, images: Iterable[Image]) -> None:
        self._frames = (
            Frame(image, PERIOD_SECONDS * number, self.name) for number, image in enumerate(images)
        )

    def read(self) -> Frame:
        return next(self._frames)

    def read_after(self, time: float) -> Frame:
        return next(frame for frame in self._frames if frame.time > time)

    def close(self) -> None: ...

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None: ...


def test_a_picture_is_taken_when_the_cube_has_come_to_rest() -> None:
    swaying = [np.roll(FACE, shift, 1) for shift in (12, -9, 6, -4)]
    film = Film([*swaying, FACE, FACE, FACE])
    frame = settled_frame(film, film.read())
    assert np.array_equal(frame.image, FACE)
    assert frame.time == pytest.approx(5 * PERIOD_SECONDS)


def test_a_cube_that_never_rests_is_taken_as_it_is(caplog: pytest.LogCaptureFixture) -> None:
    film = Film(np.roll(FACE, 12 * (number % 2), 1) for number in range(1000))
    frame = settled_frame(film, film.read())
    assert frame.time == pytest.approx(MAX_SETTLING_SECONDS, abs=PERIOD_SECONDS)
    assert "something still moves in the picture" in caplog.text


class LatestOfFilm(Film):
    """A camera whose next frame is always new."""

    def read_after(self, time: float) -> Frame:
        return self.read()


def test_a_live_camera_tells_for_how_long_something_moves() -> None:
    swaying = [np.roll(FACE, shift, 1) for shift in (12, -9, 6, -4)]
    camera = LiveRobotCamera(LatestOfFilm([FACE] * 4 + swaying + [FACE] * 2))
    assert [camera.read_still().late for _ in range(3)] == [0, 0, pytest.approx(0.16)]


PICTURES = [str(PHOTOS / "cube08" / f"{face}.jpg") for face in "URFDLB"]
FACELETS = "RUFLURULDBULBRRRBLRULRFLBFDRDBFDDUDFDFFRLBBUUDBFFBDULL"


@given(st.lists(st.floats(0, 100), min_size=1, max_size=9))
def test_the_first_cubes_count_equally(lightness: list[float]) -> None:
    first, *others = [
        ColourProfile({f"colour {number}": (each, 0, 0) for number in range(6)})
        for each in lightness
    ]
    learnt = LearntColours(first, 1)
    for seen in others:
        learnt = learnt.after(seen)
    assert learnt.cubes == len(lightness)
    mean = sum(lightness) / len(lightness)
    assert learnt.profile.lab["colour 0"][0] == pytest.approx(mean, abs=1e-6)


def test_a_certain_reading_teaches_its_camera(rokumen: Rokumen) -> None:
    result = rokumen("read", *PICTURES, "--camera=phone")
    assert result.status == 0, result.err
    learnt = load_learnt("phone")
    assert learnt is not None
    assert learnt.cubes == 1
    assert learnt.profile.lab["blue"][2] < -30 < 30 < learnt.profile.lab["yellow"][2]
    assert load_learnt("another") is None
    # Red and orange exchanged, and white and blue: a cube that is certain stays as it is.
    wrong = dict(DEFAULT_COLOURS.lab)
    for one, other in (("red", "orange"), ("white", "blue")):
        wrong[one], wrong[other] = wrong[other], wrong[one]
    for _ in range(50):
        teach("phone", ColourProfile(wrong))
    again = rokumen("read", *PICTURES, "--camera=phone")
    assert again.status == 0
    assert again.out == result.out
    assert FACELETS in again.out


def test_a_damaged_file_teaches_nothing_and_stops_nothing(rokumen: Rokumen) -> None:
    path = learnt_file("phone")
    path.parent.mkdir(parents=True)
    path.write_text("[colours]\nred = 7\n")
    assert load_learnt("phone") is None
    teach("phone", DEFAULT_COLOURS)
    assert load_learnt("phone") == LearntColours(ColourProfile(dict(DEFAULT_COLOURS.lab)), 1)
