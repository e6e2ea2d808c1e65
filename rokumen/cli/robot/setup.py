"""`rokumen setup`: set a robot up, step by step, in a terminal."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

import click
from rich.console import Console
from rich.markup import escape

from rokumen import exit_status
from rokumen.cli.keyboard import has_keys, single_keys
from rokumen.errors import InputError
from rokumen.setup.angles import WIDER
from rokumen.setup.screen import Screen, in_characters
from rokumen.setup.tools import Tools
from rokumen.setup.wizard import LEAVE, STEP_KEYS, STEPS, Wizard, next_step
from rokumen.show.fitted import aligned
from rokumen.show.terminal_pictures import camera_picture
from rokumen.storage.robots import LIST, RobotFile, load_robot, robot_names

# Keys while a servo is jogged, and the answers that they give.
_KEYS = {
    "\x1b[C": "+1",
    "\x1b[D": "-1",
    "\x1b[1;2C": "+10",
    "\x1b[1;2D": "-10",
    "\x1b[A": "+10",
    "\x1b[B": "-10",
    "\n": "ok",
    "b": "back",
    "s": "swap",
    "w": WIDER.key,
    "q": LEAVE.key,
}
_KEY = re.compile(r"\x1b\[[0-9;]*[A-Za-z]|.", re.DOTALL)
_KEY_WORDS = "← → 1°   ↑ ↓ 10°   Enter it looks right   b back   s swap the ends   q save and leave"
_WIDER_WORDS = "   w it has to go further"


@click.command("setup")
@click.argument("name", default="robot")
@click.option(
    "--step",
    type=click.Choice(STEP_KEYS),
    metavar="STEP",
    help=f"Do this step only, again or early: {', '.join(STEP_KEYS)}.",
)
def command(name: str, step: str | None) -> int:
    """Set up the robot NAME step by step, from its port to the first solved cube.

    Each step is saved. `rokumen setup NAME` goes on where it was left; `rokumen run --robot NAME`
    uses what was found. `rokumen setup list` lists the robots.
    """
    if name == LIST:
        click.echo(_list() or "no robot is set up yet; `rokumen setup` begins with one")
        return exit_status.DONE
    output = Console(highlight=False)
    tools = Tools(lambda words: output.print(f"[dim]  {escape(words)} ...[/]"))
    wizard = Wizard(name, tools, step)
    _print_steps(output, wizard.robot)
    try:
        _run(wizard, output)
    finally:
        wizard.close()
    if wizard.robot.path.exists():
        output.print(f"Stored in {wizard.robot.path}", soft_wrap=True)
    if left := next_step(wizard.robot):
        output.print(f"To go on with {left.key}: rokumen setup {name}", soft_wrap=True)
    else:
        output.print(f"All is done. Now: rokumen run --robot {name}", soft_wrap=True)
    return exit_status.DONE


def _list() -> str:
    """Return the robots, a line each: port, kind, and what is to be done next."""
    return aligned(_row(name) for name in robot_names())


def _row(name: str) -> tuple[str, ...]:
    try:
        robot = load_robot(name)
    except InputError as error:
        return name, "", "", str(error)
    left = next_step(robot)
    words = f"next: {left.key} (rokumen setup {name})" if left else f"rokumen run --robot {name}"
    return name, robot.port or "no port", robot.rig or "no kind", words


def _run(wizard: Wizard, output: Console) -> None:
    """Show each screen and pass the answer on, until there is no screen."""
    shown: Screen | None = None
    while (screen := wizard.screen) is not None and wizard.step is not None:
        if shown is None or not (screen.jog and shown.jog and screen.title == shown.title):
            number = STEP_KEYS.index(wizard.step.key) + 1
            output.print(f"\n[dim]Step {number} of {len(STEPS)} · {wizard.step.title}[/]")
            _print(screen, output)
        shown = screen
        for answer in _keys(screen, output) if screen.jog and has_keys() else _line(screen):
            wizard.answer(answer)


def _print_steps(output: Console, robot: RobotFile) -> None:
    output.print(f"[bold]Set up the robot {escape(robot.name)}[/]")
    for number, step in enumerate(STEPS, 1):
        mark = "[green]✓[/]" if step.key in robot.done else " "
        output.print(f"{mark} {number:2} {step.title}: {step.what}")


def _print(screen: Screen, output: Console) -> None:
    output.print(f"[bold]{escape(screen.title)}[/]", soft_wrap=True)
    if screen.lead:
        output.print(escape(screen.lead), soft_wrap=True)
    if screen.picture is not None:
        output.print(escape(in_characters(screen.picture)))
        output.print(f"[dim]{escape(screen.picture.caption)}[/]", soft_wrap=True)
    if screen.photo is not None:
        output.print(camera_picture(screen.photo))
    for line in screen.lines:
        output.print(f"[dim]{escape(line)}[/]", soft_wrap=True)
    if screen.alert:
        output.print(f"[yellow]! {escape(screen.alert)}[/]", soft_wrap=True)
    for number, choice in enumerate(screen.choices, 1):
        if not screen.jog:
            output.print(f"  {number} [bold]{escape(choice.key)}[/]  {escape(choice.label)}")


def _line(screen: Screen) -> Iterator[str]:
    """Ask for one line, and yield it; the end of the input leaves the setup."""
    meant = screen.default if screen.entry else screen.choices[0].key
    words = f"{screen.value}  " if screen.jog else ""
    click.echo(f"{words}{screen.entry or 'Answer'} [{meant}] ({LEAVE.key} ends): ", nl=False)
    line = sys.stdin.readline()
    yield line if line else LEAVE.key


def _keys(screen: Screen, output: Console) -> Iterator[str]:
    """Wait for keys, and yield the answers that they stand for."""
    alert = f"  ! {screen.alert}" if screen.alert else ""
    with single_keys() as read:
        words = _KEY_WORDS + (_WIDER_WORDS if WIDER in screen.choices else "")
        output.print(f"[bold]{escape(screen.value)}[/]{escape(alert)}   [dim]{words}[/]")
        pressed = read()
    for key in _KEY.findall(pressed):
        if key in _KEYS:
            yield _KEYS[key]
