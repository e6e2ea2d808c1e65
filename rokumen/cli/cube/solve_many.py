"""The solutions of many cubes, one a line of a file or of standard input."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path

import click

from files.access import lines_of, open_text
from files.wording import reason
from rokumen import exit_status
from rokumen.cli.cube.solution_text import Answer, answer_as_json
from rokumen.cli.output import error_json, print_json
from rokumen.errors import ApplicationError, InputError
from rokumen.jobs.batch import EngineSpec, PuzzleSpec, SolveFailure
from solver.core.errors import IllegalCubeError, UnsolvedError
from solver.notation.printing import Writer
from solver.notation.wca import without_comments
from solver.notation.written_list import joined_lists

SolveMany = Callable[[Iterable[str]], Iterator[Answer | SolveFailure]]


def cube_lines(file: Path | None) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not empty nor comments alone, with their numbers."""
    try:
        with nullcontext(sys.stdin) if file is None else open_text(file) as lines:
            for number, line in enumerate(lines_of(lines), start=1):
                if without_comments(line).strip():
                    yield number, line.strip()
    except (OSError, ValueError) as error:
        if file is None and isinstance(error, OSError):
            raise ApplicationError(f"cannot read standard input: {reason(error)}") from error
        raise InputError(f"cannot read cubes from {str(file or '-')!r}: {reason(error)}") from error


def print_many(
    file: Path | None,
    solver: EngineSpec | PuzzleSpec,
    solve_all: SolveMany,
    shown: Callable[[Answer, Writer], str] | None,
    write: Writer,
) -> int:
    """Print the answer to every line in order, as `shown` words it, or as JSON with None.

    Errors go to stderr and do not stop the others. Raises InputError if there is no line.
    """
    status = exit_status.DONE
    numbers: list[int] = []

    def texts() -> Iterator[str]:
        for number, text in joined_lists(cube_lines(file)):
            numbers.append(number)
            yield text

    for i, found in enumerate(_with_progress_bar(solve_all(texts()), file)):
        if isinstance(found, SolveFailure):
            status = status_of(found.error)
            click.echo(f"line {numbers[i]}: {found.error}", err=True)
            if shown is None:
                print_json({**solver.asked(found.text), "error": error_json(found.error)})
        elif shown is None:
            print_json(answer_as_json(found, write))
        else:
            click.echo(shown(found, write))
    if not numbers:
        place = "standard input" if file is None else repr(str(file))
        raise InputError(f"there is no cube in {place}; write one a line")
    return status


def status_of(error: Exception) -> int:
    """Return the exit status of many cubes where one had this error."""
    match error:
        case IllegalCubeError():
            return exit_status.IMPOSSIBLE_CUBE
        case UnsolvedError():
            return exit_status.FAILURE
    return exit_status.USAGE


def _with_progress_bar(
    found: Iterator[Answer | SolveFailure], file: Path | None
) -> Iterator[Answer | SolveFailure]:
    """Show a progress bar if only stderr is a terminal."""
    if sys.stdout.isatty() or not sys.stderr.isatty():
        return found
    from rokumen.show.progress import with_progress_bar

    total = None if file is None else sum(1 for _ in joined_lists(cube_lines(file)))
    return with_progress_bar(found, total)
