"""`rokumen doctor`: what of this computer is in order, and what to do about the rest."""

from __future__ import annotations

import click

from rokumen import exit_status
from rokumen.cli.output import json_option, print_json
from rokumen.cli.system.health import Finding, State, findings

_MARKS = {State.OK: ("ok", "green"), State.MISSING: ("-", "yellow"), State.WRONG: ("!!", "red")}


@click.command("doctor")
@json_option()
def command(as_json: bool) -> int:
    """Check what rokumen needs on this computer, and say what to do where it is not in order.

    "ok" is in order; "-" is not there, which matters only if you want to use it; "!!" must be
    mended. Nothing moves, and no file is changed. The exit status is 1 where something is "!!".
    """
    found = []
    for finding in findings():
        found.append(finding)
        if not as_json:
            _print(finding)
    if as_json:
        print_json(
            {
                "findings": [
                    {
                        "part": finding.part,
                        "state": finding.state.value,
                        "words": finding.words,
                        "do": finding.remedy,
                    }
                    for finding in found
                ]
            }
        )
    wrong = any(finding.state is State.WRONG for finding in found)
    return exit_status.FAILURE if wrong else exit_status.DONE


def _print(finding: Finding) -> None:
    mark, colour = _MARKS[finding.state]
    click.echo(f"{click.style(f'{mark:<2}', fg=colour)}  {finding.part:<9} {finding.words}")
    if finding.remedy:
        click.echo(f"{'':14}{finding.remedy}")
