"""`rokumen puzzle permutation`: products of turns and cycles, as cycles."""

from __future__ import annotations

from pathlib import Path

import click

from rokumen import exit_status
from rokumen.errors import InputError
from rokumen.output import print_json
from solver.algebra import DIE, STICKERS, WCA_STICKERS, Language, evaluate
from solver.algebra.language import print_cycles
from solver.algebra.stickers import cube_after, in_facelets
from solver.errors import IllegalCubeError
from solver.permutation import Permutation


@click.command("permutation")
@click.argument("expression")
@click.option("--die", "of_die", is_flag=True, help="Of the six sides of a die that is tipped.")
@click.option("--wca", is_flag=True, help="Turns and stickers as in R U' (UR UF UL).")
@click.option("--draw", type=click.Path(path_type=Path), help="Draw the cycles: .svg or .png.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(expression: str, of_die: bool, wca: bool, draw: Path | None, as_json: bool) -> int:
    """Work out EXPRESSION, a product from left to right, and print it as cycles.

    Turns t b e w s n of the faces top, bottom, east, west, south, north; t', t2, t^-3; cycles of
    stickers (TE TS TW); the sequences H I J K; groups (t e)3, commutators [t, e], conjugates
    [t: e].
    """
    if of_die and wca:
        raise InputError("--die and --wca: the die has sides and ways to tip it, but no WCA names")
    language = DIE if of_die else WCA_STICKERS if wca else STICKERS
    permutation = evaluate(expression, language)
    if draw is not None:
        from rokumen.show.cycles import cycles_on_net
        from rokumen.show.drawing import save

        title = f"{expression} = {language.print_cycles(permutation)}"
        save(cycles_on_net(language, permutation, title), draw)
    if as_json:
        print_json(_as_json(expression, language, permutation))
    else:
        click.echo(_as_text(language, permutation))
    return exit_status.DONE


def _as_text(language: Language, permutation: Permutation) -> str:
    told = {
        "cycles": language.print_cycles(permutation),
        "order": str(permutation.order()),
        "parity": _parity(permutation),
    }
    if language is DIE:
        told["from"] = " ".join(language.things)
        told["to"] = " ".join(language.things[target] for target in permutation.targets)
    else:
        faults = _faults(permutation)
        told["facelets"] = print_cycles(in_facelets(permutation))
        told["cube"] = "; ".join(["no turns do this", *faults]) if faults else "turns do this"
    return "\n".join(f"{name:<9} {value}" for name, value in told.items())


def _as_json(expression: str, language: Language, permutation: Permutation) -> dict[str, object]:
    things = language.things
    told: dict[str, object] = {
        "expression": expression,
        "cycles": language.cycles(permutation),
        "order": permutation.order(),
        "parity": _parity(permutation),
        "to": {things[i]: things[target] for i, target in enumerate(permutation.targets)},
    }
    if language is not DIE:
        told["facelets"] = in_facelets(permutation)
        told["faults"] = _faults(permutation)
    return told


def _parity(permutation: Permutation) -> str:
    return "even" if permutation.is_even else "odd"


def _faults(permutation: Permutation) -> list[str]:
    """Say why no turns of a cube move its stickers like this; nothing if there are such turns."""
    try:
        cube_after(permutation)
    except IllegalCubeError as error:
        return [str(fault) for fault in error.faults]
    return []
