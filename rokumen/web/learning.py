"""What the page Learn shows: the course, and the cases of LBL for those who know it, as JSON.

A picture is 54 letters of faces as they are seen, yellow on top, with "-" for a sticker of any
colour.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from drawing.palette import WESTERN
from rokumen.web.json_messages import JsonAnswer
from solver.core.facelets import CENTRES, FACELET_BY_NAME, SOLVED
from solver.core.geometry import FACES
from solver.core.turn import inverse
from solver.engines import case_tables
from solver.engines.beginner import START
from solver.engines.beginner_course import (
    CourseCase,
    CoursePart,
    CourseStep,
    Pattern,
    load_course,
    turn_seen,
)
from solver.notation.printing import moves_text

ANY = "-"
_FIRST_LAYERS = "DF DR DB DL DFR DLF DBL DRB FR FL BL BR"
# Of each table: the pieces that are drawn, and whether of the top only its own colour is.
_DRAWN = {
    "cross_edges": "DF",
    "pair_cases": "DF DR DB DL DFR FR",
    "oll": _FIRST_LAYERS,
    "pll": f"{_FIRST_LAYERS} URF UFL ULB UBR UR UF UL UB",
}
# How a case without a common name is called, with the places of its pieces.
_NAMES = {
    "cross_edges": "Edge at {}",
    "pair_cases": "Corner at {}, edge at {}",
}
# The pieces that the person looks for: a picture is drawn from a side that shows them.
_SOUGHT = {"cross_edges": "DF", "pair_cases": "DFR FR"}
_FLAT = ("oll", "pll")
# The pieces that are in place after a step.
_GOALS = {
    "cross_edges": "DF DR DB DL",
    "pair_cases": _FIRST_LAYERS,
    "oll": _DRAWN["oll"],
    "pll": _DRAWN["pll"],
}
# Of the cross only the places of its first edge: the others depend on what is placed.
_ONLY = {"cross_edges": " -"}


def learning_routes(static: Path) -> list[Route]:
    """Return the routes; `static` is the folder of the pages."""

    async def page(request: Request) -> Response:
        return FileResponse(static / "learn.html")

    return [
        Route("/learn", page),
        Route("/api/course", _course),
        Route("/api/course/{step}", _step_cases),
    ]


async def _course(request: Request) -> Response:
    return JsonAnswer(course_json())


async def _step_cases(request: Request) -> Response:
    step = request.path_params["step"]
    try:
        return JsonAnswer(cases_json(step))
    except KeyError:
        known = ", ".join(each.id for each in load_course().next_steps)
        return JsonAnswer({"error": f"there is no step {step[:40]!r}; ask for {known}"}, 404)


def colours() -> dict[str, str]:
    """Return the colour of each face of the pictures: yellow on top, green in front."""
    return {face: WESTERN[START.face_at(face)] for face in FACES}


@cache
def course_json() -> dict[str, Any]:
    """Return the course."""
    course = load_course()
    return {
        "colours": colours(),
        "sequences": len(course.sequences),
        "mean_turns": course.mean_turns,
        "letters": [{"move": each.move, "words": each.words} for each in course.letters],
        "triggers": [
            {"name": each.name, "moves": each.moves.split(), "why": each.why}
            for each in course.triggers
        ],
        "steps": [_step(step) for step in course.steps],
        "next": [
            {key: getattr(each, key) for key in ("id", "name", "short", "aim", "why")}
            for each in course.next_steps
        ],
    }


def _step(step: CourseStep) -> dict[str, Any]:
    return {
        "name": step.name,
        "short": step.short,
        "aim": step.aim,
        "why": step.why,
        "goal": picture(step.goal),
        "parts": [_part(part) for part in step.parts],
    }


def _part(part: CoursePart) -> dict[str, Any]:
    return {
        "question": part.question,
        "view": part.view,
        "cases": [_case(case, part.before) for case in part.cases],
    }


def _case(case: CourseCase, before: Pattern) -> dict[str, Any]:
    seen = case.sees[0]
    # Of pieces that are in place, only those that the case asks for are drawn.
    known = Pattern(before.equal, (), ())
    return {
        "id": case.id,
        "name": case.name,
        "picture": picture(known.followed_by(seen)),
        "seen": [at for at, _ in seen.equal],
        "moves": case.moves.split(),
        "times": case.times,
        "setup": case.setup.split(),
        "do": case.do,
        "why": case.why,
    }


def picture(pattern: Pattern) -> str:
    """Return the 54 letters of a pattern: "-" where any colour may be."""
    letters = [ANY] * 54
    for centre, face in zip(CENTRES, FACES, strict=True):
        letters[centre] = face
    for place in pattern.placed:
        # In its place, and twisted: drawn so that it is not taken for solved.
        for at, source in zip(place, (*place[1:], place[0]), strict=True):
            letters[at] = FACES[source // 9]
    for at, colour in pattern.equal:
        letters[at] = colour
    return "".join(letters)


@cache
def cases_json(step: str) -> dict[str, Any]:
    """Return the cases of a step of LBL by its id. Raises KeyError for another one."""
    tables = {each.id: each.table for each in load_course().next_steps}
    table = tables[step]
    return {"goal": _solved_part(table, _GOALS[table]), "cases": _cases_of(table)}


def _cases_of(table: str) -> list[dict[str, Any]]:
    start = _solved_part(table, _DRAWN[table])
    cases = [
        _case_of(table, case, start)
        for case in case_tables.load_cases(table).values()
        if case.algorithm and case.key.endswith(_ONLY.get(table, ""))
    ]
    # As the words of OLL promise, those first of which the edges are a cross.
    return sorted(cases, key=_edges_to_turn) if table == "oll" else cases


def _edges_to_turn(case: dict[str, Any]) -> int:
    """Return how many edges of the top do not show its colour in the picture of a case."""
    return sum(case["picture"][at] != "U" for at in (1, 3, 5, 7))


def _case_of(table: str, case: case_tables.Case, start: str) -> dict[str, Any]:
    setup = inverse(case.algorithm)
    seen, sought = start, _only(start, _SOUGHT.get(table, ""))
    for turn in setup:
        seen, sought = turn_seen(seen, turn), turn_seen(sought, turn)
    return {
        "id": f"{table} {case.key}",
        "name": _NAMES.get(table, case.name).format(*case.key.split()),
        "view": "top" if table in _FLAT else "cube",
        "picture": seen,
        "seen": [at for at, letter in enumerate(sought) if letter != ANY],
        "moves": moves_text(case.algorithm).split(),
        "setup": moves_text(setup).split(),
    }


def _solved_part(table: str, shown: str) -> str:
    """Return the solved cube with the stickers of some pieces, of OLL those of the whole top."""
    others = {*CENTRES, *(range(9) if table == "oll" else ())}
    pieces = _only(SOLVED, shown)
    return "".join(SOLVED[at] if at in others else letter for at, letter in enumerate(pieces))


def _only(letters: str, pieces: str) -> str:
    """Return the letters of some pieces, by the names of their places, and ANY for the others."""
    drawn = set(pieces.split())
    shown = {at for name, at in FACELET_BY_NAME.items() if drawn & _names(name)}
    return "".join(letter if at in shown else ANY for at, letter in enumerate(letters))


def _names(name: str) -> set[str]:
    """Return a piece's name from each of its stickers on."""
    return {name[i:] + name[:i] for i in range(len(name))}
