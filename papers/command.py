"""`rokumen paper`: what the five documents describe beside the main path."""

from __future__ import annotations

import click

from rokumen.extend.commands import Command, LazyGroup

COMMANDS = {
    "figures": Command(
        "papers.figures_command", "measure every published figure, and compare it with the document"
    ),
    "cases": Command(
        "papers.polyhedra.cases_command", "list and draw the cases of the polyhedra paper's methods"
    ),
    "steps": Command(
        "papers.polyhedra.steps_command", "solve a cube of any size by the paper's own procedure"
    ),
    "explain": Command(
        "papers.polyhedra.lbl.explain_command",
        "explain the steps of the method lbl-paper on a cube",
    ),
    "cuts": Command(
        "papers.polyhedra.solids.cuts_command",
        "which cuts of a regular solid make a puzzle, and at which depths",
    ),
    "equal": Command(
        "papers.polyhedra.solids.equal_command",
        "whether two twisty polyhedra are isomorphic, or one is part of the other",
    ),
    "search": Command(
        "papers.shintani.search_command",
        "find all shortest sequences for a cube, by exhaustive search",
    ),
    "operations": Command(
        "papers.shintani.operations_command",
        "list the five basic operations of the method layers-1978",
    ),
    "permutation": Command(
        "papers.permutations.command",
        "evaluate products, powers and inverses of permutations",
    ),
    "pack": Command("papers.packing.command", "find all packings of polycubes into a box"),
}


@click.command(
    "paper",
    cls=LazyGroup,
    lazy=COMMANDS,
    short_help="methods and figures of the five documents from which rokumen grew",
)
def command() -> None:
    """The methods and the figures of the five documents from which rokumen grew."""
