"""What may be wrong with how a servo is connected or mounted, in words, and what remedies it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from robot.rigs.command import actuator_name
from robot.rigs.rig import Rig
from rokumen.storage.robots import MAESTRO, RobotFile

SWAPPED, REVERSED, DEAD, CLIPPED, ASKEW = "swap", "reverse", "dead", "clip", "horn"
_MIDDLE = 1500.0


@dataclass(frozen=True, slots=True)
class WiringFault:
    """One wrong connection: its kind, such as SWAPPED, and the actuators that it concerns."""

    kind: str
    actuators: tuple[str, ...]

    def words(self, rig: Rig) -> str:
        """Return what is wrong, and what to do, for a person."""
        names = [actuator_name(each, rig.grippers) for each in self.actuators]
        the = f"The {names[0]}"
        return {
            SWAPPED: f"{the} and the {names[-1]} are exchanged: swap their plugs.",
            REVERSED: f"{the} turns the wrong way: its pulses must be turned round.",
            DEAD: f"{the} does not move: look at its plug, its supply and its ground.",
            CLIPPED: f"{the} ends too early: look what stops it, and at the limits of its channel.",
            ASKEW: f"{the} stands askew: refit its horn. Less than one of its teeth is set in the "
            "step of the angles.",
        }[self.kind]

    def remedy(self, robot: RobotFile, *, keeps_constants: bool) -> tuple[str, RobotFile] | None:
        """Return what the setup can do itself, in words, and the robot then; None for nothing.

        Channels are those of a Maestro; pulses are kept with it, or by a firmware. They stay within
        the robot's limits.
        """
        servos = {each.actuator: each for each in robot.servos}
        first, last = servos[self.actuators[0]], servos[self.actuators[-1]]
        if self.kind == SWAPPED and robot.board == MAESTRO:
            words = "Leave the plugs: exchange their channels"
            servos[first.actuator] = replace(first, channel=last.channel)
            servos[last.actuator] = replace(last, channel=first.channel)
        elif self.kind == REVERSED and (robot.board == MAESTRO or keeps_constants):
            words, pulses = "Turn its pulses round", _turned_round(first.pulses)
            low, high = robot.limits
            if not all(low <= pulse <= high for pulse in pulses.values()):
                return None
            servos[first.actuator] = replace(first, pulses=pulses)
        else:
            return None
        return words, replace(robot, servos=tuple(servos.values()))


def _turned_round(pulses: Mapping[str, float]) -> Mapping[str, float]:
    return {place: 2 * _MIDDLE - pulse for place, pulse in pulses.items()}
