"""`rokumen paper`: what the five documents describe beside the main path."""

from __future__ import annotations

import click

from rokumen.extend.commands import Command, LazyGroup

COMMANDS = {
    "cases": Command(
        "papers.polyhedra.cases_command", "list and draw the cases of the polyhedra paper's methods"
    ),
    "explain": Command(
        "papers.polyhedra.explain_command", "explain the steps of the method lbl-paper on a cube"
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


@click.command("paper", cls=LazyGroup, lazy=COMMANDS)
def command() -> None:
    """The methods and the figures of the five documents from which rokumen grew."""
