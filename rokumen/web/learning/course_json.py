"""The beginner's course as JSON: its words, its sequences, and what each case looks like.

A picture is 54 letters of faces as they are seen, yellow on top, with "-" for a sticker of any
colour.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from drawing.palette import WESTERN
from solver.core.facelets import CENTRES
from solver.core.geometry import FACES
from solver.engines.beginner.course import Case, CourseStep, Part, load_course
from solver.engines.beginner.engine import START
from solver.engines.beginner.seen import Pattern

ANY = "-"


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


def _part(part: Part) -> dict[str, Any]:
    return {
        "question": part.question,
        "view": part.view,
        "cases": [_case(case, part.before) for case in part.cases],
    }


def _case(case: Case, before: Pattern) -> dict[str, Any]:
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
