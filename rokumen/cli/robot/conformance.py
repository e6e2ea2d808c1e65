"""`rokumen robot conformance`: test a robot's electronics against the rules of drives."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click
from rich.console import Console
from rich.markup import escape

from robot.conformance.chip_rules import check_electronics
from robot.conformance.probe import CheckResult
from robot.drives.registry import drive_schemes
from rokumen import exit_status
from rokumen.cli.options import REQUIRED, RunOptions, run_options
from rokumen.cli.output import json_option, print_json
from rokumen.cli.parameters import LongCommand
from rokumen.errors import InputError


@click.command("conformance", cls=LongCommand)
@run_options("robot", "port", "trace", port=REQUIRED)
@click.option(
    "--drive",
    "drive_only",
    is_flag=True,
    help="Of a chip, too, test the twelve rules of a drive alone.",
)
@json_option("Print one JSON object a rule.")
def command(options: RunOptions, drive_only: bool, as_json: bool) -> int:
    """Test the electronics at a port against the twelve rules of drives.

    The first two servos jump to the middle of their range: switch their supply off first, or take
    the horns off. Takes about a minute; the exit status is 1 if a rule is violated. A chip
    (chip://PORT) is tested by its line before, against every rule of docs/protocol.md.
    """
    scheme, separator, _ = options.port.partition("://")
    if not separator or scheme not in drive_schemes():
        raise InputError(
            f"{options.port!r} names no electronics that can be tested: chip://PORT is a board "
            f"with the firmware of this project, the others are {', '.join(drive_schemes())}"
        )
    verdicts = check_electronics(options.port, options.line_trace(), drive_only=drive_only)
    return _report(verdicts, as_json)


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
