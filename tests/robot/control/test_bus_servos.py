"""Servos of a bus behind a link: what they report to be wrong, and how often they are asked."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from firmware_sim.drives.feetech import STATUS
from robot.drives.drive import ChannelState
from robot.drives.feetech_frames import READ, WRITE, FeetechClient
from robot.errors import ServoOfflineError
from robot.execution.recovery import clear_and_home
from robot.rigs.actuators import Offline
from robot.rigs.command import Move
from robot.servos.drive_servos import POLL_SECONDS
from robot.servos.jam_detection import reported_fault
from tests.support.benchmarks import FeetechScene
from tests.support.cases import for_each
from tests.support.controlled_robot import linked, settings_of

_OVERLOAD = 0x20


@for_each(
    ("servo", "words"),
    [(0, "left wrist at"), (1, "right wrist at"), (2, "left gripper"), (3, "right gripper")],
)
def test_a_servo_that_reports_an_error_ends_the_motion_and_not_the_session(
    servo: int, words: str
) -> None:
    scene = FeetechScene()
    with linked(scene.opened(), replace(settings_of(first_channel=1), rest=0.0)) as link:
        clear_and_home(link)
        scene.servos[servo].registers[STATUS] |= _OVERLOAD
        with pytest.raises(ServoOfflineError, match=f"a servo reports overload .{words}"):
            link.execute(Move((("L", 90),)))
        assert abs(scene.servos[0].position - 2048) < 20
        scene.servos[servo].registers[STATUS] &= ~_OVERLOAD
        clear_and_home(link)
        assert link.execute(Move((("L", 90),))).pose.angles == (90.0, 0.0)


def test_a_servo_on_its_way_is_told_once_a_poll(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: Counter[int] = Counter()
    request = FeetechClient._request

    def counted(self: FeetechClient, number: int, instruction: int, *more: Any) -> bytes:
        asked[instruction] += 1
        return request(self, number, instruction, *more)

    monkeypatch.setattr(FeetechClient, "_request", counted)
    with linked(FeetechScene().opened(), replace(settings_of(first_channel=1), rest=0.0)) as link:
        clear_and_home(link)
        asked.clear()
        polls = round(link.execute(Move((("L", 90),))).seconds / POLL_SECONDS)
    assert asked[WRITE] <= polls
    # Each servo of four, the one on its way again before it is told, and the end.
    assert asked[READ] <= 5 * polls + 80


def test_volts_are_told_where_they_are_wrong() -> None:
    settings = settings_of()
    states = [ChannelState(number, 0.0, errors=()) for number in range(4)]
    assert reported_fault(states, settings) is None
    states[2] = replace(states[2], errors=("voltage", "current"), volts=5.94)
    assert reported_fault(states, settings) == Offline("L", "voltage (5.9 V), current", "gripper")
    # A servo of something else on the same bus.
    other = ChannelState(9, 0.0, errors=("overload",))
    assert reported_fault([other], settings) is None
