"""`rokumen paper search`: find all shortest sequences for a cube."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path

import click

from files.wording import counted
from papers.shintani.exhaustive.result import (
    MEMORY,
    SECONDS,
    SEQUENCE,
    STATES,
    SearchResult,
    SearchStats,
    format_bytes,
    peak_memory,
)
from rokumen.extend.commands import (
    DONE,
    NOTHING_FOUND,
    ApplicationError,
    InputError,
    StatusLine,
    WholeNumber,
    check_one_given,
    draw_option,
    json_option,
    print_json,
    print_table,
)
from solver.core.turn import Turns, canonical_order, inverse
from solver.cube import Cube
from solver.notation.cube_text import is_shintani, parse_facelets_or_turns
from solver.notation.printing import NOTATIONS, Writer

ENGINE_MODULES = {
    "both-ends": "bidirectional",
    "breadth": "breadth_first",
    "depth": "iterative_deepening",
}
DEFAULT_WAY = "both-ends"
_COUNTED = 7
_PUBLISHED_CUBES = tuple(Cube.solved().apply(turns) for turns in (SEQUENCE, inverse(SEQUENCE)))


# A shorter search shows no progress and does not import the display.
_SHOW_AFTER_SECONDS = 0.5


def _watching(display: StatusLine) -> Callable[[SearchStats], None]:
    """Return a callback that shows a search; where there is no terminal, a line for each depth."""
    began: float | None = None
    last: SearchStats | None = None

    def watch(effort: SearchStats) -> None:
        nonlocal began, last
        now = time.perf_counter()
        began = began or now
        before, last = last, effort
        if before is not None and now - began >= _SHOW_AFTER_SECONDS:
            is_deeper = effort.depth > before.depth
            display.show(format_stats(effort), format_stats(before) if is_deeper else None)

    return watch


def format_stats(effort: SearchStats) -> str:
    """Return the progress of a search in one line."""
    return (
        f"depth {effort.depth}: {effort.covered:,} cubes searched, "
        f"{effort.stored:,} stored, {format_bytes(peak_memory())}"
    )


@click.command("search")
@click.argument("cube", required=False)
@click.option(
    "--way",
    type=click.Choice(list(ENGINE_MODULES)),
    default=DEFAULT_WAY,
    show_default=True,
    help="Bidirectional, breadth-first or iterative-deepening search.",
)
@click.option(
    "--depth",
    type=WholeNumber(0, 100),
    metavar="N",
    help="Search to at most N turns [the most possible: both-ends 14, breadth 8, depth 20].",
)
@click.option(
    "--remember",
    type=WholeNumber(0, 2**30),
    metavar="N",
    help="depth: size of the transposition table, in cubes [0].",
)
@click.option(
    "--longer",
    type=WholeNumber(1, 10),
    metavar="N",
    help="depth: also the sequences that are up to N turns longer than the shortest.",
)
@click.option("--counts", is_flag=True, help="Count all cubes at each depth, to --depth [7].")
@click.option(
    "--tree", is_flag=True, help="Print the search tree of Shintani (2018), to --depth [7]."
)
@draw_option("counts: draw their growth: .svg or .png.")
@click.option(
    "--notation",
    type=click.Choice(list(NOTATIONS)),
    help="How turns are written [as in CUBE, else wca].",
)
@json_option()
def command(
    cube: str | None,
    way: str,
    depth: int | None,
    remember: int | None,
    longer: int | None,
    counts: bool,
    tree: bool,
    draw: Path | None,
    notation: str | None,
    as_json: bool,
) -> int:
    """Find all shortest sequences from the solved cube to CUBE, and their inverses, which solve it.

    CUBE: moves in quotes (R U2 F', or W3N3E1 as Shintani (2018) writes them), or a list of 54
    facelets, 48 colours or 48 numbers. Sequences that differ only in the order of turns of
    opposite faces are given once.
    """
    check_one_given(
        {"a cube to search for": cube, "--counts": counts or None, "--tree": tree or None}
    )
    if draw is not None and not counts:
        raise InputError("--draw needs --counts")
    options = {"remembered": remember, "longer": longer}
    given_options = {name: value for name, value in options.items() if value is not None}
    _check_options(way, remember, longer)
    if tree:
        _print_tree(_COUNTED if depth is None else depth, as_json)
        return DONE
    if cube is None:
        if way != DEFAULT_WAY and way != "breadth":
            raise InputError(f"--counts searches breadth first, not {way!r}")
        _print_counts(_COUNTED if depth is None else depth, draw, as_json)
        return DONE
    write = NOTATIONS[notation or ("shintani" if is_shintani(cube) else "wca")]
    read = parse_facelets_or_turns(cube)
    parsed, given = (
        (Cube.from_facelets(read), None)
        if isinstance(read, str)
        else (Cube.solved().apply(read), canonical_order(read))
    )
    began = time.perf_counter()
    found = _search(parsed, way, depth, given_options)
    seconds = time.perf_counter() - began
    if not found.solutions:
        raise ApplicationError(
            f"no sequence of {counted(found.effort.depth, 'turn')} or fewer leads to this cube; "
            "`rokumen solve --method optimal` finds and proves a shortest one of any length",
            code=NOTHING_FOUND,
        )
    if as_json:
        print_json(_as_json(found, way, seconds, write))
    else:
        click.echo("\n".join(_as_text(found, given, seconds, write)))
    return DONE


def _check_options(way: str, remember: int | None, longer: int | None) -> None:
    """Check the options of the depth-first search. Raises InputError."""
    for option, value in (("--remember", remember), ("--longer", longer)):
        if value is not None and way != "depth":
            raise InputError(f"{option} needs --way depth, not {way!r}")
    if remember is not None and longer is not None:
        raise InputError(
            f"--remember {remember} keeps cubes without a shortest solution: leave it out with "
            "--longer"
        )


def _search(cube: Cube, way: str, depth: int | None, options: Mapping[str, int]) -> SearchResult:
    # Imported here, since the compiled code is slow to load and --help does not need it.
    engine = import_module(f"papers.shintani.exhaustive.{ENGINE_MODULES[way]}")
    if depth is not None and depth > engine.MAX_DEPTH:
        raise InputError(
            f"--way {way} searches to {engine.MAX_DEPTH} turns at most, not to {depth}"
        )
    with StatusLine() as display:
        found: SearchResult = engine.search(
            cube, engine.MAX_DEPTH if depth is None else depth, _watching(display), **options
        )
    return found


def _as_json(found: SearchResult, way: str, seconds: float, write: Writer) -> dict[str, object]:
    return {
        "cube": found.cube.facelets,
        "way": way,
        "htm": len(found.solutions[0]),
        "scrambles": [write(turns) for turns in found.scrambles],
        "solutions": [write(turns) for turns in found.solutions],
        **_effort_as_json(found.effort, seconds),
    }


def _effort_as_json(effort: SearchStats, seconds: float) -> dict[str, object]:
    peak = peak_memory()
    return {
        "cubes": effort.covered,
        "made": effort.generated,
        "kept": effort.stored,
        "seconds": round(seconds, 6),
        "peak_megabytes": None if peak is None else round(peak / 1e6, 1),
    }


def _as_text(
    found: SearchResult, given: Turns | None, seconds: float, write: Writer
) -> Iterator[str]:
    lengths = Counter(map(len, found.solutions))
    (shortest, count), *others = lengths.items()
    more = "".join(f", {number} of {turns}" for turns, number in others)
    yield f"shortest length {counted(shortest, 'turn')}; {counted(count, 'sequence')}{more}:"
    pairs = zip(found.scrambles, found.solutions, strict=True)
    rows = [
        (write(there), write(back), "  (as given)" if there == given else "")
        for there, back in sorted(pairs, key=lambda pair: (len(pair[0]), write(pair[0])))
    ]
    rows.insert(0, ("leads to the cube", "solves it", ""))
    width = max(len(there) for there, _, _ in rows)
    for there, back, mark in rows:
        yield f"  {there:<{width}}   {back}{mark}"
    yield f"{format_stats(found.effort)}, {seconds:.3f} s"
    if found.cube in _PUBLISHED_CUBES:
        yield (
            f"Shintani (2018) reports {STATES:,} cubes, {MEMORY}, "
            f"{SECONDS // 60}:{SECONDS % 60} minutes: "
            f"{SECONDS / seconds:,.0f} times as long"
        )


def _print_counts(depth: int, drawing: Path | None, as_json: bool) -> None:
    """Print the number of cubes at each depth up to `depth`, and draw it into `drawing`."""
    from papers.shintani.exhaustive.breadth_first import MAX_DEPTH, expand_levels
    from papers.shintani.search_counts import DepthCount, counts_table, growth

    if depth > MAX_DEPTH:
        raise InputError(f"--counts searches to {MAX_DEPTH} turns at most, not to {depth}")
    began = time.perf_counter()
    counted = []
    with StatusLine() as display:
        for around in expand_levels(depth, _watching(display)):
            seconds = time.perf_counter() - began
            counted.append(
                DepthCount(
                    around.depth, around.counts[-1], around.last_level_size, seconds, peak_memory()
                )
            )
    if drawing is not None:
        from drawing.canvas import save_drawing

        save_drawing(growth(counted), drawing)
    if as_json:
        depths = [{"depth": c.depth, "cubes": c.cubes, "kept": c.kept} for c in counted]
        print_json({"depths": depths, **_effort_as_json(around.effort, seconds)})
    else:
        print_table(counts_table(counted))


def _print_tree(depth: int, as_json: bool) -> None:
    """Print how many nodes the levels of Shintani's search tree have."""
    from dataclasses import asdict

    from papers.shintani.exhaustive.shintani_tree import MAX_DEPTH, tree_levels
    from papers.shintani.search_counts import tree_table

    if depth > MAX_DEPTH:
        raise InputError(f"--tree goes to {MAX_DEPTH} turns at most, not to {depth}")
    levels = tree_levels(depth)
    if as_json:
        print_json({"levels": [asdict(level) for level in levels]})
    else:
        print_table(tree_table(levels))
