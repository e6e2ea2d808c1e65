"""`rokumen robot turn`: turn the layers of a cube by a stepper motor at each face."""

from __future__ import annotations

import click

import rokumen
from robot.control.motor_connection import motors_of
from robot.control.turn_queue import TurnQueue
from robot.drives.drive import Drive
from robot.drives.registry import open_drive
from robot.errors import RigError
from robot.planning.turn_schedule import Schedule, schedule_of_turns, seconds_of
from robot.rigs.mechanisms.six_axis import SixAxis
from robot.rigs.registry import load_rig
from rokumen import exit_status
from rokumen.cli.options import REQUIRED, RunOptions, run_options
from rokumen.cli.output import json_option, print_json
from rokumen.cli.parameters import LongCommand
from rokumen.errors import InputError


@click.command("turn", cls=LongCommand)
@click.argument("moves")
@run_options("port", "rig", port=REQUIRED)
@json_option()
def command(options: RunOptions, moves: str, as_json: bool) -> int:
    """Turn layers by the stepper motors at a port, such as chip:///dev/ttyACM0.

    All turns are given and acknowledged before the first one begins, as far as the chip keeps them.
    Motors get their current where they are: all layers must be at their detents. An interrupt ends
    the turns that have begun, and makes no other.
    """
    try:
        rig = motors_of(load_rig(options.simulated_rig))
    except RigError as error:
        raise InputError(error.message) from error
    plan = rokumen.plan(moves, rig=rig)
    schedule = schedule_of_turns(rig, plan.turns)
    drive = open_drive(options.port)
    try:
        late = _make(drive, rig, schedule)
    finally:
        drive.close()
    for each in late:
        click.echo(each, err=True)
    seconds = round(seconds_of(schedule), 4)
    if as_json:
        print_json({"moves": plan.moves, "seconds": seconds, "late": late})
    else:
        click.echo(f"{plan.moves}: {1000 * seconds:.0f} ms")
    return exit_status.DONE


def _make(drive: Drive, rig: SixAxis, schedule: Schedule) -> list[str]:
    """Make the turns; return what is to be said of lines that came too late."""
    queue = TurnQueue(drive, rig)
    for state in drive.read()[: len(rig.axes)]:
        if state.commanded is None:
            drive.enable(state.channel, 0)
    try:
        queue.load(schedule)
        queue.run()
    except KeyboardInterrupt:
        queue.abort()
        raise
    return [str(each) for each in queue.late]
