"""A person at the terminal puts the cube in and takes it out: words, then Enter, then a motion."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import click

from robot.rigs.command import LOADING, OPEN
from rokumen import Robot
from rokumen.cli.keyboard import discard_keys, stop_key
from rokumen.cli.robot.stopping import stop_presses
from rokumen.errors import InputError, InterruptedWorkError
from rokumen.jobs.events import MayJump

_WILL_OPEN = "The grippers open: hold a cube that is between them."
_LOADING = "No turn was made. The robot stands still; to begin again: rokumen run --load"
_RELEASING = (
    "The cube is solved. The robot stands still, and may hold it; to take it out: "
    "rokumen robot release"
)


def check_terminal(option: str) -> None:
    """Raise InputError, which names an option that waits for Enter, where nobody can press it."""
    if not sys.stdin.isatty():
        raise InputError(
            f"{option} waits for Enter, and standard input is no terminal: leave it out, and use "
            "`rokumen robot load` before the run, `rokumen robot release` after it"
        )


def load_cube(robot: Robot) -> str:
    """Open the grippers, wait for Enter, and close them on the cube that was put in.

    Before, Enter is waited for where servos may jump or a gripper may hold a cube. Returns "" once
    they are closed, else what was left undone for want of an Enter. Raises InterruptedWorkError at
    Ctrl-C, and what `Robot.load` raises.
    """
    robot.require("load")
    with stopped_at_ctrl_c(robot, _LOADING):
        words = [MayJump.warning] * robot.may_jump()
        if not set(robot.pose.grips.values()) <= {OPEN, LOADING}:
            words.append(_WILL_OPEN)
        if words and not _has_agreed(f"{' '.join(words)} Press Enter to go on."):
            return "No Enter came: nothing moves."
        with stop_key(robot.stop, _say):
            robot.load()
        if not _has_agreed(
            "The grippers are open. Hold the cube between them, white up and green in front, and "
            "press Enter. Keep your fingers away from the jaws."
        ):
            return "No Enter came: the grippers stay open."
        with stop_key(robot.stop, _say):
            robot.home()
    return ""


def release_cube(robot: Robot, off_after: float | None) -> str:
    """Open the grippers once the person holds the cube, and presses Enter.

    `off_after`: the seconds until the servos lose their power, None: they keep it. Returns "", or
    what was left undone for want of an Enter. Raises InterruptedWorkError at Ctrl-C.
    """
    with stopped_at_ctrl_c(robot, _RELEASING):
        if not _has_agreed("Put a hand under the cube, and press Enter: the grippers open."):
            return f"No Enter came: the grippers stay closed. {_RELEASING}"
        with stop_key(robot.stop, _say):
            robot.release()
    if off_after is not None:
        click.echo(
            f"The servos lose their power in {off_after:g} s; Ctrl-C leaves it on.", err=True
        )
        time.sleep(off_after)
        robot.off()
    return ""


def _has_agreed(words: str) -> bool:
    """Say what comes, and return whether Enter was pressed after the words, and not before."""
    discard_keys()
    _say(words)
    return bool(sys.stdin.readline())


def _say(words: str) -> None:
    click.echo(words, err=True)


@contextmanager
def stopped_at_ctrl_c(robot: Robot, then: str) -> Iterator[None]:
    """Stop the robot at Ctrl-C, let a further one relax its jaws, and say what to do `then`."""
    with stop_presses(robot, _say) as presses:
        try:
            yield
        except KeyboardInterrupt as error:
            robot.stop_and_wait()
            presses.relax_or_leave()
            raise InterruptedWorkError(f"interrupted. {then}") from error
