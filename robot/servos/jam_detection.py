"""What the servos of a drive feel and report that ends a motion.

In a jam they do not follow, or give all their torque for long; jaws that miss the cube stay open.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from robot.drives.drive import ChannelState
from robot.drives.segments import TIME_TOLERANCE
from robot.rigs.actuators import Offline, Slipped, Stalled, Undervoltage
from robot.rigs.command import CLOSED, OPEN
from robot.servos.servo_settings import GripperServo, ServoSettings

# A servo that is so far (degrees) behind its target, or gives such a part of its torque, for so
# long (seconds) is held fast. A bus servo gives all of its torque 11 degrees behind its target,
# and needs it for 50 ms to come up to speed.
JAM_DEGREES = 10.0
# While its targets move, one that goes this part of their way along with them is not held: without
# a load a servo gives nearly all of its torque at its highest speed, and is as far behind.
_ALONG = 0.5
# Once its targets have ended, a servo that has come within this of the last one (degrees) is there:
# five degrees take half of a bus servo's torque, a layer that turns much less.
NEAR_DEGREES = 5.0
JAM_LOAD = 0.9
JAM_SECONDS = 0.07
# So many of them count at most between two looks: a servo that a busy computer has left alone
# stands still, and needs time to come up to speed again.
_LONGEST_LOOK = JAM_SECONDS / 3
# Jaws that are told to be closed, and are further away than this part of their way, hold nothing.
_MISSED = 1 / 3
# What a servo reports whose supply is too weak; what is reported of one that does not respond.
UNDERVOLTAGE, NO_REPLY = "undervoltage", "no reply"


@dataclass(frozen=True, slots=True)
class _Strain:
    """For how many seconds a servo does not follow, and what it gave at most.

    It was looked at last `at` a time of the drive's clock.
    """

    seconds: float
    load: float
    at: float


class JamDetector:
    """Finds the axis of a robot that is held fast, or the gripper that misses the cube."""

    def __init__(self, settings: ServoSettings) -> None:
        self._axes = {servo.channel: (name, servo) for name, servo in settings.axes.items()}
        self._jaws = {servo.channel: (name, servo) for name, servo in settings.grippers.items()}
        self._strained: dict[int, _Strain] = {}
        self._before: dict[int, ChannelState] = {}

    def forget(self) -> None:
        """Begin anew, as a motion begins."""
        self._strained.clear()
        self._before.clear()

    @property
    def is_strained(self) -> bool:
        """Return True if a servo did not follow when `find` was called last."""
        return bool(self._strained)

    def find(self, states: Sequence[ChannelState], *, has_ended: bool) -> Stalled | Slipped | None:
        """Return the servo that has not followed for JAM_SECONDS, None if all do.

        A drive that measures neither places nor loads knows of no jam. `has_ended`: whether the
        targets change no longer, and are to be reached.
        """
        for state in states:
            goes_along = self._goes_along(state) and not has_ended
            if goes_along or not self._does_not_follow(state, has_ended=has_ended):
                self._strained.pop(state.channel, None)
                continue
            before = self._strained.get(state.channel, _Strain(0.0, 0.0, state.at))
            seconds = before.seconds + min(state.at - before.at, _LONGEST_LOOK)
            now = _Strain(seconds, max(before.load, state.load or 0.0), state.at)
            self._strained[state.channel] = now
            if seconds < JAM_SECONDS - TIME_TOLERANCE:
                continue
            if state.channel in self._jaws:
                return Slipped(self._jaws[state.channel][0])
            name, servo = self._axes[state.channel]
            pulse = state.commanded if state.measured is None else state.measured
            at = 0.0 if pulse is None else servo.degrees(pulse)
            return Stalled(name, round(at, 1) + 0.0, now.load or 1.0)
        return None

    def _goes_along(self, state: ChannelState) -> bool:
        """Return True if a servo has moved along with its target since the last states."""
        before, self._before[state.channel] = self._before.get(state.channel), state
        if before is None or before.measured is None or state.measured is None:
            return False
        told = (state.commanded or 0.0) - (before.commanded or 0.0)
        return told != 0 and (state.measured - before.measured) / told >= _ALONG

    def is_elsewhere(self, state: ChannelState) -> bool:
        """Return True if a servo is measured not to be where it was told to be."""
        return self._does_not_follow(replace(state, load=None), has_ended=True)

    def _does_not_follow(self, state: ChannelState, *, has_ended: bool) -> bool:
        if state.channel in self._jaws:
            return has_ended and _is_missing(self._jaws[state.channel][1], state)
        degrees = NEAR_DEGREES if has_ended else JAM_DEGREES
        return state.channel in self._axes and self._is_strained(state, degrees)

    def _is_strained(self, state: ChannelState, degrees: float) -> bool:
        if state.load is not None and state.load >= JAM_LOAD:
            return True
        if state.measured is None or state.commanded is None:
            return False
        _, servo = self._axes[state.channel]
        return abs(servo.degrees(state.measured) - servo.degrees(state.commanded)) >= degrees


def _is_missing(servo: GripperServo, state: ChannelState) -> bool:
    """Return True if jaws that are told to be closed are far from it."""
    if state.measured is None or state.commanded is None:
        return False
    pulses = dict(servo.pulses)
    way = pulses[OPEN] - pulses[CLOSED]
    told, stands = ((at - pulses[CLOSED]) / way for at in (state.commanded, state.measured))
    return told < _MISSED < stands


def reported_fault(
    states: Iterable[ChannelState], settings: ServoSettings
) -> Offline | Undervoltage | None:
    """Return the first servo of some settings that reports an error, and which; None for none."""
    servos = {each.channel: ("axis", name) for name, each in settings.axes.items()}
    servos |= {each.channel: ("gripper", name) for name, each in settings.grippers.items()}
    for state in states:
        if state.errors and state.channel in servos:
            kind, name = servos[state.channel]
            if UNDERVOLTAGE in state.errors and state.volts is not None:
                return Undervoltage(name, state.volts)
            why = "" if NO_REPLY in state.errors else ", ".join(_words(state))
            return Offline(name, why, kind)
    return None


def _words(state: ChannelState) -> Iterable[str]:
    for error in state.errors or ():
        is_told = error == "voltage" and state.volts is not None
        yield f"{error} ({state.volts:.1f} V)" if is_told else error
