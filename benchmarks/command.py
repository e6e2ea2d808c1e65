"""`python -m benchmarks NAME`: the project's own benchmarks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

import click

from rokumen.cli.lazy_group import Command, LazyGroup
from rokumen.cli.main import run_group

if TYPE_CHECKING:
    from benchmarks.harness.command import Bench


@dataclass(frozen=True)
class Benchmark(Command):
    """Location of a benchmark's function, and the one-line summary of its command."""

    def function(self) -> Bench:
        """Import the benchmark's module and return its function."""
        return cast("Bench", getattr(import_module(self.module), self.attribute))

    def load(self) -> click.Command:
        """Import the benchmark's module and return its command."""
        # Imported here, since the list of benchmarks is shown without it.
        from benchmarks.harness.command import command_of

        return command_of(self.attribute.replace("_", "-"), self.function())


# Of each benchmark the module within `benchmarks`, and its summary.
_BENCHMARKS = {
    "lengths": (
        "solving.lengths",
        "lengths of solutions of any puzzle by any method, and how they fall with time",
    ),
    "engines": (
        "solving.engines",
        "the engines compared with installed packages",
    ),
    "reading": (
        "reading.reading",
        "reading accuracy on labelled photographs",
    ),
    "sizes": (
        "reading.picture_sizes",
        "reading of enlarged and reduced photographs",
    ),
    "scan": (
        "reading.clips",
        "scanning accuracy on labelled clips",
    ),
    "watch": (
        "reading.films",
        "turns watched in labelled films of hands",
    ),
    "drawn-films": (
        "reading.drawn_films",
        "turns, and steps of solves, watched in drawn films of hands",
    ),
    "smart-cubes": (
        "reading.smart_cubes",
        "smart cubes: recordings, emulated ones, damaged packets",
    ),
    "faces": (
        "reading.faces",
        "confidence of single faces, each picture alone",
    ),
    "plan": (
        "robot.planning",
        "plans of a public solver's solutions on every rig",
    ),
    "soak": (
        "robot.soak",
        "whole jobs on robots with faults",
    ),
    "jobs": (
        "robot.jobs",
        "whole jobs on rigs under conditions: faults, usual servos, hours, paces",
    ),
    "sprint": (
        "sprint.sprint",
        "from a scrambled cube to a solved one: seconds, commands and waits",
    ),
    "safety": (
        "robot.safety",
        "what jaws, servos and supply do to a robot, over the ranges of servos",
    ),
    "first-evening": (
        "robot.first_evening",
        "robots that are wrongly wired, and what the setup says of them",
    ),
    "drives": (
        "robot.drives",
        "drives on emulated electronics: the twelve rules, broken twins, pulses, faults",
    ),
    "fuzz": (
        "robot.fuzz",
        "damaged lines for the host and a chip",
    ),
    "link": (
        "robot.link",
        "lines that a chip answers per second",
    ),
    "attacks": (
        "attacks.attacks",
        "malformed files, command lines, robots and requests",
    ),
}
BENCHES = {
    name: Benchmark(f"benchmarks.{module}", summary, name.replace("-", "_"))
    for name, (module, summary) in _BENCHMARKS.items()
}
PAGE = {"measurements": Command("benchmarks.measurements", "docs/measurements.md, measured again")}


@click.command(
    cls=LazyGroup, lazy=BENCHES | PAGE, context_settings={"help_option_names": ["-h", "--help"]}
)
def command() -> None:
    """Run one of the project's own benchmarks."""


def run(arguments: Sequence[str]) -> int:
    """Run a benchmark and return its exit status, reporting failures as `rokumen` does."""
    return run_group(command, "python -m benchmarks", arguments, _no_settings)


def _no_settings(arguments: Sequence[str]) -> dict[str, Any]:
    return {}
