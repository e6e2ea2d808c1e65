"""`rokumen robot conformance`: test a robot against the wire protocol."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any

import click
from rich.console import Console
from rich.markup import escape

from robot.conformance import CheckResult, run_checks
from robot.conformance.chip_rules import run_chip_checks
from robot.conformance.drive_rules import run_drive_checks
from robot.drives.registry import open_drive
from robot.errors import LinkError, VersionError
from robot.firmware.drive_url import DrivenRobot, drive_url
from robot.link.port import open_port
from robot.link.registry import identify
from robot.rigs.registry import load_rig
from rokumen import exit_status
from rokumen.cli.options import REQUIRED, RunOptions, run_options
from rokumen.cli.output import json_option, print_json
from rokumen.cli.parameters import LongCommand
from rokumen.devices import serial_schemes
from rokumen.devices.robot_connection import SIMULATED, is_of_chip
from rokumen.errors import InputError

_CHIP = "chip://"
# What is tested of a chip that is no robot yet.
_FIRST_CHANNELS = "channels=0,1"


@click.command("conformance", cls=LongCommand)
@run_options("robot", "port", "rig", "trace", port=REQUIRED)
@click.option(
    "--drive",
    "drive_only",
    is_flag=True,
    help="Test the twelve rules of the drive at the port alone: take the horns off first.",
)
@json_option("Print one JSON object a rule.")
def command(options: RunOptions, drive_only: bool, as_json: bool) -> int:
    """Test the robot at a port against every rule of docs/protocol.md.

    The grippers move: take the cube out, or insert one that may be turned. Takes about a minute;
    the exit status is 1 if a rule is violated. A chip (chip://PORT) is tested by its line, then as
    a drive: switch the servos' supply off first, or take the horns off.
    """
    if drive_only or options.port.startswith(_CHIP):
        is_bare = options.port.startswith(_CHIP) and "?" not in options.port
        url = f"{options.port}?{_FIRST_CHANNELS}" if is_bare else drive_url(options.port)
        verdicts = run_drive_checks(lambda: open_drive(url))
        if options.port.startswith(_CHIP) and not drive_only:
            device, trace = DrivenRobot.parse(options.port).device, options.line_trace()
            verdicts = chain(run_chip_checks(lambda: open_port(device, trace)), verdicts)
        return _report(verdicts, as_json)
    serial_schemes.register(options.port)
    _check_no_chip(options.port)
    opened = open_port(options.port, options.line_trace())
    try:
        mechanism = None if options.rig is None else load_rig(options.rig)
        return _report(run_checks(opened, mechanism), as_json)
    finally:
        opened.close()


def _check_no_chip(port: str) -> None:
    """Raise InputError for a line at which a chip answers: its rules need the horns off."""
    if port.startswith(SIMULATED):
        return
    try:
        identify(port)
    except VersionError as error:
        if is_of_chip(error):
            raise InputError(
                f"a chip answers at {port}: take the horns off its servos, and give "
                f"--port {_CHIP}{port}"
            ) from error
    except LinkError:
        # What is wrong the rules say.
        pass


def _report(verdicts: Iterable[CheckResult], as_json: bool) -> int:
    """Print the verdict of each rule; return the exit status."""
    output = Console(highlight=False)
    broken = 0
    for verdict in verdicts:
        broken += not verdict.passed
        if as_json:
            print_json(_to_json(verdict))
        else:
            output.print(_line(verdict), soft_wrap=True)
    return exit_status.FAILURE if broken else exit_status.DONE


def _to_json(verdict: CheckResult) -> dict[str, Any]:
    return {
        "rule": verdict.rule,
        "breach": verdict.violation,
        "inapplicable": verdict.skip_reason,
        "kept": verdict.passed,
    }


def _line(verdict: CheckResult) -> str:
    if verdict.skip_reason:
        return f"[dim]- {escape(verdict.rule)}: not applicable, {escape(verdict.skip_reason)}[/]"
    if verdict.passed:
        return f"[green]✓[/] {escape(verdict.rule)}"
    return f"[red]✗[/] {escape(verdict.rule)}: [bold]{escape(verdict.violation)}[/]"
