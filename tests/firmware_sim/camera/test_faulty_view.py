"""The fault `rescan_wrong`: its wrong pictures cannot make an unsolved cube look solved."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from firmware_sim.camera.faulty_view import CameraFaultInjector, SwappedStickers
from firmware_sim.faults import FaultSchedule, FaultSpec
from firmware_sim.physics.state import PhysicalState
from robot.rigs.mechanisms.two_gripper import RIG
from solver.core.facelets import CORNERS, EDGES, SOLVED
from solver.core.geometry import FACES
from solver.cube import Cube

BEFORE = Cube.solved().apply("R U2 F' L D")
AFTER = BEFORE.apply("B2 U")
PICTURES = 9


def held(cube: Cube) -> PhysicalState:
    return PhysicalState.at_home(RIG.home, cube)


def scanned(seed: int) -> list[PhysicalState]:
    """Return what the camera shows after the turn at which the fault is injected."""
    injector = CameraFaultInjector(FaultSchedule((FaultSpec("rescan_wrong", at=7),), seed))
    for _ in range(6):
        assert injector.apply(held(BEFORE), 5) == held(BEFORE)
    shown = [injector.apply(held(AFTER), 7) for _ in range(PICTURES)]
    assert injector.apply(held(BEFORE), 8) == held(BEFORE)
    return [truth for truth in shown if truth is not None]


def test_the_fault_is_one_of_three_kinds() -> None:
    kinds = set()
    for seed in range(40):
        shown = scanned(seed)
        wrong = [number for number, truth in enumerate(shown) if truth != held(AFTER)]
        if len(wrong) == PICTURES:
            kinds.add("flipped")
            flips = zip(shown[0].cube.edge_flips, AFTER.edge_flips, strict=True)
            assert sum(a != b for a, b in flips) == 2
            assert set(shown) == {shown[0]}
        elif len(wrong) == 6:
            kinds.add("exchanged")
            assert all(isinstance(truth, SwappedStickers) for truth in shown[:6])
            stickers = zip(shown[0].facelets, AFTER.facelets, strict=True)
            assert sum(a != b for a, b in stickers) == 2
            assert sorted(shown[0].facelets) == sorted(SOLVED)
        else:
            kinds.add("stale")
            (number,) = wrong
            assert number < 6
            assert shown[number].cube == BEFORE
    assert kinds == {"flipped", "exchanged", "stale"}


def test_a_stale_picture_may_show_another_orientation() -> None:
    turned = replace(held(BEFORE), orientation=held(BEFORE).orientation.rotated("B", 1))
    orientations = set()
    for seed in range(40):
        injector = CameraFaultInjector(FaultSchedule((FaultSpec("rescan_wrong", at=7),), seed))
        injector.apply(turned, 5)
        shown = [injector.apply(held(AFTER), 7) for _ in range(6)]
        orientations |= {truth.orientation for truth in shown if truth and truth.cube == BEFORE}
    assert orientations == {turned.orientation, held(BEFORE).orientation}


def test_an_unsolved_cube_has_at_least_three_unsolved_faces() -> None:
    """Hence one or two wrong pictures cannot make an unsolved cube look solved.

    Pieces whose stickers all lie on two faces are one edge at most, and it can neither change
    places with another one nor be flipped alone.
    """
    for pair in combinations(FACES, 2):
        faces = set(pair)
        pieces = [piece for piece in (*EDGES, *CORNERS) if {SOLVED[i] for i in piece} <= faces]
        assert len(pieces) <= 1
        assert all(len(piece) == 2 for piece in pieces)
