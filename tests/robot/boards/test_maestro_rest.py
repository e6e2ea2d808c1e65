"""Jaws on a Maestro relax at rest, also once the program has ended, and press in every motion."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from firmware_sim.physics.jaws import USUAL_CONTACT
from robot.boards.maestro_settings import MaestroSettingsError, read_settings
from robot.firmware.firmware import Firmware
from robot.link.protocol import STATUS, STOP, Message, encode
from robot.rigs.command import CLOSED, OPEN, Grip, Move, Pose
from robot.rigs.registry import load_rig
from tests.support.emulated_maestro import EmulatedRig
from tests.support.maestro_example import EXAMPLE

RIG = load_rig("two-gripper")
CONTACT, RESTING = 1090, 1045
JAWS = replace(USUAL_CONTACT, contact_opening=(CONTACT - 1000) / 1000)
KNOWN = EXAMPLE.replace("closed = 1000", f"closed = 1000, contact = {CONTACT}")


class Host:
    """A host, and the firmware on a Maestro whose jaws are closed."""

    def __init__(self, rig: EmulatedRig, rest: float = 0.3) -> None:
        self._rig = rig
        self.firmware = Firmware(RIG, rig.servos, rig.clock, Random(0), rest=rest)
        self._sequence = 0
        self.send("HELLO", ("proto", "1"))
        self.send("HOME", seconds=5)

    def send(self, verb: str, *fields: tuple[str, str], seconds: float = 0.02) -> bytes:
        """Return what the robot says to a command within a time."""
        self._sequence += 1
        self.firmware.receive(encode(Message(self._sequence, verb, fields)))
        return self.wait(seconds, STATUS)

    def wait(self, seconds: float, alive: bytes = b"") -> bytes:
        for _ in range(round(seconds / 0.01)):
            self._rig.clock.sleep(0.01)
            self._rig.robot.advance()
            self.firmware.receive(alive)
        return b"".join(self.firmware.read_output())

    def jaws(self) -> tuple[float | None, ...]:
        return self._rig.robot.board.pulses(4)[2:]


@pytest.fixture
def rig(tmp_path: Path) -> EmulatedRig:
    return EmulatedRig(tmp_path, settings=KNOWN, jaws=JAWS)


def test_jaws_relax_slowly_and_press_before_the_next_motion(rig: EmulatedRig) -> None:
    host = Host(rig)
    assert host.jaws() == (RESTING, RESTING)
    assert b"L:closed,R:closed" in host.send("POSE")
    assert rig.robot.state().openings == (0, 0)
    host.send("MOVE", ("L", "+90"), seconds=0.05)
    assert rig.robot.state().angles == (0, 0)
    host.wait(0.15, STATUS)
    assert host.jaws() == (1000, 1000)
    assert b"pose=L:+90,R:+0;L:closed,R:closed took=1.1" in host.wait(1.2, STATUS)
    assert rig.robot.accidents == ()


def test_jaws_that_hold_alone_stay_closed(rig: EmulatedRig) -> None:
    host = Host(rig)
    host.send("GRIP", ("R", OPEN), seconds=3)
    assert host.jaws() == (RESTING, 2000)
    assert rig.servos.read().pose == Pose((0, 0), (CLOSED, OPEN))
    assert not rig.robot.state().dropped


def test_after_silence_they_relax_and_after_clear_the_robot_goes_on(rig: EmulatedRig) -> None:
    host = Host(rig)
    host.send("MOVE", ("L", "+90"), ("v", "5"))
    host.wait(2.05)
    assert host.jaws() == (1000, 1000)
    host.wait(1)
    assert host.jaws() == (RESTING, RESTING)
    host.send("CLEAR")
    assert b"done pose=L:+0,R:+0;L:closed,R:closed" in host.send("HOME", seconds=3)


def test_a_stop_while_they_press_again_leaves_them_closed(rig: EmulatedRig) -> None:
    host = Host(rig)
    host.send("MOVE", ("L", "+90"), seconds=0.04)
    host.firmware.receive(STOP)
    left = host.jaws()[0]
    assert left is not None
    assert 1000 < left < RESTING
    assert b"pose=L:+0,R:+0;L:closed,R:closed" in host.send("CLEAR")


def test_a_program_that_ends_at_rest_leaves_them_relaxed(rig: EmulatedRig) -> None:
    host = Host(rig, rest=5.0)
    host.send("MOVE", ("L", "+90"), seconds=2)
    assert host.jaws() == (1000, 1000)
    host.firmware.end()
    rig.wait(1)
    assert host.jaws() == (RESTING, RESTING)


@pytest.mark.parametrize(("settings", "rest"), [(KNOWN, 0.0), (EXAMPLE, 0.3)])
def test_they_press_for_ever_where_they_are_told_so(
    tmp_path: Path, settings: str, rest: float
) -> None:
    host = Host(EmulatedRig(tmp_path, settings=settings), rest)
    host.wait(10)
    host.firmware.end()
    host.wait(1)
    assert host.jaws() == (1000, 1000)


def test_the_next_program_finds_relaxed_jaws_closed(rig: EmulatedRig) -> None:
    Host(rig)
    assert rig.servos.read().pose == Pose((0, 0), (CLOSED, CLOSED))
    rig.execute(Grip((("R", OPEN),)))
    rig.execute(Move((("L", 90),)))
    assert rig.robot.board.pulses(4) == (2500, 1500, 1000, 2000)


@pytest.mark.parametrize(("contact", "resting"), [(1090, 1045), (1035, 1010), (1020, 1000)])
def test_they_rest_where_the_rule_of_every_robot_says(
    tmp_path: Path, contact: int, resting: int
) -> None:
    settings = EXAMPLE.replace("closed = 1000", f"closed = 1000, contact = {contact}")
    host = Host(EmulatedRig(tmp_path, settings=settings, jaws=JAWS))
    assert host.jaws() == (resting, resting)


@pytest.mark.parametrize("contact", [990, 1000, 2000, 2100])
def test_a_contact_that_is_not_between_closed_and_open_is_refused(
    tmp_path: Path, contact: int
) -> None:
    path = tmp_path / "maestro.toml"
    path.write_text(EXAMPLE.replace("closed = 1000", f"closed = 1000, contact = {contact}"))
    with pytest.raises(MaestroSettingsError, match=f"contact|{contact}|different pulses"):
        read_settings(path)


def test_the_time_of_rest_is_in_the_settings(tmp_path: Path) -> None:
    path = tmp_path / "maestro.toml"
    path.write_text(EXAMPLE)
    assert read_settings(path).rest == 0.3
    path.write_text(EXAMPLE.replace("pace", "rest = 2.5\npace", 1))
    assert read_settings(path).rest == 2.5
