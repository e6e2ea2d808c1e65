"""`rokumen solve`: print the solution of one cube, stage by stage, or of one a line."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import click

import rokumen
from files.wording import counted
from rokumen import exit_status
from rokumen.cli.cube.solution_text import (
    Answer,
    SolveMany,
    answer_as_json,
    answer_as_line,
    answer_as_text,
    links_as_text,
    print_many,
)
from rokumen.cli.cube.solve_puzzle import puzzle_spec, solve_position
from rokumen.cli.output import json_option, print_json
from rokumen.cli.parameters import WORKERS, WholeNumber, check_one_given, optional_options
from rokumen.errors import InputError, InterruptedWorkError
from rokumen.jobs.batch import (
    EngineSpec,
    PuzzleSpec,
    loaded_puzzle,
    solve_on_cluster,
    solve_texts,
)
from rokumen.show.table_progress import (
    build_engine_tables,
    build_puzzle_tables,
    build_tables_for,
)
from solver.core.errors import MethodError
from solver.engines.engine import ProofProgress
from solver.engines.options import OPTIONS, PUZZLE_OPTIONS
from solver.engines.registry import (
    DEFAULT_METHOD,
    ENGINES,
    load_engine,
    method_names,
    option_names,
    reports_proof_progress,
    supports_several_solutions,
)
from solver.notation.printing import DEFAULT_NOTATION, NOTATIONS, moves_text


class _SolveCommand(click.Command):
    """The command with the options of all engines, and of a plug-in where it names one."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments with the options of the engine that they name."""
        ctx.meta[__name__] = self._options_of_plugin(_named_method(ctx, args))
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the options of the command, and those of the plug-in."""
        return [*super().get_params(ctx), *ctx.meta.get(__name__, ())]

    def _options_of_plugin(self, method: str) -> list[click.Option]:
        if method in ENGINES:
            return []
        known = {each.name for each in self.params}
        # Another puzzle may have a method of this name.
        with suppress(MethodError):
            options = optional_options({method: load_engine(method).options})
            return [each for each in options if each.name not in known]
        return []


def _named_method(context: click.Context, arguments: Sequence[str]) -> str:
    """Return the method that is named: by the arguments, or else by the settings."""
    for at, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name == "--method":
            return value if equals else "".join(arguments[at + 1 : at + 2])
    return str(
        os.environ.get("ROKUMEN_SOLVE_METHOD") or context.lookup_default("method") or DEFAULT_METHOD
    )


def _engine_options(command: click.Command) -> click.Command:
    """Add the options of the engines of this package to a command."""
    at = next(i for i, each in enumerate(command.params) if each.name == "count")
    command.params[at:at] = optional_options({**OPTIONS, **PUZZLE_OPTIONS})
    return command


@_engine_options
@click.command("solve", cls=_SolveCommand)
@click.argument("cube", required=False)
@click.option("--file", type=click.Path(path_type=Path), help="One cube a line; - for stdin.")
@click.option(
    "--to",
    "goal",
    metavar="CUBE",
    help="The state that the turns lead to, written as CUBE is [the solved cube].",
)
@click.option("--puzzle", metavar="NAME", help="A puzzle of `rokumen puzzle list` [3x3x3].")
@click.option(
    "--method",
    metavar="NAME",
    help=f"The engine: {', '.join(sorted(ENGINES))} [{DEFAULT_METHOD}]; other puzzles have others, "
    "a 4x4x4 and a 5x5x5 reduction.",
)
@click.option(
    "--all",
    "count",
    type=WholeNumber(1, 10_000),
    metavar="N",
    help="lbl, two-phase: the N best solutions; with --step, all of up to N turns.",
)
@click.option(
    "--step",
    type=click.Choice(["cross", "xcross"]),
    help="Only a first step, for each face: the cross, or with a filled slot [the shortest ones].",
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
    help="The Dask scheduler whose workers solve many cubes: tls://HOST:8786.",
)
@click.option(
    "--notation",
    type=click.Choice(list(NOTATIONS)),
    help=f"How turns are written: R U' (wca) or E1 U3 (shintani) [{DEFAULT_NOTATION}].",
)
@click.option("--link", is_flag=True, help="Print links that play the solution, too.")
@json_option("Print one JSON object a cube.")
def command(
    cube: str | None,
    file: Path | None,
    goal: str | None,
    puzzle: str | None,
    method: str | None,
    count: int | None,
    step: str | None,
    processes: int,
    cluster: str | None,
    notation: str | None,
    link: bool,
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
    shown = answer_as_text if cube == "-" and sys.stdout.isatty() else answer_as_line
    if file == Path("-"):
        cube, file = "-", None
    given = {name: value for name, value in options.items() if value is not None}
    are_many = file is not None or cube == "-"
    if step is not None:
        is_other = puzzle not in (None, "3x3x3")
        others = {"--puzzle": is_other, "--to": goal, "many cubes": are_many, "--link": link}
        return _print_step(cube or "", step, count, notation, as_json, others)
    solver: EngineSpec | PuzzleSpec
    if puzzle in (None, "3x3x3"):
        solver = _engine_spec(method or DEFAULT_METHOD, given, count, goal)
    elif unsupported := _options_of_3x3x3(goal, count, cluster, notation, link):
        raise InputError(f"{', '.join(unsupported)}: only for the 3x3x3, not for {puzzle!r}")
    else:
        solver = puzzle_spec(puzzle, method, given)
    write = NOTATIONS[notation or DEFAULT_NOTATION]
    if are_many and link:
        raise InputError("--link prints the links of one cube: give CUBE; --json has those of many")
    if are_many:
        solve_all = _solving(solver, processes, cluster)
        return print_many(file, solver, solve_all, None if as_json else shown, write)
    if cluster is not None:
        raise InputError("--cluster solves many cubes: give --file, or - for standard input")
    assert cube is not None
    answer = _solve_one(cube, solver)
    if as_json:
        print_json(answer_as_json(answer, write))
    else:
        click.echo(answer_as_text(answer, write))
    if link and not as_json and not isinstance(answer, rokumen.Solution):
        click.echo(links_as_text(answer))
    return exit_status.DONE


def _print_step(
    cube: str,
    step: str,
    longest: int | None,
    notation: str | None,
    as_json: bool,
    others: Mapping[str, object],
) -> int:
    """Print all crosses of one cube. Raises InputError for what else was asked for."""
    from rokumen.cli.cube.crosses import print_crosses

    for name in (name for name, value in others.items() if value):
        raise InputError(f"{name}: --step lists the crosses of one 3x3x3, given as CUBE")
    return print_crosses(cube, step, longest, NOTATIONS[notation or DEFAULT_NOTATION], as_json)


def _options_of_3x3x3(
    goal: str | None, count: int | None, cluster: str | None, notation: str | None, link: bool
) -> list[str]:
    """Return the given options that only the 3x3x3 has, as on the command line."""
    others = {"to": goal, "all": count, "cluster": cluster, "notation": notation, "link": link}
    return [f"--{name}" for name, value in others.items() if value not in (None, False)]


def _engine_spec(
    method: str, given: Mapping[str, object], count: int | None, goal: str | None
) -> EngineSpec:
    """Return the engine with its options.

    Raises InputError for an option that it does not have, and CubeError for a goal that is no cube.
    """
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
    return EngineSpec(method, given, count, None if goal is None else rokumen.Cube.parse(goal))


def _solving(solver: EngineSpec | PuzzleSpec, processes: int, cluster: str | None) -> SolveMany:
    """Return what solves many texts, here after building the tables, or on a cluster."""
    if isinstance(solver, EngineSpec) and cluster is not None:
        return partial(solve_on_cluster, solver=solver, address=cluster)
    if isinstance(solver, EngineSpec):
        build_engine_tables(solver.method, solver.options)
        return partial(solve_texts, solver=solver, processes=processes)
    build_puzzle_tables(loaded_puzzle(solver.puzzle), solver.method, solver.options)
    return partial(solve_texts, solver=solver, processes=processes)


def _solve_one(text: str, solver: EngineSpec | PuzzleSpec) -> Answer:
    """Return the solutions that were asked for, after building the tables.

    Raises InterruptedWorkError if a proof is stopped.
    """
    if isinstance(solver, PuzzleSpec):
        return solve_position(text, solver)
    cube = rokumen.Cube.parse(text)
    build_tables_for(solver.unsolved(cube), solver.method, solver.options)
    if solver.count is not None:
        return solver.load()(text)
    options: Any = dict(solver.options)
    if reports_proof_progress(solver.method):
        return (_prove(cube, solver, options),)
    return (rokumen.solve(cube, method=solver.method, to=solver.goal, **options),)


def _prove(cube: rokumen.Cube, solver: EngineSpec, options: Any) -> rokumen.CubeSolution:
    """Solve a cube and show how far the proof is. Raises InterruptedWorkError if it is stopped."""
    from rokumen.show.progress import StatusLine

    proof: ProofProgress | None = None

    def show(progress: rokumen.SolveProgress) -> None:
        nonlocal proof
        before, proof = proof, progress.proof or proof
        if proof is not None:
            is_longer = before is None or proof.excluded > before.excluded
            line = format_proof(proof)
            display.show(line, line if is_longer else None)

    with StatusLine() as display:
        try:
            return rokumen.solve(
                cube, method=solver.method, to=solver.goal, on_progress=show, **options
            )
        except KeyboardInterrupt:
            if proof is None:
                raise
    raise InterruptedWorkError(f"interrupted; not proven shortest, {proof.describe_unfinished()}")


def format_proof(proof: ProofProgress) -> str:
    """Return the progress of a proof in one line."""
    said = (
        f"{proof.lookups / 1e6:,.1f} million cubes looked up in {proof.seconds:.0f} s: "
        f"no solution has {counted(proof.excluded, 'turn')} or fewer"
    )
    best = f"{len(proof.best)}: {moves_text(proof.best)}"
    if proof.is_done:
        return f"{said}; proven, {best}"
    return f"{said}; trying {proof.excluded + 1}; the shortest known has {best}"
