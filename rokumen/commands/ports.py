"""`rokumen ports`: what is connected, and what answers."""

from __future__ import annotations

import click
from rich.console import Console
from rich.markup import escape

from robot.hello import PATIENCE_SECONDS
from rokumen import exit_status
from rokumen.equipment import find_cameras, find_ports, wait_for_unplugging
from rokumen.errors import NothingFoundError
from rokumen.output import print_json


@click.command("ports")
@click.argument("urls", metavar="[PORT]...", nargs=-1)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0.1, max=60),
    default=PATIENCE_SECONDS,
    show_default=True,
    help="Seconds to wait for a robot to answer.",
)
@click.option("--unplug", is_flag=True, help="Find out which one a cable belongs to.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(urls: tuple[str, ...], timeout: float, unplug: bool, as_json: bool) -> int:
    """List the serial ports and the cameras that are there, and what answers on them.

    Every port is asked whether a robot is behind it, or only those that are named; nothing moves.
    """
    if any(url.startswith("sim://") for url in urls):
        from rokumen.in_process import register

        register()
    if unplug:
        return _find_by_unplugging(as_json=as_json)
    with Console(stderr=True).status("asking"):
        ports = find_ports(urls, timeout)
        cameras = () if urls else find_cameras()
    if as_json:
        print_json(
            {
                "ports": [
                    {
                        "port": port.url,
                        "description": port.description,
                        "robot": port.greeting is not None,
                        "rig": port.greeting.rig if port.greeting else None,
                        "answer": port.words,
                    }
                    for port in ports
                ],
                "cameras": [
                    {
                        "camera": camera.number,
                        "name": camera.name,
                        "size": camera.size,
                        "answer": camera.words,
                    }
                    for camera in cameras
                ],
            }
        )
        return exit_status.DONE
    output = Console(highlight=False)
    for port in ports:
        _print_line(output, port.url, port.description, port.words, good=port.greeting is not None)
    if not ports:
        output.print("no serial port is there; plug the robot in, or name its port")
    for camera in cameras:
        name = f"camera {camera.number}"
        _print_line(output, name, camera.name, camera.words, good=camera.size is not None)
    if not cameras and not urls:
        output.print("no camera is there; plug one in, or give a phone's or a network camera's URL")
    return exit_status.DONE


def _find_by_unplugging(*, as_json: bool) -> int:
    seconds = 60
    click.echo(f"Unplug the cable of the robot or camera now (within {seconds} s).", err=True)
    gone = sorted(wait_for_unplugging(seconds))
    if not gone:
        raise NothingFoundError(
            "nothing was unplugged: no serial port and no camera has gone. Is it connected to "
            "this computer, and does `rokumen ports` list it?"
        )
    if as_json:
        print_json({"unplugged": gone})
    else:
        click.echo("\n".join(gone))
    click.echo("That was it; plug it in again.", err=True)
    return exit_status.DONE


def _print_line(output: Console, url: str, what: str, words: str, *, good: bool) -> None:
    mark = "[green]✓[/]" if good else "[dim]-[/]"
    named = f"{url} ({what})" if what and what != "n/a" else url
    output.print(f"{mark} {escape(named)}: {escape(words)}", soft_wrap=True)
