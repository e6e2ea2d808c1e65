"""`rokumen ports`: list serial ports and cameras and probe them."""

from __future__ import annotations

import click
from rich.console import Console
from rich.markup import escape

import rokumen
from files.lasting_names import lasting_cameras, lasting_port
from robot.link.handshake import TIMEOUT_SECONDS
from rokumen import exit_status
from rokumen.cli.output import json_option, print_json
from rokumen.cli.parameters import Number
from rokumen.devices.discovery import find_cameras, wait_for_unplugging
from rokumen.errors import NOTHING_FOUND, ApplicationError


@click.command("ports")
@click.argument("urls", metavar="[PORT]...", nargs=-1)
@click.option(
    "--timeout",
    type=Number(0.1, 60),
    default=TIMEOUT_SECONDS,
    help=f"Seconds to wait for a robot's response [{TIMEOUT_SECONDS:g}].",
)
@click.option("--unplug", is_flag=True, help="Find the device by unplugging its cable.")
@json_option()
def command(urls: tuple[str, ...], timeout: float, unplug: bool, as_json: bool) -> int:
    """List the serial ports and cameras, and what responds on them.

    Every port, or only those given, is probed for a robot; nothing moves.
    """
    if unplug:
        return _find_by_unplugging(as_json=as_json)
    with Console(stderr=True).status("asking"):
        ports = rokumen.ports(urls, patience=timeout)
        cameras = () if urls else find_cameras()
    if as_json:
        print_json(
            {
                "ports": [
                    {
                        "port": port.url,
                        "kept_as": lasting_port(port.url),
                        "description": port.description,
                        "robot": port.robot is not None,
                        "rig": port.robot.rig if port.robot else None,
                        "answer": port.answer,
                    }
                    for port in ports
                ],
                "cameras": [
                    {
                        "camera": camera.number,
                        "kept_as": lasting_cameras(str(camera.number)),
                        "name": camera.name,
                        "size": camera.size,
                        "answer": camera.status,
                    }
                    for camera in cameras
                ],
            }
        )
        return exit_status.DONE
    output = Console(highlight=False)
    for port in ports:
        _print_line(output, port.url, port.description, port.answer, good=port.robot is not None)
        _print_kept(output, port.url, lasting_port(port.url))
    if not ports:
        output.print("no serial port found; connect the robot, or name its port")
    for camera in cameras:
        name = f"camera {camera.number}"
        _print_line(output, name, camera.name, camera.status, good=camera.size is not None)
        number = str(camera.number)
        _print_kept(output, number, lasting_cameras(number))
    if not cameras and not urls:
        output.print("no camera found; connect one, or use the URL of a phone or network camera")
    return exit_status.DONE


def _find_by_unplugging(*, as_json: bool) -> int:
    seconds = 60
    click.echo(f"Unplug the cable of the robot or camera now (within {seconds} s).", err=True)
    gone = sorted(wait_for_unplugging(seconds))
    if not gone:
        raise ApplicationError(
            f"nothing was unplugged within {seconds} s. Is the device connected to this computer "
            "and listed by `rokumen ports`?",
            code=NOTHING_FOUND,
        )
    if as_json:
        print_json({"unplugged": gone})
    else:
        click.echo("\n".join(gone))
    click.echo("Found; connect it again.", err=True)
    return exit_status.DONE


def _print_kept(output: Console, name: str, kept: str) -> None:
    """Print the name with which a device is kept, where that is another one."""
    if kept != name:
        output.print(f"  kept as {escape(kept)}", soft_wrap=True)


def _print_line(output: Console, url: str, what: str, words: str, *, good: bool) -> None:
    mark = "[green]✓[/]" if good else "[dim]-[/]"
    named = f"{url} ({what})" if what and what != "n/a" else url
    output.print(f"{mark} {escape(named)}: {escape(words)}", soft_wrap=True)
