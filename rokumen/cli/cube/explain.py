"""`rokumen explain`: the steps of a method with their reasons; the beginner's course as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from pathlib import Path

import click

from drawing.palette import WESTERN
from files.wording import counted
from rokumen import exit_status
from rokumen.cli.output import draw_option, json_option, print_json
from rokumen.cli.parameters import option_of
from rokumen.errors import InputError
from rokumen.show.fitted import aligned, paragraph
from rokumen.show.stage_names import in_full
from solver.core.errors import FaceletError
from solver.core.facelets import colour_names
from solver.core.turn import Turn, layer_quarters
from solver.cube import Cube
from solver.engines.beginner import TO_START, Action, actions
from solver.engines.beginner_course import load_course
from solver.engines.lbl.engine import steps
from solver.engines.lbl.explanations import LblStep
from solver.engines.lbl.paper import paper_steps
from solver.engines.options import DEFAULT_EFFORT, LblOptions
from solver.notation import Move, axis_layer, resolve
from solver.notation.middle_layers import with_middle_layers
from solver.notation.move import as_moves
from solver.notation.printing import moves_text
from solver.notation.wca import print_move

_LBL, _LBL_PAPER = "lbl", "lbl-paper"
# The methods, and how their turns are made by hand.
_METHODS = {_LBL: as_moves, _LBL_PAPER: with_middle_layers}

_HOLD = "  hold  "  # as wide as the longest name beside it
_HOW_TO_HOLD = (
    "Turn the whole cube as each step says, and make its turns on the cube that is held so. "
    "`rokumen solve` writes the turns for a cube that is held in one way throughout."
)


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
@click.option(
    "--method",
    type=click.Choice(list(_METHODS)),
    default=_LBL,
    show_default=True,
    help="lbl-paper: the polyhedra paper's procedure, with turns of middle layers.",
)
@click.option("--paper", is_flag=True, help="Write turns as the polyhedra paper does: xn' ym ynd.")
@draw_option("Draw the steps: .svg or .png.")
@json_option()
def command(
    cube: str,
    effort: int,
    one_look: bool,
    beginner: bool,
    method: str,
    paper: bool,
    draw: Path | None,
    as_json: bool,
) -> int:
    """Explain how the layer-by-layer method solves CUBE: how to hold it, the case, and the turns.

    The turns of a step are written for the cube held as the step says.
    """
    parsed = Cube.parse(cube)
    has_options = effort != DEFAULT_EFFORT or one_look
    if beginner:
        if has_options or method != _LBL or paper:
            raise InputError(
                "--beginner has no --effort and no --one-look, --method or --paper: give it alone"
            )
        check_white_up(cube)
        _explain_course(parsed, draw, as_json)
        return exit_status.DONE
    if method == _LBL_PAPER and has_options:
        raise InputError(f"--method {_LBL_PAPER} has no --effort and no --one-look")
    found = (
        paper_steps(parsed)
        if method == _LBL_PAPER
        else steps(parsed, effort=effort, one_look=one_look)
    )
    lesson = Lesson(parsed, found, _METHODS[method], axis_layer.print_moves if paper else written)
    _explain_lbl(lesson, face_colours(cube), draw, as_json)
    return exit_status.DONE


@dataclass(frozen=True, slots=True)
class Lesson:
    """The steps that solve a cube, and how their turns are made and written."""

    cube: Cube
    steps: Sequence[LblStep]
    moves_of: Callable[[Iterable[Turn]], tuple[Move, ...]]
    write: Callable[[Iterable[Move]], str]

    def __post_init__(self) -> None:
        """Raise UnsolvedError unless the moves, made as each step is held, solve the cube."""
        made = (resolve(self.moves_of(s.algorithm), s.hold.orientation).turns for s in self.steps)
        self.cube.require_solved_by(chain.from_iterable(made))

    def text(self, step: LblStep) -> str:
        """Return the turns of a step, for the cube held as it says."""
        return self.write(self.moves_of(step.algorithm))


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


def _explain_lbl(
    lesson: Lesson, colours: Mapping[str, str], draw: Path | None, as_json: bool
) -> None:
    if draw is not None:
        from drawing.canvas import save_drawing
        from rokumen.show.drawings.lesson import draw_steps

        save_drawing(draw_steps(lesson.cube, lesson.steps, lesson.text), draw)
    if as_json:
        found = [_as_json(step, lesson) for step in lesson.steps]
        print_json({"cube": lesson.cube.facelets, "steps": found})
        return
    texts = [_as_text(step, lesson, colours) for step in lesson.steps]
    if lesson.moves_of is with_middle_layers:
        quarters = sum(layer_quarters(step.algorithm) for step in lesson.steps)
        texts.append(f"{quarters} quarter turns, one of a middle layer counting as one.")
    click.echo("\n\n".join([paragraph(_HOW_TO_HOLD), *texts]))


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
        (_HOLD, f"{colours[below]} ({below}) below, {colours[front]} ({front}) in front"),
        ("  why", step.reason.as_seen),
        ("  do", lesson.text(step) or "(nothing to do)"),
    )
    return f"{in_full(step.stage)}\n{aligned(rows)}"


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
            rows = [(_HOLD, _hold(action)), ("  see", action.case.name)]
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
