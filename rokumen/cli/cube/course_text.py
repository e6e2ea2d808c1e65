"""A cube solved by the beginner's course, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from drawing.palette import WESTERN
from rokumen.errors import InputError
from solver.core.errors import FaceletError
from solver.core.facelets import colour_names
from solver.cube import Cube
from solver.engines.beginner.course import load_course
from solver.engines.beginner.engine import TO_START, Action
from solver.notation import Move
from solver.notation.printing import moves_text
from solver.notation.wca import print_move


def face_colours(text: str) -> Mapping[str, str]:
    """Return face letter -> colour: of the cube as it is written, else of the usual cube."""
    try:
        names = colour_names(text)
    except FaceletError:
        return WESTERN
    return WESTERN if names == {face: face for face in WESTERN} else names


def check_white_up(text: str) -> None:
    """Check that a list of colours is written with white up and green in front.

    Raises InputError, since the course tells the colours to look for.
    """
    names = face_colours(text)
    if names != WESTERN:
        raise InputError(
            f"{text[:60]!r} has {names['U']} up and {names['F']} in front: for the beginner's "
            "course write it with white up, green in front and red on the right"
        )


def as_text(actions: Sequence[Action]) -> str:
    """Return what to do, step by step, and the number of turns."""
    if not actions:
        return "The cube is solved."
    begin = (
        "Hold the cube with white on top and green in front. Turn the whole cube over, "
        f"{print_move(TO_START)}: now yellow is on top and green still in front. Yellow stays on "
        "top until the end."
    )
    turns = sum(len(action.turns) for action in actions)
    return "\n\n".join([begin, *_paragraphs(actions), f"{turns} turns: the cube is solved."])


def _paragraphs(actions: Iterable[Action]) -> Iterator[str]:
    numbers = {step.name: number for number, step in enumerate(load_course().steps, start=1)}
    explained = set()
    for name, group in groupby(actions, key=lambda action: action.step.name):
        met = tuple(group)
        yield f"{numbers[name]}. {name}: {met[0].step.aim}"
        for action in met:
            lines = [f"  hold    {_hold(action)}", f"  see     {action.case.name}"]
            if action.case.id not in explained:
                lines += [f"  do      {action.case.do}", f"  why     {action.case.why}"]
                explained.add(action.case.id)
            yield "\n".join([*lines, f"  turns   {_written(action.written)}"])


def _hold(action: Action) -> str:
    names = {place: WESTERN[action.seen_in.face_at(place)] for place in "UF"}
    return f"{names['U']} on top, {names['F']} in front"


def _written(moves: Iterable[Move]) -> str:
    return " ".join(map(print_move, moves))


def as_json(cube: Cube, actions: Sequence[Action]) -> dict[str, object]:
    """Return the JSON document: `written` as the person does it, `moves` by the cube's faces."""
    return {
        "cube": cube.facelets,
        "start": print_move(TO_START),
        "steps": [
            {
                "step": action.step.name,
                "case": action.case.id,
                "above": action.seen_in.face_at("U"),
                "front": action.seen_in.face_at("F"),
                "written": _written(action.written),
                "moves": moves_text(action.turns),
                "see": action.case.name,
                "do": action.case.do,
                "why": action.case.why,
            }
            for action in actions
        ],
    }
