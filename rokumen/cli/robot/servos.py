"""`rokumen robot`: the pose, home, a cube in and out, power and pulses of servos, constants."""

from __future__ import annotations

import sys
from collections.abc import Mapping

import click

from files.wording import capital
from robot.errors import RigError
from robot.rigs.command import (
    MAX_JOG_MICROSECONDS,
    USUAL_PULSES,
    WIDENING_RISK,
    WIDEST_PULSES,
    actuator_name,
    angle,
    axis_name,
    gripper_name,
)
from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig, find_servo
from robot.rigs.servo_constants import RIG_NAMES, rig_constants
from robot.rigs.servo_speeds import with_servos
from rokumen import Robot, connect, exit_status
from rokumen.api.robot import STAND_CLEAR_SECONDS
from rokumen.cli.options import REQUIRED, RunOptions, run_option, run_options
from rokumen.cli.output import json_option, print_json
from rokumen.cli.parameters import WholeNumber
from rokumen.cli.robot.cube_in_hand import load_cube, stopped_at_ctrl_c
from rokumen.cli.robot.run_display import announce_first_motion
from rokumen.errors import InputError
from rokumen.setup.servos import constants_of_rig, duration_constants
from rokumen.storage.robots import load_robot

_STANDS_STILL = "The robot stands still. To let the cube go: rokumen robot release"

robot_port_options = run_options("robot", "port", port=REQUIRED)


def _connect(options: RunOptions) -> Robot:
    """Connect to a robot; one that was set up has the rig of its file, another says its own."""
    return connect(
        options.port, rig=(load_robot(options.robot).rig or None) if options.robot else None
    )


@click.command("pose")
@robot_port_options
@json_option()
def pose(options: RunOptions, as_json: bool) -> int:
    """Say where every wrist and gripper stands, by the robot's own word. Nothing moves."""
    with _connect(options) as robot:
        now = robot.pose
        if as_json:
            print_json({"angles": now.angles, "grips": now.grips})
        else:
            click.echo(capital(_pose_text(robot)))
    return exit_status.DONE


@click.command("home")
@robot_port_options
def home(options: RunOptions) -> int:
    """Bring every wrist and gripper home, without letting the cube go.

    The way home may turn a layer of a cube that was held otherwise before.
    """
    with _connect(options) as robot, stopped_at_ctrl_c(robot, _STANDS_STILL):
        announce_first_motion(robot)
        robot.home()
        click.echo(f"Home: {_pose_text(robot)}")
    return exit_status.DONE


@click.command("load")
@robot_port_options
def load(options: RunOptions) -> int:
    """Open the grippers, wait for Enter, and close them on the cube that was put in.

    Where servos have no power, or a gripper is closed, Enter is waited for first.
    """
    with _connect(options) as robot:
        if undone := load_cube(robot):
            click.echo(undone, err=True)
            return exit_status.FAILURE
        click.echo(f"Closed: {_pose_text(robot)}")
    return exit_status.DONE


@click.command("release")
@robot_port_options
def release(options: RunOptions) -> int:
    """Open the grippers, so that the cube can be taken out: hold it before they open."""
    with _connect(options) as robot, stopped_at_ctrl_c(robot, _STANDS_STILL):
        announce_first_motion(robot)
        robot.release()
        click.echo(f"Open: {_pose_text(robot)}")
    return exit_status.DONE


@click.command("off")
@robot_port_options
def off(options: RunOptions) -> int:
    """Take the power from all servos. They no longer hold a cube, and can be turned by hand."""
    with _connect(options) as robot:
        robot.off()
        click.echo("The servos have no power; the next motion turns them on again.")
    return exit_status.DONE


@click.command("jog")
@robot_port_options
@click.argument("actuator")
@click.argument("pulse", type=WholeNumber(*WIDEST_PULSES), required=False)
@click.option(
    "--step",
    type=WholeNumber(-MAX_JOG_MICROSECONDS, MAX_JOG_MICROSECONDS),
    metavar="US",
    help="Microseconds to add to the pulse.",
)
@json_option()
def jog(
    options: RunOptions,
    actuator: str,
    pulse: int | None,
    step: int | None,
    as_json: bool,
) -> int:
    """Say which pulse one servo gets, or move it to PULSE, in microseconds.

    ACTUATOR is `axis:L` or `gripper:L`, or `L` where only one has that name. Without PULSE and
    --step nothing moves. A pulse is 500 to 2500 µs unless the robot's limits were widened. The
    robot must hold no cube to move: `rokumen robot load` or `off` before.
    """
    if pulse is not None and step is not None:
        raise InputError("give PULSE or --step, not both")
    with _connect(options) as robot:
        try:
            servo = ":".join(find_servo(robot.rig, actuator))
        except ValueError as error:
            raise InputError(str(error)) from error
        name = f"{capital(actuator_name(servo, robot.rig.grippers))} ({servo})"
        now = _jogged(robot, servo, name, pulse, step)
        pose = robot.pose
    if as_json:
        print_json({"actuator": servo, "pulse": now, "angles": pose.angles, "grips": pose.grips})
    else:
        click.echo(f"{name}: {'no power' if now is None else f'{now} µs'}")
    return exit_status.DONE


def _jogged(robot: Robot, servo: str, name: str, pulse: int | None, step: int | None) -> int | None:
    """Move a servo by `step`, to `pulse`, or not at all; return its pulse then."""
    now = robot.pulse(servo)
    if pulse is None and not step:
        return now
    if now is not None:
        return robot.jog(servo, pulse, step=step or 0)
    if pulse is None:
        raise InputError(
            f"{name} has no power, so that there is no pulse to add {step:+d} to: give the pulse "
            f"to go to, such as `jog {servo} 1500`"
        )
    robot.require("enable")
    click.echo(
        f"{name} has no power: it will jump to {pulse} µs at full speed; stand clear", err=True
    )
    robot.wait(STAND_CLEAR_SECONDS)
    return robot.enable(servo, pulse)


def _pose_text(robot: Robot) -> str:
    pose = robot.pose
    angles = (
        f"{axis_name(axis, pose.grips)} at {angle(degrees)}"
        for axis, degrees in pose.angles.items()
    )
    grips = (f"{gripper_name(gripper)} {position}" for gripper, position in pose.grips.items())
    return ", ".join((*angles, *grips))


@click.command("constants")
@robot_port_options
@click.option("--set", "changes", metavar="NAME=VALUE", multiple=True, help="Change a constant.")
@run_option("servos", cls=click.Option)
@click.option("--yes", is_flag=True, help="Widen the limits of all pulses without asking.")
@json_option()
def constants(
    options: RunOptions,
    changes: tuple[str, ...],
    servos: str | None,
    yes: bool,
    as_json: bool,
) -> int:
    """Show the constants that the robot's firmware keeps, and set some for good.

    They are pulses in microseconds, durations in milliseconds, limits, and the rig (`rig=flipper`,
    or a rig file of this kind: its first pulses and its durations replace those of the factory).
    The robot must hold no cube when one is set: `rokumen robot load` or `off` before. The servos
    lose their power then. `lowest_us` below 500 and `highest_us` above 2500 let servos go further
    than most can: this is asked first. With --servos the durations are those of the rig's motions
    with these servos.
    """
    told = _told_rig(changes)
    values = {name: value for change in changes for name, value in _parse(change).items()}
    with _connect(options) as robot:
        if told is not None:
            values = {**constants_of_rig(told, robot.constants()), **values}
        if servos is not None:
            moved = with_servos(told or robot.rig, servos)
            values = {**duration_constants(moved), **values}
        if values and not yes:
            _ask_to_widen(robot.constants(), values)
        if values:
            try:
                robot.set_constants(values)
            except ValueError as error:
                raise InputError(str(error)) from error
        constants = robot.constants()
    if as_json:
        print_json(constants)
    else:
        for name, value in constants.items():
            click.echo(f"{name} = {RIG_NAMES[value] if name == 'rig' else value}")
    return exit_status.DONE


def _ask_to_widen(now: Mapping[str, int], values: Mapping[str, int]) -> None:
    """Ask whether pulses may go further than usual, if `values` say so; InputError if not."""
    low, high = USUAL_PULSES
    lowest, highest = ({**now, **values}[name] for name in ("lowest_us", "highest_us"))
    if lowest >= min(low, now["lowest_us"]) and highest <= max(high, now["highest_us"]):
        return
    click.echo(
        f"This lets every servo of the robot go from {lowest} to {highest} µs. {WIDENING_RISK}.",
        err=True,
    )
    click.echo("Do the servos of this robot go so far? Type yes: ", err=True, nl=False)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise InputError(
            "nothing was changed: type yes, or give --yes, if your servos go so far; else leave "
            f"lowest_us and highest_us within {low} to {high}"
        )


def _told_rig(changes: tuple[str, ...]) -> Rig | None:
    """Return the rig that a board is told to be, None for none. Raises InputError."""
    told = None
    for change in changes:
        name, _, value = change.partition("=")
        if name == "rig":
            try:
                told = load_rig(value)
                rig_constants(told)
            except RigError as error:
                raise InputError(f"--set {change}: {error}") from error
    return told


def _parse(change: str) -> dict[str, int]:
    name, _, value = change.partition("=")
    if name == "rig":
        return {}
    if not value.isascii() or not value.isdigit():
        raise InputError(f"--set {change!r} must be NAME=VALUE, the value a whole number")
    return {name: int(value)}
