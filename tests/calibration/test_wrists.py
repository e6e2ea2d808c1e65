"""Wrists that stop beside their detents, as the simulated camera sees them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.dials import FINE, WARNING, draw_dials
from calibration.errors import UnclearMotionError
from calibration.wrists import see_wrists, tours
from firmware_sim.camera import cameras_of
from firmware_sim.rendering import Renderer
from firmware_sim.truth import OPENINGS, Tilt, Truth
from robot.command import CLOSED, Command, Home
from robot.link import Arrival
from robot.rig import RIGS, Rig, load_rig
from solver.cube import Cube
from solver.turn import turns
from vision.camera import Frame

RIG = load_rig("two-gripper")
PLACES = ("L -90", "L +90", "R -90", "R +90")
degrees = st.floats(-10, 10)


class Hands:
    """Two hands, whose wrists stop `off` beside their detents and say nothing of it."""

    def __init__(self, off: dict[str, float], limp: str = "", lost: bool = False) -> None:
        self.pose = RIG.home
        self.told: list[Command] = []
        self._off, self._limp, self._lost = off, limp, lost
        self._truth = Truth.at_home(RIG.home, Cube.solved().apply(turns("R U F2 L' D B")))
        self._renderer = Renderer(RIG.name, cameras_of(RIG)[0])

    def perform(self, command: Command, /) -> Arrival:
        self.told.append(command)
        if not isinstance(command, Home):
            step = RIG.step(self.pose, command)  # raises RuleError for what would do harm
            if command.targets[0][0] != self._limp:
                for effect in step.effects:
                    self._truth = self._truth.carried(effect, 1)
            self.pose = step.after
        return Arrival(self.pose, 0.5)

    def look(self, position: str) -> Frame:
        assert position == "U"
        angles, tilt = list(map(float, self.pose.angles)), None
        for hand, axis in enumerate(RIG.axes):
            off = self._off.get(f"{axis} {int(angles[hand]):+d}", 0.0)
            angles[hand] += off
            if self.pose.grips[hand] == CLOSED and off:
                tilt = Tilt("LB"[hand], off)
        openings = tuple(OPENINGS[grip] for grip in self.pose.grips)
        shown = replace(
            self._truth, angles=tuple(angles), openings=openings, tilt=tilt, dropped=self._lost
        )
        return Frame(self._renderer.render(shown), 0.0, "above")


@settings(max_examples=5, deadline=None)
@given(st.tuples(degrees, degrees, degrees, degrees))
def test_where_wrists_really_stop_is_seen(off: tuple[float, ...]) -> None:
    hands = Hands(dict(zip(PLACES, off, strict=True)))
    seen = see_wrists(hands, RIG, hands.look)
    assert hands.pose == RIG.home
    for place, each in zip(PLACES, off, strict=True):
        assert seen[place] == pytest.approx(int(place[1:]) + each, abs=0.7)


def test_nothing_is_closed_on_a_cube_that_stands_askew() -> None:
    hands = Hands({"L +90": 10.0})
    see_wrists(hands, RIG, hands.look)
    pose = RIG.home
    for command in hands.told[1:]:
        after = RIG.step(pose, command).after
        if after.grips.count(CLOSED) > pose.grips.count(CLOSED):
            assert after.angles == (0, 0)
        pose = after


@pytest.mark.parametrize("hand", ["L", "R"])
def test_a_cube_that_does_not_go_along_is_said(hand: str) -> None:
    hands = Hands({}, limp=hand)
    with pytest.raises(UnclearMotionError, match=f"Hand {hand} does not hold it"):
        see_wrists(hands, RIG, hands.look)


def test_a_wrist_that_is_far_off_is_not_believed() -> None:
    hands = Hands({"R +90": 38.0})
    with pytest.raises(UnclearMotionError, match=r"wrist R \+90"):
        see_wrists(hands, RIG, hands.look)


def test_a_cube_that_is_not_there_is_said() -> None:
    hands = Hands({}, lost=True)
    with pytest.raises(UnclearMotionError, match="sees no face"):
        see_wrists(hands, RIG, hands.look)


@pytest.mark.parametrize("name", RIGS)
def test_only_hands_that_can_show_the_cube_alone_are_asked_to(name: str) -> None:
    rig: Rig = load_rig(name)
    shown = [visit.place for tour in tours(rig) for visit in tour.visits]
    assert bool(shown) == name.startswith("two-gripper")
    for tour in tours(rig):
        pose = rig.home
        for command in (*(c for visit in tour.visits for c in visit.commands), *tour.back):
            pose = rig.step(pose, command).after
        assert pose == rig.home


def test_a_wrist_that_is_off_is_drawn_red() -> None:
    def drawn(angles: dict[str, float], colour: tuple[int, int, int]) -> int:
        picture = draw_dials(angles, seen=("L +90",))
        return int((np.abs(picture.astype(int) - colour).max(2) < 10).sum())

    good, bad = {"L +90": 90.4, "L +0": 0.0}, {"L +90": 82.0, "L +0": 0.0}
    assert drawn(good, WARNING) == 0
    assert drawn(bad, WARNING) > 200
    assert drawn(good, FINE) > drawn(bad, FINE) > 200
