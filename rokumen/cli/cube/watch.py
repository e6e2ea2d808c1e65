"""`rokumen watch`: the turns of a cube that somebody turns."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from rokumen import exit_status
from rokumen.api.watching import moved, smart_cube, watch
from rokumen.cli.output import json_option, print_json
from rokumen.smart_cubes.protocols.messages import Battery, Farewell
from rokumen.smart_cubes.session import CubeEvent
from rokumen.smart_cubes.tracking.tracker import SyncFound, SyncLost
from solver.core.watched_turn import WatchedTurn
from solver.cube import Cube

_LOW_BATTERY = 15  # percent: said at once


@click.command("watch")
@click.option(
    "--cube",
    metavar="NAME",
    required=True,
    help="Smart cube: its name or address, replay:FILE or emulated:PROTOCOL?moves=...",
)
@click.option("--from", "start", metavar="CUBE", help="The cube before the first turn.")
@click.option(
    "--record",
    type=click.Path(path_type=Path),
    help="Write a recording of the smart cube into this file.",
)
@json_option()
def command(cube: str, start: str | None, record: Path | None, as_json: bool) -> int:
    """Print the turns of a cube as they are made.

    --cube connects to a smart cube by Bluetooth, until Ctrl-C, or replays a recording of one. What
    the cube says of sync and battery goes to stderr. The exit status is 3 if turns may be missing.
    """
    before = None if start is None else Cube.parse(start)
    ask = _ask_address if sys.stdin.isatty() else None
    turns: list[WatchedTurn] = []
    with smart_cube(cube, record=record, on_event=_say, ask_address=ask) as watched:
        if not watched.is_tried:
            _note(f"{watched.name} is untried: no recording of such a cube was at hand")
        try:
            for turn in watch(watched, start=before):
                turns.append(turn)
                if not as_json:
                    click.echo(f"{turn.end:9.3f} s  {turn.turn}")
        except KeyboardInterrupt:
            # So a watch ends.
            pass
        # The state may have been told anew after the last turn.
        facelets = watched.facelets
        if before is not None:
            facelets = moved(before, watched.start(), facelets)
        _print_end(turns, facelets, certain=watched.certain, as_json=as_json)
        return exit_status.DONE if watched.certain else exit_status.UNCERTAIN


def _print_end(
    turns: Sequence[WatchedTurn], facelets: str, *, certain: bool, as_json: bool
) -> None:
    """Print what is known at the end."""
    if as_json:
        told = [{"turn": each.turn, "start": each.start, "end": each.end} for each in turns]
        print_json({"turns": told, "facelets": facelets, "certain": certain})
    else:
        click.echo(facelets)


def _say(event: CubeEvent) -> None:
    """Say on stderr what a smart cube tells beside its turns."""
    match event.told:
        case SyncLost(reason):
            _note(f"{event.time:.3f} s: lost sync: {reason}; turns may be missing")
        case SyncFound():
            _note(f"{event.time:.3f} s: the cube has told its state")
        case Battery(percent) if percent <= _LOW_BATTERY:
            _note(f"{event.time:.3f} s: the cube's battery is at {percent}%")
        case Farewell():
            _note(f"{event.time:.3f} s: the cube ends the connection")


def _note(words: str) -> None:
    click.echo(words, err=True)


def _ask_address(name: str) -> str:
    """Return the address that a person at the terminal gives."""
    words = f"The Bluetooth address of {name}, such as AB:12:34:56:78:9A"
    address: str = click.prompt(words, err=True)
    return address.strip()
