"""Which pictures a scan takes, and how many of them it needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from firmware_sim.physics.state import PhysicalState
from robot.planning.robot_state import RobotState, home_state
from robot.planning.scan_planner import ScanLeg, plan_scan
from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig
from rokumen.devices.rig_cameras import CameraScanner
from rokumen.devices.scanner import ScanPicture
from solver.core.facelets import SOLVED
from solver.core.geometry import FACES
from solver.cube import Cube
from tests.support.still_camera import StillCamera
from vision.held.placed_views import CameraPlace
from vision.reading_result import Reading

PLAIN = load_rig("two-gripper-plain")


def scanner_of(rig: Rig, cube: Cube) -> tuple[CameraScanner, StillCamera]:
    camera = StillCamera(rig, 0, PhysicalState.at_home(rig.home, cube))
    return CameraScanner([camera], rig, tuple(map(CameraPlace, rig.cameras))), camera


def execute(scanner: CameraScanner, camera: StillCamera, leg: ScanLeg) -> RobotState:
    """Let the robot make a leg; the observer looks after each command."""
    assert scanner.observer is not None
    for each in leg.plan.commands:
        camera.hold(each.after)
        scanner.observer.observe(each.command, each.after.pose)
    return leg.plan.end


def read_early(
    scanner: CameraScanner, camera: StillCamera, legs: Sequence[ScanLeg]
) -> tuple[Reading | None, int]:
    """Return the first certain reading of a scan, and by how many pictures."""
    pictures: list[ScanPicture] = []
    for leg in legs:
        camera.hold(leg.plan.end)
        pictures += scanner.capture(leg.plan.end, leg.views)
        reading = scanner.read_early(pictures)
        if reading is not None:
            return reading, len(pictures)
    return None, len(pictures)


def test_the_picture_after_a_command_is_one_of_the_scan_and_a_second_one_is_new() -> None:
    rig = load_rig("two-gripper")
    scanner, camera = scanner_of(rig, Cube.random(3))
    leg = plan_scan(rig, home_state(rig))[0]
    holding = execute(scanner, camera, leg)
    seen = scanner.observer and scanner.observer.seen
    taken = camera.taken
    (picture,) = scanner.capture(holding, leg.views)
    assert picture.frame is seen
    assert camera.taken == taken
    # What was read badly is not read again from the same picture.
    (again,) = scanner.capture(holding, leg.views)
    assert again.frame is not seen
    assert camera.taken == taken + 1


def test_a_face_that_looks_otherwise_is_scanned_in_a_new_picture() -> None:
    rig = load_rig("two-gripper")
    scanner, camera = scanner_of(rig, Cube.random(3))
    legs = plan_scan(rig, home_state(rig))
    assert read_early(scanner, camera, legs)[0] is not None
    assert scanner.observer is not None
    holding = execute(scanner, camera, legs[0])
    first = scanner.observer.seen
    assert first is not None
    scanner.see(legs[0].views[0], "U" * 9)
    (picture,) = scanner.capture(holding, legs[0].views)
    assert picture.frame is not first


def test_all_faces_of_a_solved_cube_are_seen_but_not_what_follows_from_them() -> None:
    scanner, camera = scanner_of(PLAIN, Cube.random(3))
    legs = plan_scan(PLAIN, home_state(PLAIN))
    first, _ = read_early(scanner, camera, legs)
    assert first is not None
    assert first.cube == Cube.random(3)
    camera.cube = PhysicalState.at_home(PLAIN.home, Cube.solved())
    later, pictures = read_early(scanner, camera, legs)
    assert later is not None
    assert later.facelets == SOLVED
    assert {place.letter for place in later.places} == set(FACES)
    assert len(FACES) <= pictures < len(legs)


@pytest.mark.parametrize("face", FACES)
def test_a_solved_cube_is_not_read_by_six_pictures_of_five_faces(face: str) -> None:
    scanner, camera = scanner_of(PLAIN, Cube.solved())
    without = [leg for leg in plan_scan(PLAIN, home_state(PLAIN)) if leg.views[0].face != face]
    assert len(without) > len(FACES)
    assert read_early(scanner, camera, without)[0] is None


def test_an_edge_that_jaws_hide_is_no_part_of_what_follows() -> None:
    """Two edges change places, and two corners, of which the first pictures show a part only."""
    scanner, camera = scanner_of(PLAIN, Cube.solved())
    legs = plan_scan(PLAIN, home_state(PLAIN))
    for turns in ("R U R' U' R' F R2 U' R' U' R U R' F'", "M2 U M2 U2 M2 U M2", "M' U2 M U2"):
        camera.cube = replace(camera.cube, cube=Cube.solved().apply(turns))
        reading, _ = read_early(scanner, camera, legs)
        assert reading is not None
        assert reading.cube == Cube.solved().apply(turns)
