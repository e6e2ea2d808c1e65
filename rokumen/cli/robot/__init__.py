"""Commands that plan for, run, simulate, test and calibrate a robot; the group `rokumen robot`."""

from __future__ import annotations

import click

from rokumen.cli.lazy_group import Command, LazyGroup

_SERVOS = f"{__name__}.servos"
_JOURNAL = f"{__name__}.journal"
COMMANDS = {
    "pose": Command(_SERVOS, "say where every wrist and gripper stands", "pose"),
    "home": Command(_SERVOS, "bring every wrist and gripper home, holding the cube", "home"),
    "load": Command(_SERVOS, "open the grippers, and close them on a cube that is put in", "load"),
    "release": Command(_SERVOS, "open the grippers, so that the cube can be taken out", "release"),
    "off": Command(_SERVOS, "take the power from all servos", "off"),
    "jog": Command(_SERVOS, "say which pulse a servo gets, or move it", "jog"),
    "conformance": Command(f"{__name__}.conformance", "test its electronics"),
    "history": Command(_JOURNAL, "past runs: times, jams, retries", "history"),
    "journal": Command(_JOURNAL, "when each command of a run began and ended", "journal"),
    "learnt": Command(f"{__name__}.learnt", "its learnt times and jams, or forget them", "learnt"),
    "rigs": Command(f"{__name__}.rigs", "the rigs: list them, show one as TOML, check a file"),
}


@click.command("robot", cls=LazyGroup, lazy=COMMANDS)
def command() -> None:
    """Move a robot's grippers and servos by hand, test it, list its runs and the rigs."""
