"""The rules of motions: they end where they are told to, one at a time, and say busy."""

from __future__ import annotations

from itertools import pairwise

from robot.command import Grip, Home
from robot.conformance.expectations import SLACK, expect_at, expect_time, seconds_in
from robot.conformance.probe import BreachError, InapplicableError, Probe
from robot.conformance.trials import a_move, a_slow_move, step_from_home, steps_from_home
from robot.protocol import BUSY_SECONDS, command_to_fields


def moves_where_it_is_told(probe: Probe) -> None:
    """A motion is acknowledged, and ends where it was told to, with the time that it took."""
    command = a_move(probe)
    done = probe.perform(command)
    expect_at(probe.pose_in(done), probe, command)
    if seconds_in(done, "took") <= 0:
        raise BreachError("it says that a motion took no time")


def grips_as_it_is_told(probe: Probe) -> None:
    """A gripper goes to the position that it is told, and nothing else moves."""
    command = next((s.command for s in steps_from_home(probe) if isinstance(s.command, Grip)), None)
    if command is None:
        raise InapplicableError(f"the {probe.rig.name} rig has no grippers to move from home")
    before = probe.pose()
    after = probe.pose_in(probe.perform(command))
    if after.grips != step_from_home(probe, command).after.grips or after.angles != before.angles:
        raise BreachError(f"it was told {command}, and went from {before} to {after}")


def stays_where_it_is(probe: Probe) -> None:
    """A motion to where it already stands is done, and moves nothing."""
    command = a_move(probe)
    probe.perform(command)
    expect_at(probe.pose_in(probe.perform(command)), probe, command)


def says_that_it_is_busy(probe: Probe) -> None:
    """During a motion it says busy at least every half second."""
    probe.begin(a_slow_move(probe))
    heard = [probe.now()]
    while probe.reply("busy", "done", patience=BUSY_SECONDS + SLACK).verb == "busy":
        probe.send_raw(b"?")
        heard.append(probe.now())
    if len(heard) < 2:
        expect_time(probe.now() - heard[0], BUSY_SECONDS, "a busy is due")
    longest = max(after - before for before, after in pairwise([*heard, probe.now()]))
    if len(heard) < 2 or longest > BUSY_SECONDS + SLACK:
        raise BreachError(f"it said busy {len(heard) - 1} times, once after {longest:.2f} s")


def does_one_motion_at_a_time(probe: Probe) -> None:
    """During a motion another one is refused with BUSY, and questions are answered."""
    probe.begin(a_slow_move(probe))
    probe.pose()
    probe.send(*command_to_fields(Home()))
    probe.error("BUSY")
