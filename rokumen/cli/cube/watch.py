"""`rokumen watch`: the turns of a cube that somebody turns."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import click

from rokumen import exit_status
from rokumen.api.watching import moved, smart_cube, watch
from rokumen.cli.cube.watched_film import TurnsMeanwhile, check_drawing, watch_film
from rokumen.cli.cube.watched_turns import CubeBefore, TurnPrinter, WatchOptions
from rokumen.cli.output import draw_option, json_option
from rokumen.errors import InputError
from rokumen.smart_cubes.protocols.messages import Battery, Farewell
from rokumen.smart_cubes.protocols.protocol import Protocol
from rokumen.smart_cubes.session import CubeEvent
from rokumen.smart_cubes.smart_cube import SmartCube
from rokumen.smart_cubes.tracking.tracker import SyncFound, SyncLost
from solver.core.watched_turn import StartFrom
from solver.cube import Cube
from solver.notation import parse, resolve
from solver.scramble_check import ScrambleCheck

_LOW_BATTERY = 15  # percent: said at once


@click.command("watch")
@click.argument("video", required=False, type=click.Path(path_type=Path))
@click.option("--camera", metavar="SRC", help="Watch the hands before a camera: index or URL.")
@click.option(
    "--cube",
    metavar="NAME",
    help="Smart cube: its name or address, or replay:FILE.",
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

    VIDEO is a film of hands that turn a cube; --camera watches them live, until Ctrl-C. The cube
    at the start is what --from says, or is read from the film if all its faces are shown before the
    first turn, or else taken to be solved. Turns are named as the cube is held, turns of the whole
    cube among them; doubtful ones are marked.

    --cube connects to a smart cube by Bluetooth, until Ctrl-C, or replays a recording of one. What
    the cube says of sync and battery goes to stderr. With VIDEO or --camera too it is this cube
    that is watched: the film begins with what the cube says it is, and both are compared.

    --steps splits each solve into cross, pairs, OLL and PLL, or the steps of a beginner, as sites
    of reconstructions write them. --check says at the first wrong turn what would be right, and how
    to undo it; a solve begins once the scramble is done.

    The exit status is 3 if turns may be missing or wrong, and 1 if the scramble was not done, or
    the film shows other turns than the smart cube told.
    """
    if video is not None and camera is not None:
        raise InputError("give one of VIDEO and --camera SRC")
    source = camera if video is None else str(video)
    before = None if start is None else Cube.parse(start)
    if draw is not None:
        check_drawing(draw, video)
    options = WatchOptions(steps, table, None if check is None else _scramble(check), as_json)
    if record is not None and cube is None:
        raise InputError(f"--record {str(record)!r}: only what a smart cube tells is recorded")
    printer = TurnPrinter(options)
    asked = {"--steps": steps or None}
    match source, cube:
        case str(), None:
            certain = watch_film(source, before, printer, draw)
        case None, str():
            with _connected(cube, record) as watched:
                _check_size(watched, {"--from": start, "--check": check, "--csv": table, **asked})
                certain = _watch_cube(watched, before, printer)
        case str(), str():
            with _connected(cube, record) as watched, TurnsMeanwhile(watched) as told:
                _check_size(watched, {"a film": source})
                certain = watch_film(source, before, printer, draw, told)
        case _:
            raise InputError("give one of VIDEO, --camera SRC and --cube NAME")
    return _status(printer, certain=certain)


def _scramble(text: str) -> ScrambleCheck:
    """Return the check of a scramble. Raises NotationError, and InputError without turns."""
    turns = resolve(parse(text).moves()).turns
    if not turns:
        raise InputError(f'--check {text!r} has no turns; write a scramble such as "R U2 F\'"')
    return ScrambleCheck.of(turns)


@contextmanager
def _connected(cube: str, record: Path | None) -> Iterator[SmartCube]:
    """Connect to a smart cube, and say what it says beside its turns."""
    ask = _ask_address if sys.stdin.isatty() else None
    with smart_cube(cube, record=record, on_event=_say, ask_address=ask) as watched:
        if not watched.is_tried:
            _note(f"{watched.name} is untried: no recording of such a cube was at hand")
        yield watched


def _check_size(cube: SmartCube, given: Mapping[str, object]) -> None:
    """Raise InputError for a 2x2x2, if something is given that only a 3x3x3 has."""
    for name, value in given.items():
        if cube.layers != Protocol.layers and value is not None:
            raise InputError(f"{cube.name!r} is a 2x2x2, and {name} is for the 3x3x3: leave it out")


def _watch_cube(cube: SmartCube, before: Cube | None, printer: TurnPrinter) -> bool:
    """Print the turns of a smart cube; return whether they are certain."""
    try:
        for turn in watch(cube, start=before):
            printer.add(turn)
    except KeyboardInterrupt:
        # So a watch ends.
        pass
    # The state may have been told anew after the last turn.
    facelets = cube.facelets
    told = cube.start()
    start_from = StartFrom.CUBE if before is None else StartFrom.GIVEN
    if before is not None:
        facelets = moved(before, told, facelets)
    else:
        before = cube.first()
    printer.print_end(CubeBefore(before, start_from), facelets, certain=cube.certain)
    return cube.certain


def _status(printer: TurnPrinter, *, certain: bool) -> int:
    """Return the exit status."""
    is_undone = printer.check is not None and not printer.check.is_done
    if is_undone or (printer.compared is not None and not printer.compared.agrees):
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
