"""`rokumen explain`: the steps of a method with their reasons; the beginner's course as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

import click

from drawing.palette import WESTERN
from files.wording import counted
from rokumen import exit_status
from rokumen.cli.cube.lesson import HOLD, Lesson, face_colours, print_lesson
from rokumen.cli.output import draw_option, json_option, print_json
from rokumen.cli.parameters import option_of
from rokumen.errors import InputError
from rokumen.show.fitted import aligned, paragraph
from solver.cube import Cube
from solver.engines.beginner import TO_START, Action, actions
from solver.engines.beginner_course import load_course
from solver.engines.lbl.engine import steps
from solver.engines.options import DEFAULT_EFFORT, LblOptions
from solver.notation import Move
from solver.notation.move import as_moves
from solver.notation.printing import moves_text
from solver.notation.wca import print_move


@click.command("explain")
@click.argument("cube")
@option_of(
    LblOptions,
    "effort",
    show_default=True,
    help="Beam width; 0 takes the fewest cases to learn.",
)
@option_of(LblOptions, "one_look", help="Do the last layer in one step.")
@click.option("--beginner", is_flag=True, help="Solve it by the beginner's course, in seven steps.")
@draw_option("Draw the steps: .svg or .png.")
@json_option()
def command(
    cube: str,
    effort: int,
    one_look: bool,
    beginner: bool,
    draw: Path | None,
    as_json: bool,
) -> int:
    """Explain how the layer-by-layer method solves CUBE: how to hold it, the case, and the turns.

    The turns of a step are written for the cube held as the step says.
    """
    parsed = Cube.parse(cube)
    if beginner:
        if effort != DEFAULT_EFFORT or one_look:
            raise InputError("--beginner has no --effort and no --one-look: give it alone")
        check_white_up(cube)
        _explain_course(parsed, draw, as_json)
    else:
        found = steps(parsed, effort=effort, one_look=one_look)
        lesson = Lesson(parsed, found, lambda turns: written(as_moves(turns)))
        print_lesson(lesson, cube, draw, as_json)
    return exit_status.DONE


def _explain_course(cube: Cube, draw: Path | None, as_json: bool) -> None:
    done = actions(cube)
    cube.require_solved_by(turn for action in done for turn in action.turns)
    if draw is not None:
        from drawing.canvas import save_drawing
        from rokumen.show.drawings.lesson import draw_course

        save_drawing(draw_course(cube, done), draw)
    if as_json:
        print_json(course_as_json(cube, done))
    else:
        click.echo(course_as_text(done))


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


def course_as_text(actions: Sequence[Action]) -> str:
    """Return what to do, step by step, and the number of turns."""
    if not actions:
        return "The cube is solved."
    begin = (
        "Hold the cube with white on top and green in front. Turn the whole cube over, "
        f"{print_move(TO_START)}: now yellow is on top and green still in front. Yellow stays on "
        "top until the end."
    )
    turns = sum(len(action.turns) for action in actions)
    end = f"{counted(turns, 'turn')}: the cube is solved."
    return "\n\n".join([paragraph(begin), *_paragraphs(actions), end])


def _paragraphs(actions: Iterable[Action]) -> Iterator[str]:
    numbers = {step.name: number for number, step in enumerate(load_course().steps, start=1)}
    explained = set()
    for name, group in groupby(actions, key=lambda action: action.step.name):
        met = tuple(group)
        yield paragraph(f"{numbers[name]}. {name}: {met[0].step.aim}")
        for action in met:
            rows = [(HOLD, _hold(action)), ("  see", action.case.name)]
            if action.case.id not in explained:
                rows += [("  do", action.case.do), ("  why", action.case.why)]
                explained.add(action.case.id)
            yield aligned([*rows, ("  turns", written(action.written))])


def _hold(action: Action) -> str:
    names = {place: WESTERN[action.seen_in.face_at(place)] for place in "UF"}
    return f"{names['U']} on top, {names['F']} in front"


def written(moves: Iterable[Move]) -> str:
    """Write moves as the WCA does."""
    return " ".join(map(print_move, moves))


def course_as_json(cube: Cube, actions: Sequence[Action]) -> dict[str, object]:
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
                "written": written(action.written),
                "moves": moves_text(action.turns),
                "see": action.case.name,
                "do": action.case.do,
                "why": action.case.why,
            }
            for action in actions
        ],
    }
