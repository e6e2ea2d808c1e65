"""The steps that solve a cube as text, JSON and a drawing: how to hold it, why, and what to do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import click

from drawing.palette import WESTERN
from rokumen.cli.output import print_json
from rokumen.show.fitted import aligned, paragraph
from rokumen.show.stage_names import in_full
from solver.core.errors import FaceletError
from solver.core.facelets import colour_names
from solver.core.turn import Turn, layer_quarters
from solver.cube import Cube
from solver.engines.lbl.explanations import LblStep
from solver.notation import resolve
from solver.notation.move import as_moves
from solver.notation.printing import moves_text

HOLD = "  hold  "  # as wide as the longest name beside it
# A step that fills a slot, and the faces of the slot.
_SLOT = re.compile(r"(F2L \d): ([URFDLB])([URFDLB]) slot")
_HOW_TO_HOLD = (
    "Turn the whole cube as each step says, and make its turns on the cube that is held so. "
    "`rokumen solve` writes the turns for a cube that is held in one way throughout."
)


@dataclass(frozen=True, slots=True)
class Lesson:
    """The steps that solve a cube, and how their turns are written."""

    cube: Cube
    steps: Sequence[LblStep]
    write: Callable[[Iterable[Turn]], str]

    def __post_init__(self) -> None:
        """Raise UnsolvedError unless the turns, made as each step is held, solve the cube."""
        made = (resolve(as_moves(s.algorithm), s.hold.orientation).turns for s in self.steps)
        self.cube.require_solved_by(chain.from_iterable(made))

    def text(self, step: LblStep) -> str:
        """Return the turns of a step, for the cube held as it says."""
        return self.write(step.algorithm)


def print_lesson(
    lesson: Lesson, written: str, draw: Path | None, as_json: bool, end: str = ""
) -> None:
    """Print the steps, and draw them into a file.

    `written` is the cube as the user wrote it, whose colours are named; `end` is the last line.
    """
    if draw is not None:
        from drawing.canvas import save_drawing
        from rokumen.show.drawings.lesson import draw_steps

        save_drawing(draw_steps(lesson.cube, lesson.steps, lesson.text), draw)
    if as_json:
        found = [_as_json(step, lesson) for step in lesson.steps]
        print_json({"cube": lesson.cube.facelets, "steps": found})
        return
    colours = face_colours(written)
    texts = [_as_text(step, lesson, colours) for step in lesson.steps]
    click.echo("\n\n".join([paragraph(_HOW_TO_HOLD), *texts, *([end] if end else [])]))


def _as_json(step: LblStep, lesson: Lesson) -> dict[str, object]:
    return {
        "stage": step.stage,
        "below": step.hold.bottom_face,
        "front": step.hold.front_face,
        "case": step.case,
        "algorithm": lesson.text(step),
        "quarters": layer_quarters(step.algorithm),
        "moves": moves_text(step.moves),
        "reason": step.reason.as_seen,
    }


def _as_text(step: LblStep, lesson: Lesson, colours: Mapping[str, str]) -> str:
    below, front = step.hold.bottom_face, step.hold.front_face
    rows = (
        (HOLD, f"{colours[below]} ({below}) below, {colours[front]} ({front}) in front"),
        ("  why", step.reason.as_seen),
        ("  do", lesson.text(step) or "(nothing to do)"),
    )
    return f"{_heading(step, colours)}\n{aligned(rows)}"


def _heading(step: LblStep, colours: Mapping[str, str]) -> str:
    """Return a step's name: a slot by its colours, since letters are places of the cube as held."""
    slot = _SLOT.fullmatch(step.stage)
    if slot is None:
        return in_full(step.stage)
    return f"{in_full(slot[1])}: the {colours[slot[2]]} and {colours[slot[3]]} slot"


def face_colours(text: str) -> Mapping[str, str]:
    """Return face letter -> colour: of the cube as it is written, else of the usual cube."""
    try:
        names = colour_names(text)
    except FaceletError:
        return WESTERN
    return WESTERN if names == {face: face for face in WESTERN} else names
