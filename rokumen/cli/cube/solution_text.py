"""Solutions as text and as JSON, of one cube or of one a line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from urllib.parse import urlencode

import click

import rokumen
from files.access import lines_of, open_text
from files.wording import counted, reason
from rokumen import exit_status
from rokumen.cli.output import error_json, print_json
from rokumen.errors import ApplicationError, InputError
from rokumen.jobs.batch import EngineSpec, PuzzleSpec, Solutions, SolveFailure
from rokumen.show.fitted import aligned
from rokumen.show.stage_names import in_full
from solver.core.errors import IllegalCubeError, UnsolvedError
from solver.notation.player_link import LABEL
from solver.notation.printing import Writer
from solver.notation.wca import without_comments
from solver.notation.written_list import joined_lists
from solver.solution import Solution

# Of a 3x3x3 several, the best first; of another puzzle one.
Answer = Solutions | Solution[object]

_IS_SOLVED = "it is solved: there is nothing to do"
_IS_THERE = "it is so already: there is nothing to do"


def answer_as_json(answer: Answer, write: Writer) -> dict[str, object]:
    """Return the JSON document of a cube's solutions, the best first, or of another puzzle's."""
    if isinstance(answer, Solution):
        return _position_as_json(answer)
    return _solutions_as_json(answer, write)


def answer_as_text(answer: Answer, write: Writer) -> str:
    """Return solutions stage by stage, with their lengths, each ending with a line to copy."""
    if isinstance(answer, Solution):
        return _position_as_text(answer)
    return "\n".join(_solution_as_text(solution, write) for solution in answer)


def answer_as_line(answer: Answer, write: Writer) -> str:
    """Return the moves of solutions, each on a line."""
    if isinstance(answer, Solution):
        return answer.moves
    return "\n".join(write(solution.turns) for solution in answer)


def _solutions_as_json(solutions: Solutions, write: Writer) -> dict[str, object]:
    solution, *others = solutions
    document: dict[str, object] = {
        "cube": solution.cube.facelets,
        "method": solution.method,
        "moves": write(solution.turns),
        "htm": solution.htm,
        "qtm": solution.qtm,
        "stages": [{"name": stage.name, "moves": write(stage.turns)} for stage in solution.stages],
        "seconds": round(solution.seconds, 6),
        "link": solution.link,
    }
    if solution.goal_turns:
        document["to"] = solution.goal.facelets
    if others:
        document["others"] = [write(other.turns) for other in others]
    return document


def _solution_as_text(solution: rokumen.CubeSolution, write: Writer) -> str:
    if not solution.turns:
        return _IS_THERE if solution.goal_turns else _IS_SOLVED
    stages = [(in_full(stage.name), write(stage.turns)) for stage in solution.stages]
    length = f"{counted(solution.htm, 'turn')} ({counted(solution.qtm, 'quarter turn')})"
    return _as_text(stages, length, write(solution.turns))


def links_as_text(solutions: Solutions) -> str:
    """Return the links that play solutions: on our own page, and on the site Twizzle."""
    # Imported here: a solution seldom has links.
    from rokumen.cli.system.serve import DEFAULT_HOST, DEFAULT_PORT

    (first, *_) = solutions
    cube = urlencode({"cube": first.cube.facelets})
    page = f"http://{DEFAULT_HOST}:{DEFAULT_PORT}/?{cube}"
    return "\n".join([f"{LABEL} {page} (rokumen serve)", *(each.link for each in solutions)])


def _position_as_json(solution: Solution[object]) -> dict[str, object]:
    return {
        "puzzle": solution.puzzle,
        "position": solution.position,
        "method": solution.method,
        "moves": solution.moves,
        "turns": solution.length,
        **solution.counts,
        "stages": [{"name": stage.name, "moves": stage.moves} for stage in solution.stages],
        "seconds": round(solution.seconds, 6),
    }


def _position_as_text(solution: Solution[object]) -> str:
    if not solution.length:
        return _IS_SOLVED
    counts = ", ".join(f"{count} {name}" for name, count in solution.counts.items())
    length = counted(solution.length, "turn") + (f" ({counts})" if counts else "")
    return _as_text([(each.name, each.moves) for each in solution.stages], length, solution.moves)


def _as_text(stages: Sequence[tuple[str, str]], length: str, moves: str) -> str:
    """Return the moves of each stage where there are several, the length, and all moves to copy."""
    if len(stages) == 1:
        return f"{stages[0][0]}: {length}\n{moves}"
    return "\n".join([aligned((n, m or "(nothing to do)") for n, m in stages), length, moves])


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
