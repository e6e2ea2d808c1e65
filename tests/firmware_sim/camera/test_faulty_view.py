"""Cameras that mislead: what `rescan_wrong` shows, and how far it can make a cube look solved."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from firmware_sim.camera.faulty_view import CameraFaultInjector, SwappedStickers
from firmware_sim.faults.fault import FaultSpec
from firmware_sim.faults.schedule import FaultSchedule
from firmware_sim.physics.state import PhysicalState
from robot.rigs.two_gripper import RIG
from solver.core.cube import Cube
from solver.core.facelets import CORNERS, EDGES, SOLVED
from solver.core.geometry import FACES
from solver.core.turn import parse_turns

BEFORE = Cube.solved().apply(parse_turns("R U2 F' L D"))
AFTER = BEFORE.apply(parse_turns("B2 U"))
PICTURES = 9


def held(cube: Cube) -> PhysicalState:
    return PhysicalState.at_home(RIG.home, cube)


def scanned(seed: int) -> list[PhysicalState]:
    """What is shown after a turn that misleads the camera."""
    sensing = CameraFaultInjector(FaultSchedule((FaultSpec("rescan_wrong", at=7),), seed))
    for _ in range(6):
        assert sensing.apply(held(BEFORE), 5) == held(BEFORE)
    shown = [sensing.apply(held(AFTER), 7) for _ in range(PICTURES)]
    assert sensing.apply(held(BEFORE), 8) == held(BEFORE)
    return [truth for truth in shown if truth is not None]


def test_a_camera_misleads_in_each_of_its_ways_and_in_no_other() -> None:
    seen = set()
    for seed in range(40):
        shown = scanned(seed)
        wrong = [number for number, truth in enumerate(shown) if truth != held(AFTER)]
        if len(wrong) == PICTURES:
            seen.add("flipped")
            flips = zip(shown[0].cube.edge_flips, AFTER.edge_flips, strict=True)
            assert sum(a != b for a, b in flips) == 2
            assert set(shown) == {shown[0]}
        elif len(wrong) == 6:
            seen.add("exchanged")
            assert all(isinstance(truth, SwappedStickers) for truth in shown[:6])
            stickers = zip(shown[0].facelets, AFTER.facelets(), strict=True)
            assert sum(a != b for a, b in stickers) == 2
            assert sorted(shown[0].facelets) == sorted(SOLVED)
        else:
            seen.add("stale")
            (number,) = wrong
            assert number < 6
            assert shown[number].cube == BEFORE
    assert seen == {"flipped", "exchanged", "stale"}


def test_a_stale_picture_may_show_the_cube_otherwise_held() -> None:
    turned = replace(held(BEFORE), orientation=held(BEFORE).orientation.rotated("B", 1))
    ways = set()
    for seed in range(40):
        sensing = CameraFaultInjector(FaultSchedule((FaultSpec("rescan_wrong", at=7),), seed))
        sensing.apply(turned, 5)
        shown = [sensing.apply(held(AFTER), 7) for _ in range(6)]
        ways |= {truth.orientation for truth in shown if truth and truth.cube == BEFORE}
    assert ways == {turned.orientation, held(BEFORE).orientation}


def test_no_cube_that_turns_can_reach_has_fewer_than_three_faces_that_look_unsolved() -> None:
    """So that one wrong picture, or even two, cannot make a cube look solved that is not.

    Pieces whose stickers all lie on two faces are one edge at most, and it can neither change
    places with another one nor be flipped alone.
    """
    for pair in combinations(FACES, 2):
        faces = set(pair)
        pieces = [piece for piece in (*EDGES, *CORNERS) if {SOLVED[i] for i in piece} <= faces]
        assert len(pieces) <= 1
        assert all(len(piece) == 2 for piece in pieces)
