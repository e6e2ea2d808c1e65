"""Motions that overlap on a Maestro: their pulses, stops, and a failure of the power."""

from __future__ import annotations

from pathlib import Path

import pytest

from robot.boards.maestro_protocol import UNITS_PER_MICROSECOND
from robot.boards.pulse_memory import PulseMemory
from robot.rigs.command import CLOSED, Home, Move, Pose, Regrip
from robot.rigs.registry import load_rig
from robot.rigs.rig import with_overlap
from tests.support.emulated_maestro import EmulatedRig
from tests.support.maestro_example import EXAMPLE

RIG = with_overlap(load_rig("two-gripper"))
BEFORE = Pose((0, 90), (CLOSED, CLOSED))
REGRIP = Regrip(("R",), (("L", 90), ("R", 0)))
PARTS = RIG.parts(BEFORE, REGRIP)


@pytest.fixture
def emulated(tmp_path: Path) -> EmulatedRig:
    """Return a robot at home, after the right wrist has turned by 90 degrees."""
    robot = EmulatedRig(tmp_path, memory=PulseMemory())
    home(robot)
    robot.execute(Move((("R", 90),)))
    return robot


def home(robot: EmulatedRig) -> None:
    for command in RIG.homing_commands(robot.servos.read().pose):
        assert not isinstance(command, Home)
        robot.execute(command)


def test_a_regrip_takes_the_time_of_the_rig_and_touches_nothing(emulated: EmulatedRig) -> None:
    assert "overlap" in emulated.servos.can
    ends = max(part.start + part.seconds for part in PARTS)
    assert emulated.execute(REGRIP) == pytest.approx(ends, abs=0.1)
    assert emulated.servos.read().pose == Pose((90, 0), (CLOSED, CLOSED))
    assert emulated.robot.accidents == ()
    # The whole cube was turned by the left wrist: its faces lie elsewhere now, still solved.
    assert emulated.robot.state().orientation.face_at("U") != "U"


def test_wrists_turn_while_the_jaws_are_still_on_their_way(emulated: EmulatedRig) -> None:
    emulated.servos.start(REGRIP)
    emulated.run(PARTS[1].start + 0.3)
    state = emulated.robot.state()
    assert 0 < state.angles[0] < 90
    assert 0 < state.openings[1] < 1


@pytest.mark.parametrize("after", [0.4, 0.9, 1.4, 1.9])
def test_after_a_stop_homing_opens_the_jaws_first(emulated: EmulatedRig, after: float) -> None:
    emulated.servos.start(REGRIP)
    emulated.run(after)
    emulated.servos.halt()
    emulated.wait(0.5)
    assert 0 < emulated.robot.state().openings[1] < 1
    home(emulated)
    assert emulated.servos.read().pose == RIG.home
    assert emulated.robot.accidents == ()


def test_jaws_that_let_go_are_enabled_open_after_a_power_failure(tmp_path: Path) -> None:
    memory = PulseMemory()
    robot = EmulatedRig(tmp_path, memory=memory)
    home(robot)
    robot.execute(Move((("R", 90),)))
    robot.servos.start(REGRIP)
    robot.run(0.9)
    pulses = {channel: units / UNITS_PER_MICROSECOND for channel, units in kept(memory).items()}
    # The wrists half-way, the left jaws closed, the right ones open: the left ones hold the cube.
    assert [pulses[channel] for channel in range(4)] == [2000, 2000, 1000, 2000]


def kept(memory: PulseMemory) -> dict[int, int]:
    return {channel: memory.get(channel) for channel in range(4)}


def test_a_rig_whose_jaws_do_not_draw_back_does_not_announce_it(tmp_path: Path) -> None:
    text = EXAMPLE.replace('"two-gripper"', '"two-gripper-plain"')
    assert text != EXAMPLE
    assert "overlap" not in EmulatedRig(tmp_path, text).servos.can
