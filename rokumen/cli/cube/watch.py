"""`rokumen watch`: the turns of a cube that somebody turns."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rokumen import exit_status
from rokumen.api.watching import moved, smart_cube, watch, watched_film
from rokumen.cli.cube.watched_turns import TurnPrinter, WatchOptions
from rokumen.cli.output import draw_option, json_option
from rokumen.errors import InputError
from rokumen.show.progress import film_progress
from rokumen.smart_cubes.protocols.messages import Battery, Farewell
from rokumen.smart_cubes.session import CubeEvent
from rokumen.smart_cubes.tracking.tracker import SyncFound, SyncLost
from solver.core.facelets import UNKNOWN
from solver.core.watched_turn import WatchedTurn
from solver.cube import Cube
from solver.notation import parse, resolve
from solver.scramble_check import ScrambleCheck
from vision.errors import CameraError, NoFaceError, UncertainError

if TYPE_CHECKING:
    from vision.film.watched_film import WatchedFilm

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
@click.option("--steps", is_flag=True, help="Print each solve step by step, with times.")
@click.option(
    "--csv",
    "table",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the turns of each solve, with steps and times.",
)
@draw_option("Write the film with the cube's net and the turns into this .mp4 file.")
@click.option("--check", metavar="SCRAMBLE", help="Say whether this scramble is done.")
@json_option()
def command(
    video: Path | None,
    camera: str | None,
    cube: str | None,
    start: str | None,
    record: Path | None,
    steps: bool,
    table: Path | None,
    draw: Path | None,
    check: str | None,
    as_json: bool,
) -> int:
    """Print the turns of a cube as they are made.

    VIDEO is a film of hands that turn a cube; --camera watches them live, until Ctrl-C. The cube is
    solved at the start, or as --from says. Turns are named as the cube is held, turns of the whole
    cube among them; doubtful ones are marked.

    --cube connects to a smart cube by Bluetooth, until Ctrl-C, or replays a recording of one. What
    the cube says of sync and battery goes to stderr.

    --steps splits each solve into cross, pairs, OLL and PLL, or the steps of a beginner, as sites
    of reconstructions write them. --check says at the first wrong turn what would be right, and how
    to undo it; a solve begins once the scramble is done.

    The exit status is 3 if turns may be missing or wrong, and 1 if the scramble was not done.
    """
    if sum(each is not None for each in (video, camera, cube)) != 1:
        raise InputError("give one of VIDEO, --camera SRC and --cube NAME")
    before = None if start is None else Cube.parse(start)
    if draw is not None:
        _check_drawing(draw, video)
    options = WatchOptions(steps, table, None if check is None else _scramble(check), as_json)
    if cube is not None:
        return _watch_cube(cube, before, record, TurnPrinter(options))
    if record is not None:
        raise InputError(f"--record {str(record)!r}: only what a smart cube tells is recorded")
    source = str(video) if camera is None else camera
    return _watch_film(source, before, TurnPrinter(options), draw)


def _check_drawing(path: Path, video: Path | None) -> None:
    """Raise InputError where nothing is to be drawn, and DrawingError for a bad path."""
    from vision.film.drawn_film import check_path

    if video is None:
        raise InputError(f"--draw {str(path)!r}: only a VIDEO is drawn")
    check_path(path)


def _scramble(text: str) -> ScrambleCheck:
    """Return the check of a scramble. Raises NotationError, and InputError without turns."""
    turns = resolve(parse(text).moves()).turns
    if not turns:
        raise InputError(f'--check {text!r} has no turns; write a scramble such as "R U2 F\'"')
    return ScrambleCheck.of(turns)


def _watch_film(source: str, start: Cube | None, printer: TurnPrinter, draw: Path | None) -> int:
    """Print the turns of a film; return the exit status."""
    if start is None:
        _note("the cube is taken to be solved at the start; --from CUBE says another one")
    display = film_progress()
    film = watched_film(source, start, display.watch)
    try:
        with display:
            try:
                for turn in film.turns():
                    printer.add(turn)
            except KeyboardInterrupt:
                for turn in film.stop():
                    printer.add(turn)
    except CameraError as error:
        raise InputError(str(error)) from error
    except NoFaceError as error:
        raise UncertainError(str(error)) from error
    printer.print_end(Cube.from_facelets(film.start), film.facelets, certain=film.certain)
    if draw is not None:
        _draw(source, film, printer.turns, draw)
    return _status(printer, certain=film.certain)


def _draw(source: str, film: WatchedFilm, turns: Sequence[WatchedTurn], path: Path) -> None:
    """Draw a film that was watched. Raises DrawingError."""
    # Loaded late: smart cubes need no picture.
    from vision.film.drawn_film import Told, draw_film

    draw_film(source, Told(film.start, turns, film.colours), path)


def _watch_cube(cube: str, before: Cube | None, record: Path | None, printer: TurnPrinter) -> int:
    """Print the turns of a smart cube; return the exit status."""
    ask = _ask_address if sys.stdin.isatty() else None
    with smart_cube(cube, record=record, on_event=_say, ask_address=ask) as watched:
        if not watched.is_tried:
            _note(f"{watched.name} is untried: no recording of such a cube was at hand")
        try:
            for turn in watch(watched, start=before):
                printer.add(turn)
        except KeyboardInterrupt:
            # So a watch ends.
            pass
        # The state may have been told anew after the last turn.
        facelets = watched.facelets
        told = watched.start()
        if before is not None:
            facelets = moved(before, told, facelets)
        elif told is not None and UNKNOWN not in told:
            before = Cube.from_facelets(told)
        printer.print_end(before, facelets, certain=watched.certain)
        return _status(printer, certain=watched.certain)


def _status(printer: TurnPrinter, *, certain: bool) -> int:
    """Return the exit status."""
    if printer.check is not None and not printer.check.is_done:
        return exit_status.FAILURE
    return exit_status.DONE if certain else exit_status.UNCERTAIN


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
