"""`rokumen conformance`: whether a robot keeps the wire protocol."""

from __future__ import annotations

from dataclasses import asdict

import click
from rich.console import Console
from rich.markup import escape

from robot.conformance import Verdict, run_checks
from robot.errors import PortError
from robot.port import open_port
from rokumen import exit_status, ports
from rokumen.output import print_json


@click.command("conformance")
@click.option(
    "--port",
    required=True,
    help="/dev/ttyUSB0, COM3, socket://HOST:PORT, maestro:///dev/ttyACM0 ...",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a rule.")
def command(port: str, as_json: bool) -> int:
    """Try every rule of docs/protocol.md on the robot at a port.

    Its hands move: take the cube out, or put one in that may be turned. Takes about a minute; exit
    status 1 if a rule is broken.
    """
    ports.register(port)
    opened = open_port(port)
    output = Console(highlight=False)
    broken = 0
    try:
        for verdict in run_checks(opened):
            broken += not verdict.kept
            if as_json:
                print_json({**asdict(verdict), "kept": verdict.kept})
            else:
                output.print(_line(verdict), soft_wrap=True)
    except OSError as error:
        raise PortError(f"the robot at {port!r} is gone: {error}") from error
    finally:
        opened.close()
    return exit_status.FAILURE if broken else exit_status.DONE


def _line(verdict: Verdict) -> str:
    if verdict.inapplicable:
        return f"[dim]- {escape(verdict.rule)}: not applicable, {escape(verdict.inapplicable)}[/]"
    if verdict.kept:
        return f"[green]✓[/] {escape(verdict.rule)}"
    return f"[red]✗[/] {escape(verdict.rule)}: [bold]{escape(verdict.breach)}[/]"
