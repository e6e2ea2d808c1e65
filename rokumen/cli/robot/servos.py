"""`rokumen robot`: the pose, home, a cube in and out, power and pulses of servos."""

from __future__ import annotations

import click

from files.wording import capital
from robot.rigs.command import (
    MAX_JOG_MICROSECONDS,
    WIDEST_PULSES,
    actuator_name,
    angle,
    axis_name,
    gripper_name,
)
from robot.rigs.rig import find_servo
from rokumen import Robot, connect, exit_status
from rokumen.api.robot import STAND_CLEAR_SECONDS
from rokumen.cli.options import REQUIRED, RunOptions, run_options
from rokumen.cli.output import json_option, print_json
from rokumen.cli.parameters import WholeNumber
from rokumen.cli.robot.cube_in_hand import load_cube, stopped_at_ctrl_c
from rokumen.cli.robot.run_display import announce_first_motion
from rokumen.errors import InputError
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
