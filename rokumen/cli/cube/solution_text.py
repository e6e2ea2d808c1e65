"""Solutions as text and as JSON."""

from __future__ import annotations

import rokumen
from files.wording import counted
from rokumen.jobs.batch import Solutions, SolvedPosition
from rokumen.show.fitted import aligned
from rokumen.show.stage_names import in_full
from solver.notation.player_link import LABEL
from solver.notation.printing import Writer
from solver.puzzles.registry import PuzzleSolution

Answer = Solutions | SolvedPosition


def answer_as_json(answer: Answer, write: Writer) -> dict[str, object]:
    """Return the JSON document of a cube's solutions, the best first, or of another puzzle's."""
    if isinstance(answer, SolvedPosition):
        return _position_as_json(answer)
    return _solutions_as_json(answer, write)


def answer_as_text(answer: Answer, write: Writer) -> str:
    """Return solutions stage by stage, with their lengths."""
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


def _solution_as_text(solution: rokumen.Solution, write: Writer) -> str:
    names = [in_full(stage.name) for stage in solution.stages]
    stages = aligned(
        (name, write(stage.turns) or "(nothing to do)")
        for name, stage in zip(names, solution.stages, strict=True)
    )
    length = f"{counted(solution.htm, 'turn')} ({counted(solution.qtm, 'quarter turn')})"
    return "\n".join([*filter(None, [stages]), length, f"{LABEL} {solution.link}"])


def _position_as_json(solved: SolvedPosition) -> dict[str, object]:
    solution = solved.solution
    return {
        "puzzle": solved.puzzle,
        "position": solved.position,
        "method": solved.method,
        "moves": solution.moves,
        "turns": solution.turns,
        **solution.counts,
        "stages": [{"name": stage.name, "moves": stage.moves} for stage in solution.stages],
        "seconds": round(solved.seconds, 6),
    }


def _position_as_text(solution: PuzzleSolution) -> str:
    stages = aligned((stage.name, stage.moves or "(nothing to do)") for stage in solution.stages)
    counts = ", ".join(f"{count} {name}" for name, count in solution.counts.items())
    turns = counted(solution.turns, "turn") + (f" ({counts})" if counts else "")
    return "\n".join(filter(None, [stages, turns]))
