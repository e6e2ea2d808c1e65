"""Whether the rules of its rig let a robot do a command, where it believes that it stands."""

from __future__ import annotations

import re

from robot.command import Grip, Move, Pose
from robot.errors import RuleError
from robot.rig import Rig


def broken_rule(rig: Rig, belief: Pose | None, command: Move | Grip) -> str | None:
    """Say in one word, fit for the wire, what forbids a command; None where nothing does.

    `belief` is None until the robot has homed, before which everything is forbidden.
    """
    if belief is None:
        return "unhomed-HOME-first"
    try:
        rig.step(belief, _to_detents(rig, belief, command))
    except RuleError as error:
        return _word(str(error))
    return None


def _to_detents(rig: Rig, belief: Pose, command: Move | Grip) -> Move | Grip:
    """Give the command whose rules hold: of a motion part of the way, the whole of it."""
    if isinstance(command, Grip):
        return command
    return command.to_detents(dict(zip(rig.axes, belief.angles, strict=True)))


def _word(text: str) -> str:
    """Make one word, fit for the wire, of the first clause of a sentence."""
    clause = re.split("[,;]", text.replace("°", "deg"))[0]
    return re.sub(r"[^A-Za-z0-9+.-]+", "-", clause)[:60].strip("-")
