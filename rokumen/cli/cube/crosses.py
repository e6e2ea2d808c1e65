"""`rokumen solve --step`: all crosses or x-crosses of a cube, by face."""

from __future__ import annotations

from collections.abc import Iterator

import click

import rokumen
from drawing.palette import WESTERN
from files.wording import counted
from rokumen import exit_status
from rokumen.cli.output import print_json
from rokumen.errors import InputError
from solver.core.geometry import FACES
from solver.crosses import GOALS, FoundCross, find_crosses
from solver.engines.lbl.first_two_layers import MAX_LENGTH
from solver.notation.printing import Writer

_NAMES = {"cross": ("cross", "crosses"), "xcross": ("x-cross", "x-crosses")}


def print_crosses(text: str, step: str, longest: int | None, write: Writer, as_json: bool) -> int:
    """Print the crosses or x-crosses of a cube by face; return the exit status.

    `step`: a key of GOALS; `longest`: all with so many turns at most, None for the shortest of each
    face. Raises InputError for more turns than MAX_LENGTH.
    """
    if longest is not None and longest > MAX_LENGTH:
        raise InputError(
            f"--all {longest}: with --step, all of up to {MAX_LENGTH} turns at most can be listed"
        )
    cube = rokumen.Cube.parse(text)
    found = {face: list(_found(cube, face, step, longest)) for face in FACES}
    if as_json:
        print_json({"cube": cube.facelets, "step": step, "faces": _as_json(found, write)})
        return exit_status.DONE
    for face, crosses in found.items():
        length = MAX_LENGTH if longest is None else longest
        none = "" if crosses else f" of up to {counted(length, 'turn')}"
        click.echo(f"{WESTERN[face]} below: {counted(len(crosses), *_NAMES[step])}{none}")
        for cross in crosses:
            slots = f"   fills {', '.join(cross.slots)}" if cross.slots else ""
            moves = " ".join(filter(None, (cross.rotation, write(cross.seen))))
            click.echo(f"  {len(cross.seen)}: {moves or '(nothing to do)'}{slots}")
    return exit_status.DONE


def _found(cube: rokumen.Cube, face: str, step: str, longest: int | None) -> Iterator[FoundCross]:
    """Yield the crosses of a face, the shortest first, and no others where `longest` is None."""
    for length in range((MAX_LENGTH if longest is None else longest) + 1):
        crosses = list(find_crosses(cube, face, GOALS[step], length))
        yield from crosses
        if crosses and longest is None:
            return


def _as_json(found: dict[str, list[FoundCross]], write: Writer) -> dict[str, object]:
    return {
        face: [
            {
                "turns": write(cross.turns),
                "rotation": cross.rotation,
                "seen": write(cross.seen),
                "slots": list(cross.slots),
            }
            for cross in crosses
        ]
        for face, crosses in found.items()
    }
