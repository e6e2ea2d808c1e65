"""What the servos of a drive feel and report that ends a motion.

In a jam they do not follow, or give all their torque for long.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from robot.drives.drive import ChannelState
from robot.firmware.servo_settings import AxisServo, ServoSettings
from robot.rigs.actuators import Offline, Stalled

# A servo that is so far (degrees) behind its target, or gives such a part of its torque, for so
# long (seconds) is held fast. A bus servo gives all of its torque 11 degrees behind its target,
# and needs it for 50 ms to come up to speed.
JAM_DEGREES = 10.0
# Once its targets have ended, a servo that has come within this of the last one (degrees) is there:
# five degrees take half of a bus servo's torque, a layer that turns much less.
ARRIVED_DEGREES = 5.0
JAM_LOAD = 0.9
JAM_SECONDS = 0.07


@dataclass(frozen=True, slots=True)
class _Strain:
    """Since when, by the drive's clock, an axis does not follow, and what it gave at most."""

    since: float
    load: float


class JamDetector:
    """Finds the axis of some servos that is held fast."""

    def __init__(self, axes: dict[str, AxisServo]) -> None:
        self._axes = {servo.channel: (name, servo) for name, servo in axes.items()}
        self._strained: dict[int, _Strain] = {}

    def forget(self) -> None:
        """Begin anew, as a motion begins."""
        self._strained.clear()

    @property
    def is_strained(self) -> bool:
        """Return True if an axis did not follow when `find` was called last."""
        return bool(self._strained)

    def find(self, states: Sequence[ChannelState], *, has_ended: bool) -> Stalled | None:
        """Return the axis that has not followed for JAM_SECONDS, None if all do.

        A drive that measures neither places nor loads knows of no jam. `has_ended`: whether the
        targets change no longer, and are to be reached.
        """
        degrees = ARRIVED_DEGREES if has_ended else JAM_DEGREES
        for state in states:
            if state.channel not in self._axes:
                continue
            if not self._is_strained(state, degrees):
                self._strained.pop(state.channel, None)
                continue
            before = self._strained.get(state.channel, _Strain(state.at, 0.0))
            now = _Strain(before.since, max(before.load, state.load or 0.0))
            self._strained[state.channel] = now
            if state.at - now.since >= JAM_SECONDS:
                name, servo = self._axes[state.channel]
                pulse = state.commanded if state.measured is None else state.measured
                at = 0.0 if pulse is None else servo.degrees(pulse)
                return Stalled(name, round(at, 1), now.load or 1.0)
        return None

    def _is_strained(self, state: ChannelState, degrees: float) -> bool:
        if state.load is not None and state.load >= JAM_LOAD:
            return True
        if state.measured is None or state.commanded is None:
            return False
        _, servo = self._axes[state.channel]
        return abs(servo.degrees(state.measured) - servo.degrees(state.commanded)) >= degrees


def reported_fault(states: Iterable[ChannelState], settings: ServoSettings) -> Offline | None:
    """Return the first servo of some settings that reports an error, and which; None for none."""
    servos = {each.channel: ("axis", name) for name, each in settings.axes.items()}
    servos |= {each.channel: ("gripper", name) for name, each in settings.grippers.items()}
    for state in states:
        if state.errors and state.channel in servos:
            kind, name = servos[state.channel]
            return Offline(name, ", ".join(_words(state)), kind)
    return None


def _words(state: ChannelState) -> Iterable[str]:
    for error in state.errors or ():
        is_told = error == "voltage" and state.volts is not None
        yield f"{error} ({state.volts:.1f} V)" if is_told else error
