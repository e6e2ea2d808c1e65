"""`rokumen paper permutation`: permutation algebra."""

from __future__ import annotations

from pathlib import Path

import click

from drawing.canvas import save_drawing
from papers.permutations.algebra import DIE, evaluate
from papers.permutations.named_permutations import SymbolTable, print_cycles
from papers.permutations.sticker_names import (
    STICKERS,
    WCA_STICKERS,
    cycles_as_facelet_names,
    numbers_after,
)
from rokumen.extend.commands import DONE, InputError, draw_option, json_option, print_json
from solver.core.errors import IllegalCubeError
from solver.core.permutation import Permutation
from solver.cube import Cube


@click.command("permutation")
@click.argument("expression")
@click.option("--die", "of_die", is_flag=True, help="Permutations of the six sides of a die.")
@click.option("--wca", is_flag=True, help="Turns and stickers in WCA letters: R U' (UR UF UL).")
@draw_option("Draw the cycles: .svg or .png.")
@json_option()
def command(expression: str, of_die: bool, wca: bool, draw: Path | None, as_json: bool) -> int:
    """Evaluate EXPRESSION, a product from left to right, and print it as cycles.

    Turns t b e w s n of the faces top, bottom, east, west, south, north; t', t2, t^-3; cycles of
    stickers (TE TS TW); the sequences H I J K; groups (t e)3, commutators [t, e], conjugates
    [t: e].
    """
    if of_die and wca:
        raise InputError("--die and --wca: a die has no WCA names; leave one out")
    language = DIE if of_die else WCA_STICKERS if wca else STICKERS
    permutation = evaluate(expression, language)
    if draw is not None:
        from papers.permutations.cycles_drawing import cycles_on_net

        title = f"{expression} = {language.print_cycles(permutation)}"
        save_drawing(cycles_on_net(language, permutation, title), draw)
    if as_json:
        print_json(_as_json(expression, language, permutation))
    else:
        click.echo(_as_text(language, permutation))
    return DONE


def _as_text(language: SymbolTable, permutation: Permutation) -> str:
    fields = {
        "cycles": language.print_cycles(permutation),
        "order": str(permutation.order()),
        "parity": _parity(permutation),
    }
    if language is DIE:
        fields["from"] = " ".join(language.points)
        fields["to"] = " ".join(language.points[target] for target in permutation.targets)
    else:
        faults = _faults(permutation)
        fields["facelets"] = print_cycles(cycles_as_facelet_names(permutation))
        fields["cube"] = f"not legal: {'; '.join(faults)}" if faults else "legal"
    return "\n".join(f"{name:<9} {value}" for name, value in fields.items())


def _as_json(expression: str, language: SymbolTable, permutation: Permutation) -> dict[str, object]:
    points = language.points
    document: dict[str, object] = {
        "expression": expression,
        "cycles": language.cycles(permutation),
        "order": permutation.order(),
        "parity": _parity(permutation),
        "to": {points[i]: points[target] for i, target in enumerate(permutation.targets)},
    }
    if language is not DIE:
        document["facelets"] = cycles_as_facelet_names(permutation)
        document["faults"] = _faults(permutation)
    return document


def _parity(permutation: Permutation) -> str:
    return "even" if permutation.is_even else "odd"


def _faults(permutation: Permutation) -> list[str]:
    """Return the reasons why the permutation is not a legal cube; empty if it is legal."""
    try:
        Cube.from_numbers(numbers_after(permutation))
    except IllegalCubeError as error:
        return [str(fault) for fault in error.faults]
    return []
