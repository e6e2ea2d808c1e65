"""`rokumen bench NAME`: the project's own benchmarks, a file each."""

from __future__ import annotations

import click

from rokumen.commands.lazy import LazyGroup

BENCHES = {
    "lbl": "how many turns the layer method needs",
    "layers": "how many turns the layers of 1978 need, beside LBL",
    "reading": "photographed cubes whose truth is known",
    "scan": "clips whose truth is known",
    "calibrating": "what a measured profile of colours is worth",
    "page": "how fast the page answers a camera's frames",
    "plan": "a public solver's solutions on every rig",
    "soak": "whole jobs on robots that misbehave",
    "engines": "the engines beside installed packages",
    "fuzz": "bad lines for the host, the simulator and the board",
    "link": "acknowledged commands a second",
    "tsukuda": "the Tsukuda method on cubes of every size",
    "picture": "what the centres of a cube with pictures cost",
    "optimal": "proofs of shortest solutions",
    "search": "the searches from nothing but the turns, beside those of seed 002",
    "sequences": "how many turns pure sequences alone need",
    "packing": "exact cover beside trying every placement in order",
    "pyraminx": "how many turns the Pyraminx needs",
    "pocket": "how many turns the 2x2x2 needs",
    "polyhedra": "how many turns twisty polyhedra need",
}


@click.command("bench", cls=LazyGroup, package=__name__, names=BENCHES)
def command() -> None:
    """Run one of the project's own benchmarks."""
