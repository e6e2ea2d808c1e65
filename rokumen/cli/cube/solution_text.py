"""Solutions as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence

import rokumen
from files.wording import counted
from rokumen.show.fitted import aligned
from rokumen.show.stage_names import in_full
from solver.notation.player_link import LABEL
from solver.notation.printing import Writer


def solutions_as_json(solutions: Sequence[rokumen.Solution], write: Writer) -> dict[str, object]:
    """Return the JSON document of a cube's solutions, the best one first."""
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


def as_text(solution: rokumen.Solution, write: Writer) -> str:
    """Return a solution stage by stage, its length, and the link that plays it."""
    names = [in_full(stage.name) for stage in solution.stages]
    stages = aligned(
        (name, write(stage.turns) or "(nothing to do)")
        for name, stage in zip(names, solution.stages, strict=True)
    )
    length = f"{counted(solution.htm, 'turn')} ({counted(solution.qtm, 'quarter turn')})"
    return "\n".join([*filter(None, [stages]), length, f"{LABEL} {solution.link}"])


def as_line(solution: rokumen.Solution, write: Writer) -> str:
    """Return the moves of a solution."""
    return write(solution.turns)
