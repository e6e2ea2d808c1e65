"""Measuring, with the simulated camera, wrists that stop beside their detents."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.errors import GripperCalibrationError
from calibration.wrist_angles import measure_wrist_angles, presentation_tours
from robot.rigs.command import CLOSED
from robot.rigs.registry import RIGS, load_rig
from robot.rigs.rig import Rig
from rokumen.show.drawings.wrist_dials import OK_COLOUR, WARNING, draw_wrist_angles
from tests.support.inexact_grippers import RIG, InexactGrippers

DETENTS = ("L -90", "L +90", "R -90", "R +90")
degrees = st.floats(-10, 10)


@settings(max_examples=5, deadline=None)
@given(st.tuples(degrees, degrees, degrees, degrees))
def test_the_real_angles_of_wrists_are_measured(off: tuple[float, ...]) -> None:
    simulated = InexactGrippers(dict(zip(DETENTS, off, strict=True)))
    seen = measure_wrist_angles(simulated, RIG, simulated.look)
    assert simulated.pose == RIG.home
    for name, each in zip(DETENTS, off, strict=True):
        assert seen[name] == pytest.approx(int(name[1:]) + each, abs=0.7)


def test_no_gripper_closes_on_a_tilted_cube() -> None:
    simulated = InexactGrippers({"L +90": 10.0})
    measure_wrist_angles(simulated, RIG, simulated.look)
    pose = RIG.home
    for command in simulated.executed[1:]:
        after = RIG.step(pose, command).after
        if after.grips.count(CLOSED) > pose.grips.count(CLOSED):
            assert after.angles == (0, 0)
        pose = after


@pytest.mark.parametrize(("gripper", "name"), [("L", "left gripper"), ("R", "right gripper")])
def test_a_cube_that_does_not_turn_with_its_gripper_is_reported(gripper: str, name: str) -> None:
    simulated = InexactGrippers({}, limp=gripper)
    with pytest.raises(GripperCalibrationError, match=f"The {name} does not hold it"):
        measure_wrist_angles(simulated, RIG, simulated.look)


def test_an_implausible_wrist_angle_is_rejected() -> None:
    simulated = InexactGrippers({"R +90": 38.0})
    with pytest.raises(GripperCalibrationError, match=r"right wrist \+90"):
        measure_wrist_angles(simulated, RIG, simulated.look)


def test_a_missing_cube_is_reported() -> None:
    simulated = InexactGrippers({}, lost=True)
    with pytest.raises(GripperCalibrationError, match="sees no face"):
        measure_wrist_angles(simulated, RIG, simulated.look)


@pytest.mark.parametrize("name", RIGS)
def test_only_grippers_that_can_show_the_cube_alone_are_measured(name: str) -> None:
    rig: Rig = load_rig(name)
    shown = [visit.detent for tour in presentation_tours(rig) for visit in tour.visits]
    assert bool(shown) == name.startswith("two-gripper")
    for tour in presentation_tours(rig):
        pose = rig.home
        for command in (
            *(c for visit in tour.visits for c in visit.commands),
            *tour.return_commands,
        ):
            pose = rig.step(pose, command).after
        assert pose == rig.home


def test_a_wrist_that_is_off_is_drawn_in_red() -> None:
    def pixels_of(angles: dict[str, float], colour: tuple[int, int, int]) -> int:
        picture = draw_wrist_angles(angles, measured_by_camera=("L +90",))
        return int((np.abs(picture.astype(int) - colour).max(2) < 10).sum())

    good, bad = {"L +90": 90.4, "L +0": 0.0}, {"L +90": 82.0, "L +0": 0.0}
    assert pixels_of(good, WARNING) == 0
    assert pixels_of(bad, WARNING) > 200
    assert pixels_of(good, OK_COLOUR) > pixels_of(bad, OK_COLOUR) > 200
