"""Jaws of the board relax at rest, and press the cube in every motion."""

from __future__ import annotations

from itertools import pairwise

import pytest

from robot.link.protocol import STOP, StopLevel
from robot.rigs.actuators import resting_pulse
from robot.rigs.servo_constants import NAMES
from tests.support.benchmarks import NativeFirmware
from tests.support.native_host import Host

LEFT_JAWS, RIGHT_JAWS = 2, 3
CLOSED, CONTACT, OPEN = 1000, 1060, 2000
# Half of the way from contact to closed.
RESTING = 1030
PULSE_MS = 20


class RestingHost(Host):
    """The host of a board whose jaws are closed, and whose constants say where they touch."""

    def __init__(self, native: NativeFirmware, **constants: int) -> None:
        super().__init__(native)
        self.native = native
        contacts = {"grip_L_contact": CONTACT, "grip_R_contact": CONTACT}
        for name, value in {**contacts, **constants}.items():
            assert self.set(name, value).verb == "done"
        assert self.send("STORE").verb == "done"
        self.send("HOME")
        while self.status() == "moving":
            self.wait(1)

    def status(self) -> str:
        self._native.read_output()
        self._native.receive(b"?")
        return self._native.read_output().split(b"state=")[1].split(b" ")[0].decode()

    def rest(self, milliseconds: int) -> list[int]:
        """Let time pass without a word; return each pulse that the left jaws got."""
        pulses = [self.native.pulse(LEFT_JAWS)]
        for _ in range(milliseconds // PULSE_MS):
            self.native.advance(PULSE_MS)
            pulses.append(self.native.pulse(LEFT_JAWS))
        return pulses

    def jaws(self) -> tuple[int, int]:
        return self.native.pulse(LEFT_JAWS), self.native.pulse(RIGHT_JAWS)


def test_closed_jaws_relax_slowly_without_a_host(native: NativeFirmware) -> None:
    host = RestingHost(native)
    pulses = host.rest(500)
    assert (pulses[0], pulses[-1]) == (CLOSED, RESTING)
    assert max(after - before for before, after in pairwise(pulses)) <= 10
    assert host.jaws() == (RESTING, RESTING)
    # A question is answered with the present pulse, the pose stays, and so it does for hours.
    assert host.send("JOG", ("gripper", "L")).get("us") == str(RESTING)
    assert host.send("POSE").get("pose") == "L:+0,R:+0;L:closed,R:closed"
    assert host.status() == "idle"
    assert set(host.rest(20_000)) == {RESTING}


def test_they_press_again_before_the_next_motion_begins(native: NativeFirmware) -> None:
    host = RestingHost(native)
    host.rest(1000)
    wrist = native.pulse(0)
    assert host.send("MOVE", ("L", "+90")).verb == "ack"
    while host.jaws() != (CLOSED, CLOSED):
        assert native.pulse(0) == wrist
        native.advance(PULSE_MS)
    host.wait(30)
    assert host.jaws() == (CLOSED, CLOSED)
    assert host.send("POSE").get("pose") == "L:+90,R:+0;L:closed,R:closed"


def test_they_press_before_other_jaws_open_and_alone_they_never_open(
    native: NativeFirmware,
) -> None:
    host = RestingHost(native)
    host.rest(1000)
    host.send("GRIP", ("R", "open"))
    for _ in range(4000 // PULSE_MS):
        native.advance(PULSE_MS)
        left, right = host.jaws()
        assert left <= RESTING
        assert left == CLOSED or right in (OPEN, *range(CLOSED, RESTING + 1))
        if native.pulse(RIGHT_JAWS) == OPEN:
            break
        native.receive(b"?")
    assert host.rest(1000)[-1] == RESTING
    assert host.jaws() == (RESTING, OPEN)


@pytest.mark.parametrize("constants", [{"rest_ms": 0}, {"grip_L_contact": 0, "grip_R_contact": 0}])
def test_they_never_relax_where_the_robot_is_told_so(
    native: NativeFirmware, constants: dict[str, int]
) -> None:
    host = RestingHost(native, **constants)
    assert set(host.rest(5000)) == {CLOSED}


def test_the_time_of_rest_is_a_setting(native: NativeFirmware) -> None:
    host = RestingHost(native, rest_ms=2000)
    assert set(host.rest(1900)) == {CLOSED}
    assert host.rest(400)[-1] == RESTING


@pytest.mark.parametrize(
    ("closed", "contact", "opened"),
    # Half of the squeeze; 2.2 degrees of it; the whole of one that is smaller; the other way round.
    [(1000, 1081, 2000), (1002, 1035, 2000), (1000, 1020, 2000), (1800, 1760, 900)],
)
def test_the_board_rests_where_the_rule_says(
    native: NativeFirmware, closed: int, contact: int, opened: int
) -> None:
    jaws = {"closed": closed, "contact": contact, "open": opened, "loading": opened}
    host = RestingHost(native, **{f"grip_L_{place}": pulse for place, pulse in jaws.items()})
    assert host.rest(600)[-1] == resting_pulse(closed, contact)


def test_a_stop_that_cannot_relax_says_that_it_holds(native: NativeFirmware) -> None:
    RestingHost(native, grip_L_contact=1020, grip_R_contact=1020)
    native.read_output()
    native.receive(5 * StopLevel.RELAX.raw)
    assert b"level=hold" in native.read_output()


def test_a_motion_that_ends_by_silence_is_followed_by_rest(native: NativeFirmware) -> None:
    host = RestingHost(native, turn_ms=5000, first_home_percent=100)
    host.send("MOVE", ("L", "+90"))
    pulses = host.rest(2000)
    assert set(pulses[-50:]) == {CLOSED}
    assert host.rest(600)[-1] == RESTING
    assert host.status() == "stopped"


def test_a_stop_while_they_press_again_leaves_them_closed(native: NativeFirmware) -> None:
    host = RestingHost(native)
    host.rest(1000)
    host.send("MOVE", ("L", "+90"))
    native.receive(STOP)
    assert CLOSED < native.pulse(LEFT_JAWS) < RESTING
    assert host.send("CLEAR").get("pose") == "L:+0,R:+0;L:closed,R:closed"
    assert host.rest(600)[-1] == RESTING
    assert host.send("MOVE", ("L", "+90")).verb == "ack"
    host.wait(40)
    assert host.send("POSE").get("pose") == "L:+90,R:+0;L:closed,R:closed"


def test_after_the_watchdog_they_still_count_as_closed(native: NativeFirmware) -> None:
    host = RestingHost(native)
    host.rest(1000)
    native.boot_by_watchdog()
    again = Host(native)
    assert again.send("POSE").get("pose") == "L:+0,R:+0;L:closed,R:closed"
    assert host.jaws() == (RESTING, RESTING)
    again.send("HOME")
    again.wait(5)
    assert host.jaws() == (CLOSED, CLOSED)


def test_a_pulse_that_a_person_has_set_stays(native: NativeFirmware) -> None:
    host = RestingHost(native)
    host.send("LOAD")
    host.wait(200)
    host.send("JOG", ("gripper", "L"), ("by", "-1000"))
    host.wait(120)
    assert host.jaws() == (CLOSED, OPEN)
    assert set(host.rest(2000)) == {CLOSED}


@pytest.mark.parametrize("contact", [990, 2000, 2400])
def test_a_contact_that_is_not_between_closed_and_open_is_refused(
    native: NativeFirmware, contact: int
) -> None:
    host = Host(native)
    host.set("grip_R_contact", contact)
    reply = host.send("STORE")
    number = str(NAMES.index("grip_R_contact"))
    assert (reply.get("why"), reply.get("n")) == ("not-monotonic", number)


def test_a_cover_is_at_its_contact_as_soon_as_it_is_closed(native: NativeFirmware) -> None:
    cover = {"grip_L_open": 1500, "cover_low": 1750, "cover_up": 2000, "cover_release": 1050}
    host = RestingHost(native, rig=1, **cover)
    assert set(host.rest(2000)) == {1050}
