"""`rokumen watch`: the turns of a cube that somebody turns."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from rokumen import exit_status
from rokumen.api.watching import moved, smart_cube, watch, watched_film
from rokumen.cli.output import json_option, print_json
from rokumen.errors import InputError
from rokumen.show.progress import film_progress
from rokumen.smart_cubes.protocols.messages import Battery, Farewell
from rokumen.smart_cubes.session import CubeEvent
from rokumen.smart_cubes.tracking.tracker import SyncFound, SyncLost
from solver.core.watched_turn import WatchedTurn
from solver.cube import Cube
from vision.errors import CameraError, NoFaceError, UncertainError

_LOW_BATTERY = 15  # percent: said at once


@click.command("watch")
@click.argument("video", required=False, type=click.Path(path_type=Path))
@click.option("--camera", metavar="SRC", help="Watch the hands before a camera: index or URL.")
@click.option(
    "--cube",
    metavar="NAME",
    help="Smart cube: its name or address, replay:FILE or emulated:PROTOCOL?moves=...",
)
@click.option("--from", "start", metavar="CUBE", help="The cube before the first turn.")
@click.option(
    "--record",
    type=click.Path(path_type=Path),
    help="Write a recording of the smart cube into this file.",
)
@json_option()
def command(
    video: Path | None,
    camera: str | None,
    cube: str | None,
    start: str | None,
    record: Path | None,
    as_json: bool,
) -> int:
    """Print the turns of a cube as they are made.

    VIDEO is a film of hands that turn a cube; --camera watches them live, until Ctrl-C. The cube is
    solved at the start, or as --from says. Turns are named as the cube is held, turns of the whole
    cube among them; doubtful ones are marked.

    --cube connects to a smart cube by Bluetooth, until Ctrl-C, or replays a recording of one. What
    the cube says of sync and battery goes to stderr.

    The exit status is 3 if turns may be missing or wrong.
    """
    if sum(each is not None for each in (video, camera, cube)) != 1:
        raise InputError("give one of VIDEO, --camera SRC and --cube NAME")
    before = None if start is None else Cube.parse(start)
    if cube is not None:
        return _watch_cube(cube, before, record, as_json=as_json)
    if record is not None:
        raise InputError(f"--record {str(record)!r}: only what a smart cube tells is recorded")
    return _watch_film(str(video) if camera is None else camera, before, as_json=as_json)


def _watch_film(source: str, start: Cube | None, *, as_json: bool) -> int:
    """Print the turns of a film; return the exit status."""
    if start is None:
        _note("the cube is taken to be solved at the start; --from CUBE says another one")
    display = film_progress()
    film = watched_film(source, start, display.watch)
    turns: list[WatchedTurn] = []

    def tell(turn: WatchedTurn) -> None:
        turns.append(turn)
        if not as_json:
            doubt = "" if turn.certain else "  after a gap" if turn.after_gap else "  doubtful"
            click.echo(f"{turn.end:9.3f} s  {turn.turn}{doubt}")

    try:
        with display:
            try:
                for turn in film.turns():
                    tell(turn)
            except KeyboardInterrupt:
                for turn in film.stop():
                    tell(turn)
    except CameraError as error:
        raise InputError(str(error)) from error
    except NoFaceError as error:
        raise UncertainError(str(error)) from error
    _print_end(turns, film.facelets, certain=film.certain, as_json=as_json)
    return exit_status.DONE if film.certain else exit_status.UNCERTAIN


def _watch_cube(cube: str, before: Cube | None, record: Path | None, *, as_json: bool) -> int:
    """Print the turns of a smart cube; return the exit status."""
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
