"""`rokumen solve`: a cube, or one a line, to its solution, stage by stage."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path

import click

from rokumen import exit_status
from rokumen.answers import Answer, Refusal, Solver, answer, answers
from rokumen.errors import InputError, UnprovenError
from rokumen.links import twizzle_link
from rokumen.output import DEFAULT_NOTATION, NOTATIONS, Writer, moves_text, print_json
from rokumen.show.preparing import prepare_engine
from solver.engine import DEFAULT_METHOD, ENGINES, Solution, gives_several, option_names, proves
from solver.errors import IllegalCubeError

AnswerAll = Callable[[Iterable[str]], Iterator[Answer | Refusal]]


@click.command("solve")
@click.argument("cube", required=False)
@click.option("--file", "file", type=click.Path(path_type=Path), help="One cube a line.")
@click.option("--puzzle", metavar="NAME", help="Another puzzle, of `rokumen puzzle list` [3x3x3].")
@click.option(
    "--method",
    metavar="NAME",
    help=f"The engine: {', '.join(sorted(ENGINES))} [{DEFAULT_METHOD}]; of another puzzle its own.",
)
@click.option(
    "--effort",
    type=click.IntRange(min=0),
    help="lbl, layers-1978, sequences: how many ways are followed side by side; more are shorter "
    "and slower [20]. lbl: 0 takes the steps of the paper, the fewest to learn.",
)
@click.option("--one-look", is_flag=True, default=None, help="lbl: do the last layer in one step.")
@click.option(
    "--time-limit", type=click.FloatRange(min=0), metavar="S", help="two-phase: seconds a cube."
)
@click.option(
    "--max-length",
    type=click.FloatRange(min=0),
    metavar="N",
    help="two-phase: stop at a solution of N moves.",
)
@click.option(
    "--all",
    "count",
    type=click.IntRange(min=1),
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
    type=click.IntRange(min=1),
    metavar="N",
    help="two-phase, optimal: threads for one cube.",
)
@click.option(
    "--processes",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="How many processes solve many cubes.",
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
    """Solve CUBE: 54 facelets, 48 numbers, a scramble in quotes, or - for one a line on stdin.

    Facelets go face by face, U R F D L B, row by row, in any six letters whose centres differ.
    Of another puzzle, CUBE is a scramble in its notation, or what its page in docs/ names.
    """
    if (cube is None) == (file is None):
        raise InputError("give a cube, or --file with one a line, but not both")
    given = {name: value for name, value in options.items() if value is not None}
    are_many = file is not None or cube == "-"
    if puzzle not in (None, "3x3x3"):
        from rokumen.other_puzzles import print_many, print_one

        refused = _only_of_3x3x3(given, count, cluster, notation)
        if refused:
            raise InputError(f"{', '.join(refused)}: this is for the 3x3x3, not for {puzzle!r}")
        if are_many:
            return print_many(puzzle, method, _lines(file), as_json)
        assert cube is not None
        return print_one(puzzle, method, cube, as_json)
    method = method or DEFAULT_METHOD
    solver = _solver(method, given, count)
    write = NOTATIONS[notation or DEFAULT_NOTATION]
    if cluster is not None:
        if not are_many:
            raise InputError("--cluster solves many cubes: give --file, or - for standard input")
        # Not imported, nor Dask, by whoever solves here.
        from rokumen.cluster import answers_of_cluster

        return _print_many(
            file, partial(answers_of_cluster, solver=solver, address=cluster), as_json, write
        )
    prepare_engine(method, given)
    if are_many:
        answer_all = partial(answers, solver=solver, processes=processes)
        return _print_many(file, answer_all, as_json, write)
    assert cube is not None
    answered = _proved(cube, solver) if proves(method) else answer(cube, solver.engine())
    if as_json:
        print_json(_as_json(answered, write))
    else:
        click.echo("\n".join(_as_text(solution, write) for solution in answered.solutions))
    return exit_status.DONE


def _only_of_3x3x3(
    given: Mapping[str, object], count: int | None, cluster: str | None, notation: str | None
) -> list[str]:
    """Name the options that were given and that no other puzzle has."""
    others = {"all": count, "cluster": cluster, "notation": notation}
    return [
        f"--{name.replace('_', '-')}"
        for name in [*given, *(name for name, value in others.items() if value is not None)]
    ]


def _solver(method: str, given: Mapping[str, object], count: int | None) -> Solver:
    """Choose the engine and what it is asked, where it has all of that."""
    known = option_names(method)
    refused = [f"--{name.replace('_', '-')}" for name in given if name not in known]
    if count is not None and not gives_several(method):
        refused.append("--all")
    if refused:
        raise InputError(f"{', '.join(refused)}: the method {method!r} does not have this")
    return Solver(method, given, count)


def _proved(cube: str, solver: Solver) -> Answer:
    """Answer one cube and show how far the proof is. Raises UnprovenError if it is stopped."""
    from rokumen.show.proving import Proving

    with Proving() as proving:
        watched = replace(solver, options={**solver.options, "watch": proving.watch})
        try:
            return answer(cube, watched.engine())
        except KeyboardInterrupt:
            if proving.proof is None:
                raise
            proof = proving.proof
    raise UnprovenError(
        f"interrupted; not proven shortest, {len(proof.best)} turns: {moves_text(proof.best)}\n"
        f"(no solution has {proof.excluded} turns or fewer)"
    )


def _lines(file: Path | None) -> Iterator[tuple[int, str]]:
    """Give the lines that are not empty, and their numbers."""
    try:
        with nullcontext(sys.stdin) if file is None else file.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield number, line.strip()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read cubes from {str(file or '-')!r}: {error}") from error


def _print_many(file: Path | None, answer_all: AnswerAll, as_json: bool, write: Writer) -> int:
    """Print the answer to every line in order; a bad one is said and does not stop the others."""
    status = exit_status.DONE
    numbers: list[int] = []

    def texts() -> Iterator[str]:
        for number, text in _lines(file):
            numbers.append(number)
            yield text

    for i, found in enumerate(_watched(answer_all(texts()), file)):
        if isinstance(found, Refusal):
            impossible = isinstance(found.error, IllegalCubeError)
            status = exit_status.IMPOSSIBLE_CUBE if impossible else exit_status.USAGE
            click.echo(f"line {numbers[i]}: {found.error}", err=True)
            if as_json:
                print_json({"cube": found.text, "error": str(found.error)})
        elif as_json:
            print_json(_as_json(found, write))
        else:
            for solution in found.solutions:
                click.echo(write(solution.moves))
    return status


def _watched(found: Iterator[Answer | Refusal], file: Path | None) -> Iterator[Answer | Refusal]:
    """Show how far it is, to a person who does not see the answers themselves."""
    if sys.stdout.isatty() or not sys.stderr.isatty():
        return found
    from rokumen.show.counting import counted

    total = None if file is None else sum(1 for _ in _lines(file))
    return counted(found, total)


def _as_json(answered: Answer, write: Writer) -> dict[str, object]:
    solution, *others = answered.solutions
    told: dict[str, object] = {
        "cube": solution.cube.facelets(),
        "method": solution.method,
        "moves": write(solution.moves),
        "htm": solution.htm,
        "qtm": solution.qtm,
        "stages": [{"name": stage.name, "moves": write(stage.moves)} for stage in solution.stages],
        "seconds": round(answered.seconds, 6),
        "link": twizzle_link(solution),
    }
    if others:
        told["others"] = [write(other.moves) for other in others]
    return told


def _as_text(solution: Solution, write: Writer) -> str:
    width = max((len(stage.name) for stage in solution.stages), default=0)
    stages = [
        f"{stage.name:<{width}}  {write(stage.moves) or '(nothing to do)'}"
        for stage in solution.stages
    ]
    length = f"{solution.htm} turns ({solution.qtm} quarter turns)"
    return "\n".join([*stages, length, f"See it: {twizzle_link(solution)}"])
