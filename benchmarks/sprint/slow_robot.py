"""A simulated robot whose motors are slower than its rig says, and jam where told to hurry.

It stands between a link and the robot: what it takes for a motion, and where it jams, is a figure
of this file. What it turns is the simulated cube.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from robot.errors import JamError
from robot.link.connection import RobotConnection
from robot.planning.penalties import LAYER, AxisMotion, axis_motions
from robot.rigs.command import Arrival, Command, Home, Load, Move, Pose, Regrip
from robot.rigs.rig import Rig, with_all_motions

# How probable a jam of a turn is for each share by which it is told to be faster than it can.
_JAMS_BY_HURRY = 0.25
# The times of motions vary by this share.
_VARIATION = 0.02


class SlowConnection:
    """A connection to a robot that takes `slower` times as long as `preset` says.

    `sticky`: the probability of a jam of each motion of an axis, whatever its time.
    """

    def __init__(
        self,
        inner: RobotConnection,
        preset: Rig,
        slower: float,
        sticky: Mapping[AxisMotion, float],
        rng: Random,
    ) -> None:
        self.info, self.statistics, self.clock = inner.info, inner.statistics, inner.clock
        self.move_servo, self.pulse, self.clear = inner.move_servo, inner.pulse, inner.clear
        self.off, self.stop, self.close = inner.off, inner.stop, inner.close
        self.pose, self.wait_until_stopped = inner.pose, inner.wait_until_stopped
        self._inner = inner
        self._preset = self._told = with_all_motions(preset)
        self._slower = slower
        self._sticky = sticky
        self._rng = rng

    @property
    def is_intentional_stop(self) -> bool:
        """See `RobotConnection`."""
        return self._inner.is_intentional_stop

    def use_rig(self, rig: Rig) -> None:
        """Be told the durations of a rig from now on."""
        self._told = with_all_motions(rig)
        self._inner.use_rig(rig)

    def execute(self, command: Command | Load) -> Arrival:
        """Make a motion in the time that the motors need. Raises JamError where it does not move.

        A motion that was given more time takes that.
        """
        before = self._inner.pose()
        angles = [*before.angles, *_targets(command)]
        if isinstance(command, Load | Home) or any(angle % 90 for angle in angles):
            # A wiggle, or the way back from one: retries, which teach nothing.
            return self._inner.execute(command)
        needed, told = self._seconds(before, command)
        self._jam(before, command, max(needed / told - 1, 0.0))
        arrived = self._inner.execute(command)
        return Arrival(arrived.pose, max(needed, told)) if arrived.seconds else arrived

    def _seconds(self, before: Pose, command: Command) -> tuple[float, float]:
        """Return how long a motion takes at least, and how long it is told to take."""
        needed = self._slower * self._preset.step(before, command).seconds
        varied = needed * self._rng.uniform(1 - _VARIATION, 1 + _VARIATION)
        return varied, self._told.step(before, command).seconds

    def _jam(self, before: Pose, command: Command, hurry: float) -> None:
        for motion in axis_motions(self._preset, before, self._preset.step(before, command)):
            chance = self._sticky.get(motion, 0.0) + _JAMS_BY_HURRY * hurry
            if motion.load == LAYER and self._rng.random() < chance:
                at = before.angles[self._preset.axes.index(motion.axis)]
                raise JamError(f"the turn jammed (axis {motion.axis})", motion.axis, at)


def _targets(command: Command | Load) -> Sequence[int]:
    return [to for _, to in command.targets] if isinstance(command, Move | Regrip) else []


def opener(
    opened_by: Callable[[str], RobotConnection],
    preset: Rig,
    slower: float,
    sticky: Mapping[AxisMotion, float],
    rng: Random,
) -> Callable[[str], RobotConnection]:
    """Return what opens a connection to a robot that is slower than its preset."""
    return lambda url: SlowConnection(opened_by(url), preset, slower, sticky, rng)
