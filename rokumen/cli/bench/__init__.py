"""`rokumen bench NAME`: the project's own benchmarks."""

from __future__ import annotations

import click

from rokumen.cli.lazy_group import Command, LazyGroup

BENCHES = {
    "seeds": Command(
        "rokumen.cli.bench.published",
        "every published figure that can be measured, beside ours",
        "command",
    ),
    "lbl": Command(
        "rokumen.cli.bench.solving", "solution lengths of the layer-by-layer method", "lbl_command"
    ),
    "beginner": Command(
        "rokumen.cli.bench.solving",
        "solution lengths of the beginner's course",
        "beginner_command",
    ),
    "layers": Command(
        "rokumen.cli.bench.solving",
        "solution lengths of layers-1978 and LBL",
        "layers_command",
    ),
    "reading": Command(
        "rokumen.cli.bench.vision", "reading accuracy on labelled photographs", "reading_command"
    ),
    "sizes": Command(
        "rokumen.cli.bench.vision", "reading of enlarged and reduced photographs", "sizes_command"
    ),
    "scan": Command(
        "rokumen.cli.bench.vision", "scanning accuracy on labelled clips", "scan_command"
    ),
    "faces": Command(
        "rokumen.cli.bench.vision",
        "confidence of single faces, each picture alone",
        "faces_command",
    ),
    "calibrating": Command(
        "rokumen.cli.bench.vision",
        "reading accuracy with and without a measured colour profile",
        "calibrating_command",
    ),
    "page": Command("rokumen.cli.bench.vision", "frame rate of the scanning page", "page_command"),
    "plan": Command(
        "rokumen.cli.bench.robot",
        "plans of a public solver's solutions on every rig",
        "plan_command",
    ),
    "soak": Command("rokumen.cli.bench.robot", "whole jobs on robots with faults", "soak_command"),
    "silent-jams": Command(
        "rokumen.cli.bench.robot",
        "how soon a turn that was not made is found, and what it costs",
        "silent_jams_command",
    ),
    "servos": Command(
        "rokumen.cli.bench.robot",
        "solves on servos that lag and measure nothing, beside ideal ones",
        "servos_command",
    ),
    "mujoco": Command(
        "rokumen.cli.bench.physics",
        "plans of two grippers in the physics engine MuJoCo",
        "command",
    ),
    "endurance": Command(
        "rokumen.cli.bench.robot", "hours of one robot, with faults", "endurance_command"
    ),
    "siege": Command(
        "rokumen.cli.bench.siege", "hostile files, command lines, robots and requests", "command"
    ),
    "engines": Command(
        "rokumen.cli.bench.solving",
        "the engines compared with installed packages",
        "engines_command",
    ),
    "fuzz": Command(
        "rokumen.cli.bench.robot",
        "damaged lines for the host, the simulator and the board",
        "fuzz_command",
    ),
    "link": Command("rokumen.cli.bench.robot", "acknowledged commands per second", "link_command"),
    "tsukuda": Command(
        "rokumen.cli.bench.puzzles", "the Tsukuda method on cubes of every size", "tsukuda_command"
    ),
    "picture": Command(
        "rokumen.cli.bench.puzzles",
        "extra turns for the centres of a picture cube",
        "picture_command",
    ),
    "optimal": Command(
        "rokumen.cli.bench.solving", "proofs of shortest solutions", "optimal_command"
    ),
    "search": Command(
        "rokumen.cli.bench.solving",
        "the searches from nothing but the turns, beside those of Shintani (2018)",
        "search_command",
    ),
    "sequences": Command(
        "rokumen.cli.bench.solving",
        "solution lengths with pure sequences alone",
        "sequences_command",
    ),
    "packing": Command(
        "rokumen.cli.bench.puzzles",
        "exact cover compared with brute force",
        "packing_command",
    ),
    "pyraminx": Command(
        "rokumen.cli.bench.puzzles", "solution lengths of the Pyraminx", "pyraminx_command"
    ),
    "pocket": Command(
        "rokumen.cli.bench.puzzles", "solution lengths of the 2x2x2", "pocket_command"
    ),
    "polyhedra": Command(
        "rokumen.cli.bench.puzzles", "solution lengths of twisty polyhedra", "polyhedra_command"
    ),
}


@click.command("bench", cls=LazyGroup, lazy=BENCHES)
def command() -> None:
    """Run one of the project's own benchmarks."""
