"""`rokumen robot conformance`: test a robot against the wire protocol."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click
from rich.console import Console
from rich.markup import escape

from robot.conformance import CheckResult, run_checks
from robot.conformance.drive_rules import run_drive_checks
from robot.drives.registry import open_drive
from robot.firmware.drive_url import drive_url
from robot.link.port import open_port
from robot.rigs.registry import load_rig
from rokumen import exit_status
from rokumen.cli.options import REQUIRED, RunOptions, run_options
from rokumen.cli.output import json_option, print_json
from rokumen.cli.parameters import LongCommand
from rokumen.devices import serial_schemes


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
    the exit status is 1 if a rule is violated.
    """
    if drive_only:
        url = drive_url(options.port)
        return _report(run_drive_checks(lambda: open_drive(url)), as_json)
    serial_schemes.register(options.port)
    opened = open_port(options.port, options.line_trace())
    try:
        mechanism = None if options.rig is None else load_rig(options.rig)
        return _report(run_checks(opened, mechanism), as_json)
    finally:
        opened.close()


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
