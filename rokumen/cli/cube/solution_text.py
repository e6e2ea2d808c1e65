"""Solutions as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

import rokumen
from files.wording import counted
from rokumen.jobs.batch import Solutions, SolvedPosition
from rokumen.show.fitted import aligned
from rokumen.show.stage_names import in_full
from solver.notation.player_link import LABEL
from solver.notation.printing import Writer
from solver.solution import Solution

Answer = Solutions | SolvedPosition

_IS_SOLVED = "it is solved: there is nothing to do"
_IS_THERE = "it is so already: there is nothing to do"


def answer_as_json(answer: Answer, write: Writer) -> dict[str, object]:
    """Return the JSON document of a cube's solutions, the best first, or of another puzzle's."""
    if isinstance(answer, SolvedPosition):
        return _position_as_json(answer)
    return _solutions_as_json(answer, write)


def answer_as_text(answer: Answer, write: Writer) -> str:
    """Return solutions stage by stage, with their lengths, each ending with a line to copy."""
    if isinstance(answer, SolvedPosition):
        return _position_as_text(answer.solution)
    return "\n".join(_solution_as_text(solution, write) for solution in answer)


def answer_as_line(answer: Answer, write: Writer) -> str:
    """Return the moves of solutions, each on a line."""
    if isinstance(answer, SolvedPosition):
        return answer.solution.moves
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


def _position_as_json(solved: SolvedPosition) -> dict[str, object]:
    solution = solved.solution
    return {
        "puzzle": solved.puzzle,
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
