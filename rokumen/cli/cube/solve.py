"""`rokumen solve`: print the solution of one cube, stage by stage, or of one a line."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import click

import rokumen
from rokumen import exit_status
from rokumen.cli.cube.solution_text import as_line, as_text, solutions_as_json
from rokumen.cli.cube.solve_many import cube_lines, print_cubes
from rokumen.cli.exactly_one import check_one_given
from rokumen.cli.number_types import EFFORT, SECONDS, WORKERS, Number, WholeNumber
from rokumen.cli.output import print_json
from rokumen.errors import InputError, InterruptedWorkError
from rokumen.jobs.batch import EngineSpec, Solutions, solve_text, solve_texts
from rokumen.show.terminal.table_progress import build_engine_tables
from solver.engines.registry import (
    DEFAULT_METHOD,
    ENGINES,
    method_names,
    option_names,
    reports_proof_progress,
    supports_several_solutions,
)
from solver.notation.printing import DEFAULT_NOTATION, NOTATIONS

# A method of the 3x3x3 as one of the n x n x n cubes, with turns of middle layers.
_BY_LAYERS = "tsukuda-paper"


@click.command("solve")
@click.argument("cube", required=False)
@click.option("--file", type=click.Path(path_type=Path), help="One cube a line; - for stdin.")
@click.option("--puzzle", metavar="NAME", help="A puzzle of `rokumen puzzle list` [3x3x3].")
@click.option(
    "--method",
    metavar="NAME",
    help=f"The engine: {', '.join(sorted(ENGINES))} [{DEFAULT_METHOD}]; other puzzles have others.",
)
@click.option(
    "--effort",
    type=EFFORT,
    help="lbl, layers-1978, sequences: beam width; larger gives shorter solutions and is slower "
    "[20]. lbl: 0 takes the fewest cases to learn.",
)
@click.option(
    "--one-look", is_flag=True, default=None, help="lbl: solve the last layer in one step."
)
@click.option(
    "--time-limit",
    type=SECONDS,
    metavar="S",
    help="two-phase, optimal: seconds a cube.",
)
@click.option(
    "--max-length",
    type=Number(0, 1000),
    metavar="N",
    help="two-phase: stop at a solution of N moves.",
)
@click.option(
    "--all",
    "count",
    type=WholeNumber(1, 10_000),
    metavar="N",
    help="lbl, two-phase: the N best solutions.",
)
@click.option(
    "--metric",
    type=click.Choice(["htm", "qtm", "axial"]),
    help="two-phase: what counts as one move.",
)
@click.option(
    "--threads",
    type=WORKERS,
    metavar="N",
    help="two-phase, optimal: threads for one cube.",
)
@click.option(
    "--processes",
    type=WORKERS,
    default=1,
    show_default=True,
    help="Processes that solve many cubes in parallel.",
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="The Dask scheduler whose workers solve many cubes: tcp://HOST:8786.",
)
@click.option(
    "--notation",
    type=click.Choice(list(NOTATIONS)),
    help=f"How turns are written: R U' (wca) or E1 U3 (shintani) [{DEFAULT_NOTATION}].",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a cube.")
def command(
    cube: str | None,
    file: Path | None,
    puzzle: str | None,
    method: str | None,
    count: int | None,
    processes: int,
    cluster: str | None,
    notation: str | None,
    as_json: bool,
    **options: float | str | None,
) -> int:
    """Solve CUBE: a list of 54 facelets, 48 colours or 48 numbers, a scramble, or - for stdin.

    Facelets go face by face, U R F D L B, row by row, in any six letters whose centres differ;
    without the centres U L F R B D. Where a text could be both: list: or moves: before it.
    For another puzzle, CUBE is a scramble in its notation, or as its page in docs/ describes.
    """
    check_one_given({"a cube": cube, "--file with one a line": file})
    # A person who types or pipes one cube wants its stages; a file of many gives a line for each.
    shown = as_text if cube == "-" and sys.stdout.isatty() else as_line
    if file == Path("-"):
        cube, file = "-", None
    given = {name: value for name, value in options.items() if value is not None}
    are_many = file is not None or cube == "-"
    if puzzle not in (None, "3x3x3") or (puzzle is not None and method == _BY_LAYERS):
        from rokumen.cli.cube.solve_puzzle import print_many, print_one

        unsupported = _options_of_3x3x3(given, count, cluster, notation)
        if unsupported:
            raise InputError(f"{', '.join(unsupported)}: only for the 3x3x3, not for {puzzle!r}")
        if are_many:
            return print_many(puzzle, method, cube_lines(file), as_json)
        assert cube is not None
        return print_one(puzzle, method, cube, as_json)
    method = method or DEFAULT_METHOD
    solver = _solver(method, given, count)
    write = NOTATIONS[notation or DEFAULT_NOTATION]
    if cluster is not None:
        if not are_many:
            raise InputError("--cluster solves many cubes: give --file, or - for standard input")
        # Imported here, since Dask is slow to import.
        from rokumen.jobs.cluster import solve_on_cluster

        solve_all = partial(solve_on_cluster, solver=solver, address=cluster)
        return print_cubes(file, solve_all, None if as_json else shown, write)
    build_engine_tables(method, given)
    if are_many:
        solve_here = partial(solve_texts, solver=solver, processes=processes)
        return print_cubes(file, solve_here, None if as_json else shown, write)
    assert cube is not None
    solutions = _solve_one(cube, solver)
    if as_json:
        print_json(solutions_as_json(solutions, write))
    else:
        click.echo("\n".join(as_text(solution, write) for solution in solutions))
    return exit_status.DONE


def _options_of_3x3x3(
    given: Mapping[str, object], count: int | None, cluster: str | None, notation: str | None
) -> list[str]:
    """Return the given options that only the 3x3x3 has, as on the command line."""
    others = {"all": count, "cluster": cluster, "notation": notation}
    return [
        f"--{name.replace('_', '-')}"
        for name in [*given, *(name for name, value in others.items() if value is not None)]
    ]


def _solver(method: str, given: Mapping[str, object], count: int | None) -> EngineSpec:
    """Return the engine with its options. Raises InputError for an option that it does not have."""
    known = option_names(method)
    unsupported = [f"--{name.replace('_', '-')}" for name in given if name not in known]
    if count is not None and not supports_several_solutions(method):
        unsupported.append("--all")
    if unsupported:
        able = [name for name in sorted(method_names()) if set(given) <= set(option_names(name))]
        hint = f"; available with {', '.join(able)}" if given and able else ""
        message = f"{', '.join(unsupported)}: not an option of the method {method!r}{hint}"
        # The searches of these are bounded by --effort: docs/solve.md says how long they take.
        if "--time-limit" in unsupported:
            message += f". {method!r} ends by itself, and needs no limit"
        raise InputError(message)
    return EngineSpec(method, given, count)


def _solve_one(text: str, solver: EngineSpec) -> Solutions:
    """Return the solutions that were asked for.

    Raises InterruptedWorkError if a proof is stopped.
    """
    if solver.count is not None:
        return solve_text(text, solver.engine())
    cube = rokumen.Cube.parse(text)
    options: Any = dict(solver.options)
    if reports_proof_progress(solver.method):
        return (_prove(cube, solver.method, options),)
    return (rokumen.solve(cube, method=solver.method, **options),)


def _prove(cube: rokumen.Cube, method: str, options: Any) -> rokumen.Solution:
    """Solve a cube and show how far the proof is. Raises InterruptedWorkError if it is stopped."""
    from rokumen.show.terminal.proof_progress import ProofDisplay

    def show(progress: rokumen.SolveProgress) -> None:
        if progress.proof is not None:
            proving.watch(progress.proof)

    with ProofDisplay() as proving:
        try:
            return rokumen.solve(cube, method=method, on_progress=show, **options)
        except KeyboardInterrupt:
            if proving.proof is None:
                raise
            proof = proving.proof
    raise InterruptedWorkError(f"interrupted; not proven shortest, {proof.describe_unfinished()}")
