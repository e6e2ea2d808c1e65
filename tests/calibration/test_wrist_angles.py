"""Wrists that stop beside their detents, as the simulated camera sees them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.errors import GripperCalibrationError
from calibration.wrist_angles import measure_wrist_angles, presentation_tours
from firmware_sim.camera.geometry import cameras_of
from firmware_sim.camera.renderer import Renderer
from firmware_sim.physics.state import GRIP_OPENINGS, PartialRotation, PhysicalState
from robot.rigs.command import CLOSED, Arrival, Command, Home
from robot.rigs.registry import RIGS, load_rig
from robot.rigs.rig import Rig
from rokumen.show.drawings.wrist_dials import OK_COLOUR, WARNING, draw_wrist_angles
from solver.core.cube import Cube
from solver.core.turn import parse_turns
from vision.capture.frame import Frame

RIG = load_rig("two-gripper")
PLACES = ("L -90", "L +90", "R -90", "R +90")
degrees = st.floats(-10, 10)


class Hands:
    """Two grippers, whose wrists stop `off` beside their detents and say nothing of it."""

    def __init__(self, off: dict[str, float], limp: str = "", lost: bool = False) -> None:
        self.pose = RIG.home
        self.told: list[Command] = []
        self._off, self._limp, self._lost = off, limp, lost
        self._truth = PhysicalState.at_home(
            RIG.home, Cube.solved().apply(parse_turns("R U F2 L' D B"))
        )
        self._renderer = Renderer(RIG.name, cameras_of(RIG)[0])

    def execute(self, command: Command, /) -> Arrival:
        self.told.append(command)
        if not isinstance(command, Home):
            # raises ForbiddenCommandError for what would do harm
            step = RIG.step(self.pose, command)
            if command.targets[0][0] != self._limp:
                for effect in step.effects:
                    self._truth = self._truth.with_effect(effect, 1)
            self.pose = step.after
        return Arrival(self.pose, 0.5)

    def look(self, position: str) -> Frame:
        assert position == "U"
        angles, tilt = list(map(float, self.pose.angles)), None
        for hand, axis in enumerate(RIG.axes):
            off = self._off.get(f"{axis} {int(angles[hand]):+d}", 0.0)
            angles[hand] += off
            if self.pose.grips[hand] == CLOSED and off:
                tilt = PartialRotation("LB"[hand], off)
        openings = tuple(GRIP_OPENINGS[grip] for grip in self.pose.grips)
        shown = replace(
            self._truth, angles=tuple(angles), openings=openings, tilt=tilt, dropped=self._lost
        )
        return Frame(self._renderer.render(shown), 0.0, "above")


@settings(max_examples=5, deadline=None)
@given(st.tuples(degrees, degrees, degrees, degrees))
def test_where_wrists_really_stop_is_seen(off: tuple[float, ...]) -> None:
    hands = Hands(dict(zip(PLACES, off, strict=True)))
    seen = measure_wrist_angles(hands, RIG, hands.look)
    assert hands.pose == RIG.home
    for place, each in zip(PLACES, off, strict=True):
        assert seen[place] == pytest.approx(int(place[1:]) + each, abs=0.7)


def test_nothing_is_closed_on_a_cube_that_stands_askew() -> None:
    hands = Hands({"L +90": 10.0})
    measure_wrist_angles(hands, RIG, hands.look)
    pose = RIG.home
    for command in hands.told[1:]:
        after = RIG.step(pose, command).after
        if after.grips.count(CLOSED) > pose.grips.count(CLOSED):
            assert after.angles == (0, 0)
        pose = after


@pytest.mark.parametrize("hand", ["L", "R"])
def test_a_cube_that_does_not_go_along_is_said(hand: str) -> None:
    hands = Hands({}, limp=hand)
    with pytest.raises(GripperCalibrationError, match=f"Gripper {hand} does not hold it"):
        measure_wrist_angles(hands, RIG, hands.look)


def test_a_wrist_that_is_far_off_is_not_believed() -> None:
    hands = Hands({"R +90": 38.0})
    with pytest.raises(GripperCalibrationError, match=r"wrist R \+90"):
        measure_wrist_angles(hands, RIG, hands.look)


def test_a_cube_that_is_not_there_is_said() -> None:
    hands = Hands({}, lost=True)
    with pytest.raises(GripperCalibrationError, match="sees no face"):
        measure_wrist_angles(hands, RIG, hands.look)


@pytest.mark.parametrize("name", RIGS)
def test_only_hands_that_can_show_the_cube_alone_are_asked_to(name: str) -> None:
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


def test_a_wrist_that_is_off_is_drawn_red() -> None:
    def drawn(angles: dict[str, float], colour: tuple[int, int, int]) -> int:
        picture = draw_wrist_angles(angles, measured_by_camera=("L +90",))
        return int((np.abs(picture.astype(int) - colour).max(2) < 10).sum())

    good, bad = {"L +90": 90.4, "L +0": 0.0}, {"L +90": 82.0, "L +0": 0.0}
    assert drawn(good, WARNING) == 0
    assert drawn(bad, WARNING) > 200
    assert drawn(good, OK_COLOUR) > drawn(bad, OK_COLOUR) > 200
