"""`rokumen search`: all the shortest sequences that lead to a cube, as seed 002 looks for them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path

import click

from rokumen import exit_status
from rokumen.cube_argument import is_shintani, parse_cube, parse_turns
from rokumen.errors import InputError, NothingFoundError
from rokumen.memory import peak_memory
from rokumen.output import NOTATIONS, Writer, print_json
from rokumen.show.searching import Searching, effort_in_words
from solver.cube import Cube
from solver.errors import NotationError
from solver.search.found import Effort, Found, Turns, in_order
from solver.search.seed_002 import MEMORY, SECONDS, SEQUENCE, STATES
from solver.turn import inverse

WAYS = {"both-ends": "both_ends", "breadth": "breadth", "depth": "depth"}
DEFAULT_WAY = "both-ends"
_COUNTED = 7
_PAPERS_CUBES = tuple(Cube.solved().apply(turns) for turns in (SEQUENCE, inverse(SEQUENCE)))


@click.command("search")
@click.argument("cube", required=False)
@click.option(
    "--way",
    type=click.Choice(list(WAYS)),
    default=DEFAULT_WAY,
    show_default=True,
    help="From both ends at once, breadth first or depth first.",
)
@click.option(
    "--depth",
    type=click.IntRange(min=0),
    metavar="N",
    help="Try at most N turns [as many as the way can: both-ends 14, breadth 8, depth 20].",
)
@click.option(
    "--remember",
    type=click.IntRange(min=0, max=2**30),
    metavar="N",
    help="depth: keep up to N cubes that lead nowhere [0].",
)
@click.option("--counts", is_flag=True, help="Count all cubes at each depth, to --depth [7].")
@click.option(
    "--draw", type=click.Path(path_type=Path), help="counts: draw how they grow: .svg or .png."
)
@click.option(
    "--notation",
    type=click.Choice(list(NOTATIONS)),
    help="How turns are written [as in CUBE, else wca].",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    cube: str | None,
    way: str,
    depth: int | None,
    remember: int | None,
    counts: bool,
    draw: Path | None,
    notation: str | None,
    as_json: bool,
) -> int:
    """Find all the shortest sequences that lead from the solved cube to CUBE, and that solve it.

    CUBE: moves in quotes (R U2 F', or W3N3E1 as seed 002 writes them), 54 facelets or 48 numbers.
    Sequences that differ only in the order of turns of opposite faces are given once.
    """
    if (cube is None) != counts:
        raise InputError("give a cube to look for, or --counts, but not both")
    if draw is not None and not counts:
        raise InputError("--draw is for --counts")
    if remember is not None and way != "depth":
        raise InputError(f"--remember is for --way depth, not for {way!r}")
    if cube is None:
        if way != DEFAULT_WAY and way != "breadth":
            raise InputError(f"--counts goes breadth first, not {way!r}")
        _print_counts(_COUNTED if depth is None else depth, draw, as_json)
        return exit_status.DONE
    write = NOTATIONS[notation or ("shintani" if is_shintani(cube) else "wca")]
    parsed = parse_cube(cube)
    began = time.perf_counter()
    found = _search(parsed, way, depth, {} if remember is None else {"remembered": remember})
    seconds = time.perf_counter() - began
    if not found.solutions:
        raise NothingFoundError(
            f"no sequence of {found.effort.depth} turns or fewer leads to this cube; "
            "`rokumen solve --method optimal` finds a shortest one of any length, and proves it"
        )
    if as_json:
        print_json(_as_json(found, way, seconds, write))
    else:
        click.echo("\n".join(_as_text(found, _given(cube), seconds, write)))
    return exit_status.DONE


def _search(cube: Cube, way: str, depth: int | None, options: Mapping[str, int]) -> Found:
    # Not imported, nor the compiled code loaded, by whoever asks for help.
    room = import_module(f"solver.search.{WAYS[way]}")
    if depth is not None and depth > room.MOST:
        raise InputError(f"--way {way} goes to {room.MOST} turns at most, not to {depth}")
    with Searching() as searching:
        found: Found = room.search(
            cube, room.MOST if depth is None else depth, searching.watch, **options
        )
    return found


def _given(text: str) -> Turns | None:
    """Give the moves that the cube was named by, if it was."""
    try:
        return in_order(parse_turns(text))
    except NotationError:
        return None


def _as_json(found: Found, way: str, seconds: float, write: Writer) -> dict[str, object]:
    return {
        "cube": found.cube.facelets(),
        "way": way,
        "htm": found.effort.depth,
        "scrambles": [write(turns) for turns in found.scrambles],
        "solutions": [write(turns) for turns in found.solutions],
        **_effort_as_json(found.effort, seconds),
    }


def _effort_as_json(effort: Effort, seconds: float) -> dict[str, object]:
    peak = peak_memory()
    return {
        "cubes": effort.stands_for,
        "made": effort.made,
        "kept": effort.kept,
        "seconds": round(seconds, 6),
        "peak_megabytes": None if peak is None else round(peak / 1e6, 1),
    }


def _as_text(found: Found, given: Turns | None, seconds: float, write: Writer) -> Iterator[str]:
    length, count = found.effort.depth, len(found.solutions)
    sequences = "sequence" if count == 1 else "sequences"
    yield f"{length} turns, and no fewer; {count} shortest {sequences}:"
    pairs = zip(found.scrambles, found.solutions, strict=True)
    rows = sorted(
        (write(there), write(back), "  (as given)" if there == given else "")
        for there, back in pairs
    )
    rows.insert(0, ("leads to the cube", "solves it", ""))
    width = max(len(there) for there, _, _ in rows)
    for there, back, mark in rows:
        yield f"  {there:<{width}}   {back}{mark}"
    yield f"{effort_in_words(found.effort)}, {seconds:.3f} s"
    if found.cube in _PAPERS_CUBES:
        yield (
            f"seed 002 reports {STATES:,} cubes, {MEMORY}, {SECONDS // 60}:{SECONDS % 60} minutes: "
            f"{SECONDS / seconds:,.0f} times as long"
        )


def _print_counts(depth: int, drawing: Path | None, as_json: bool) -> None:
    """Count all cubes at each depth, one after another."""
    from rokumen.show.levels import Counted, table
    from solver.search.breadth import MOST, levels

    if depth > MOST:
        raise InputError(f"--counts goes to {MOST} turns at most, not to {depth}")
    began = time.perf_counter()
    counted = []
    with Searching() as searching:
        for around in levels(depth, searching.watch):
            seconds = time.perf_counter() - began
            counted.append(
                Counted(around.depth, around.states[-1], around.width, seconds, peak_memory())
            )
    if drawing is not None:
        from rokumen.show.drawing import save
        from rokumen.show.growth import growth

        save(growth(counted), drawing)
    if as_json:
        depths = [{"depth": c.depth, "cubes": c.cubes, "kept": c.kept} for c in counted]
        print_json({"depths": depths, **_effort_as_json(around.effort, seconds)})
    else:
        from rich.console import Console

        Console(highlight=False).print(table(counted))
