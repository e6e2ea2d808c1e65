"""Cubes as a robot's cameras read them, which see several faces, or stand where nobody said.

`rokumen.scan` with a video instead of a camera.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

import rokumen
from robot.errors import RigError
from robot.execution.events import RunEvent
from rokumen.errors import InputError
from rokumen.jobs.events import CubeRead, PictureTaken, PlacesDoubted, PlacesLearnt
from rokumen.storage.robots import RobotFile, StoredPlace, load_robot, save_robot
from solver.core.turn import ALL_TURNS
from solver.cube import Cube
from tests.support.command_line import Rokumen
from tests.support.photographs import PHOTOS, load_photographed_cubes
from tests.support.variants import thorough_but
from tests.support.videos import handheld_frames, write_video

SCRAMBLE = "R U F2 L' D B R2 U'"
CUBE = Cube.solved().apply(SCRAMBLE)


def test_a_cube_is_solved_by_a_camera_whose_place_is_learnt(rokumen: Rokumen) -> None:
    url = "sim://flipper?seed=1&camera_at=UF&scramble=R+U+F2+L%27+D+B+R2+U%27"
    result = rokumen("run", f"--port={url}", "--camera-at=unknown", "--json")
    assert result.status == 0, result.err
    assert result.json()["facelets"] == CUBE.facelets


@pytest.mark.thorough
def test_a_robot_keeps_the_place_of_its_camera_until_pictures_disagree(rokumen: Rokumen) -> None:
    # The scan alone, in one process: a run would solve the cube too.
    save_robot(RobotFile("desk", rig="flipper", places=(StoredPlace(),)))
    assert scan_from("UF") == [PlacesLearnt(("UF",), "desk")]
    (kept,) = load_robot("desk").places
    assert kept.positions == "UF"
    assert kept.rotation is not None
    assert scan_from("UF") == []
    assert scan_from("UR") == [PlacesDoubted(("UF",)), PlacesLearnt(("UR",), "desk")]
    assert load_robot("desk").places[0].positions == "UR"
    save_robot(replace(load_robot("desk"), places=(kept, kept)))
    result = rokumen("run", "--robot=desk", "--port=sim://flipper")
    assert result.status == 2
    assert "'desk' keeps where 2 cameras look" in result.err


def scan_from(place: str) -> list[RunEvent]:
    """Read a cube with a robot whose camera looks from a place; return what was said of it."""
    events: list[RunEvent] = []
    url = f"sim://flipper?camera_at={place}&scramble={SCRAMBLE}"
    with rokumen.connect(url, robot="desk", on_event=events.append) as robot:
        assert robot.scan().facelets == CUBE.facelets
    return [each for each in events if isinstance(each, PlacesLearnt | PlacesDoubted)]


def test_two_cameras_of_a_robot_are_read_together() -> None:
    url = f"sim://flipper?camera_at=UF,UL&scramble={SCRAMBLE}"
    with rokumen.connect(url, camera_at="UF,UL") as robot:
        reading = robot.scan()
    assert reading.certain
    assert reading.facelets == CUBE.facelets


@pytest.mark.parametrize(
    ("url", "camera_at", "words"),
    [
        ("sim://two-gripper", "U,F", "'U,F' gives 2 places for 1 cameras"),
        ("sim://six-axis?camera_at=URF", "", "names 1; the six-axis rig has 2, on URF and DLB"),
        ("sim://two-gripper", "UD", "a camera cannot look at 'UD'"),
    ],
)
def test_places_that_do_not_fit_the_cameras_are_refused(
    url: str, camera_at: str, words: str
) -> None:
    refusals = (InputError, RigError)
    with pytest.raises(refusals) as refused, rokumen.connect(url, camera_at=camera_at) as robot:
        robot.scan()
    assert words in str(refused.value)


def test_commands_refuse_places_that_do_not_exist(rokumen: Rokumen) -> None:
    result = rokumen("run", "--port=sim://two-gripper", "--camera-at=UX")
    assert result.status == 2
    assert "a camera cannot look at 'UX'; give one face (U)" in result.err
    result = rokumen("simulate", "--camera-at=unknown")
    assert result.status == 2
    assert "a simulated camera stands at a place that is known" in result.err


@pytest.mark.thorough
def test_a_mirrored_camera_is_scanned_and_each_face_is_reported(tmp_path: Path) -> None:
    cube = next(cube for cube in load_photographed_cubes(PHOTOS) if cube.name == "cube20")
    path = tmp_path / "mirror.avi"
    mirrored = [np.asarray(cv2.flip(frame.image, 1), np.uint8) for frame in cube.frames]
    write_video(path, list(handheld_frames(mirrored)))
    updates: list[rokumen.ScanUpdate] = []
    reading = rokumen.scan(str(path), mirrored=True, on_update=updates.append)
    assert reading.certain
    assert reading.facelets == cube.facelets
    assert [update.faces for update in updates if update.taken] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("rig", ["two-gripper", "four-gripper"])
@pytest.mark.parametrize("turn", thorough_but(["U'", "D"], [str(turn) for turn in ALL_TURNS]))
def test_a_cube_one_turn_from_solved_is_read(rig: str, turn: str) -> None:
    with rokumen.connect(f"sim://{rig}?seed=0&ideal=true&scramble={turn}") as robot:
        reading = robot.scan()
    assert reading.certain
    assert reading.cube == Cube.solved().apply(turn)


def test_no_scan_shows_a_face_that_follows_from_five_but_that_of_a_solved_cube() -> None:
    events: list[RunEvent] = []
    url = f"sim://mindcuber?scramble={SCRAMBLE} F L2 D' B2 R U2 F' L B&faults=jam_n@4x5"
    with rokumen.connect(url, on_event=events.append) as robot:
        result = robot.solve_cube()
    assert (result.solved, result.replans) == (True, 1)
    assert pictures_of_scans(events) == [(5, False), (5, False), (6, True)]


def pictures_of_scans(events: list[RunEvent]) -> list[tuple[int, bool]]:
    """Return the pictures of each scan, and whether it read a solved cube."""
    scans, count = [], 0
    for event in events:
        count += isinstance(event, PictureTaken)
        if isinstance(event, CubeRead):
            scans.append((count, event.reading.cube.is_solved()))
            count = 0
    return scans
