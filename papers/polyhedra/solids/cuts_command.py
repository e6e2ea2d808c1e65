"""`rokumen paper cuts`: which cuts of a solid make a puzzle, and at which depths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, get_args

import click

from rokumen.extend.commands import (
    DONE,
    InputError,
    Number,
    json_option,
    print_json,
    print_table,
)
from solver.puzzles.family import SOLIDS, AxisKind

if TYPE_CHECKING:
    from papers.polyhedra.solids.possible_cuts import Conditions
    from solver.puzzles.polyhedra.solid import Axis


@click.command("cuts")
@click.argument("solid", type=click.Choice(SOLIDS), required=False)
@click.argument("kind", type=click.Choice(get_args(AxisKind)), required=False)
@click.option(
    "--at",
    "heights",
    multiple=True,
    type=Number(-1, 1),
    metavar="HEIGHT",
    help="Check planes at this height: 0 is the centre, 1 the end of an axis. Repeatable.",
)
@click.option("--axes", "names", metavar="LETTERS", help="Cut these axes alone, such as IL.")
@click.option("--angle", type=Number(1, 180), help="Turn by this many degrees, not the axis' own.")
@json_option()
def command(
    solid: str | None,
    kind: AxisKind | None,
    heights: tuple[float, ...],
    names: str | None,
    angle: float | None,
    as_json: bool,
) -> int:
    """Print which cuts of SOLID across its axes through KIND make a puzzle.

    Without --at: all depths of one cut, with the others that it needs, and the pieces of each.
    With --at: which of the polyhedra paper's conditions hold. Without KIND: the axes of every
    solid.
    """
    if not heights and (names or angle is not None):
        raise InputError("--axes and --angle are for cuts that --at gives, such as --at 0.5")
    if solid is None or kind is None:
        if heights or solid is not None:
            raise InputError(
                "name a solid and a kind of axis, such as `rokumen paper cuts cube faces`"
            )
        return _print_kinds(as_json)
    from papers.polyhedra.solids.possible_cuts import kinds_of_axes

    if kind not in kinds_of_axes(solid):
        raise InputError(
            f"the axes of a {solid} through its {kind} are those through its vertices: write "
            f"`rokumen paper cuts {solid} vertices`"
        )
    if not heights:
        return _print_depths(solid, kind, as_json)
    return _print_conditions(solid, kind, heights, names, angle, as_json)


def _print_kinds(as_json: bool) -> int:
    from rich.table import Table

    from papers.polyhedra.solids.possible_cuts import axis_kinds

    kinds = axis_kinds()
    if as_json:
        print_json({"kinds": [asdict(kind) for kind in kinds]})
        return DONE
    table = Table("solid", "rotations", "through", "axes", "angle", "a cut at h needs", "crossing")
    for kind in kinds:
        table.add_row(
            kind.solid,
            str(kind.rotations),
            kind.kind,
            str(kind.axes),
            f"{360 / kind.order:g}°",
            "h and -h" if kind.is_reversed else "h",
            f"below {kind.crossing_limit:.4g}",
        )
    print_table(table)
    return DONE


def _print_depths(solid: str, kind: AxisKind, as_json: bool) -> int:
    from rich.console import Console
    from rich.table import Table

    from papers.polyhedra.solids.depths import depths

    with Console(stderr=True).status(f"{solid}, {kind}"):
        found = depths(solid, kind)
    if as_json:
        print_json({"depths": [asdict(depth) for depth in found]})
        return DONE
    table = Table("height", "layers", "pieces", "stickers", "planes cross", "puzzle")
    for column in table.columns[1:4]:
        column.justify = "right"
    for depth in found:
        table.add_row(
            depth.interval,
            *map(str, (depth.layers, depth.pieces, depth.stickers)),
            "yes" if depth.crossing else "no",
            " ".join(depth.names),
        )
    print_table(table)
    return DONE


def _print_conditions(
    solid: str,
    kind: AxisKind,
    heights: tuple[float, ...],
    names: str | None,
    angle: float | None,
    as_json: bool,
) -> int:
    from papers.polyhedra.solids.possible_cuts import check_conditions
    from solver.puzzles.polyhedra.solid import axes

    lines = axes(solid, kind)
    falling = tuple(sorted({height + 0.0 for height in heights}, reverse=True))
    planes = dict.fromkeys(_numbers(lines, names), falling)
    found = check_conditions(solid, kind, planes, angle)
    if as_json:
        needed = {lines[number].name: heights for number, heights in found.needed.items()}
        print_json({**asdict(found), "needed": needed})
        return DONE
    for line in _describe(solid, lines, found):
        click.echo(line)
    return DONE


def _numbers(lines: Sequence[Axis], names: str | None) -> list[int]:
    """Return the numbers of axes by their letters, of all without any.

    Raises InputError, which quotes a letter that is none.
    """
    known = [axis.name for axis in lines]
    for name in names or "":
        if name not in known:
            raise InputError(f"{name!r} in --axes {names} is not one of {' '.join(known)}")
    return sorted({known.index(name) for name in names}) if names else list(range(len(known)))


def _describe(solid: str, lines: Sequence[Axis], found: Conditions) -> Iterator[str]:
    def answer(holds: bool) -> str:
        return "yes" if holds else "no"

    matched = f"no, not where {found.unmatched} turns" if found.unmatched else "yes"
    yield f"condition 2, every turn keeps the {solid}: {answer(found.keeps_solid)}"
    yield f"condition 3, pieces come to where there were some of their form: {matched}"
    yield f"condition 4, planes of two axes meet within the {solid}: {answer(found.crossing)}"
    yield f"condition 5, all axes of the kind are cut alike: {answer(found.alike)}"
    if found.needed:
        planes = ", ".join(
            f"{lines[number].name} at {' and '.join(f'{height:g}' for height in heights)}"
            for number, heights in found.needed.items()
        )
        yield f"what the turns need: {planes}"
