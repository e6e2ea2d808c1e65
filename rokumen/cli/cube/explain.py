"""`rokumen explain`: the steps of LBL, or of the beginner's course, with their explanations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from rokumen import exit_status
from rokumen.cli.cube import course_text
from rokumen.cli.output import json_option, print_json
from rokumen.cli.record_options import option_of
from rokumen.errors import InputError
from rokumen.show.stage_names import in_full
from solver.cube import Cube
from solver.engines.beginner.engine import actions
from solver.engines.lbl.engine import steps
from solver.engines.lbl.explanations import Step
from solver.engines.options import DEFAULT_EFFORT, LblOptions
from solver.notation.printing import moves_text

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
@click.option("--draw", type=click.Path(path_type=Path), help="Draw the steps: .svg or .png.")
@json_option()
def command(
    cube: str, effort: int, one_look: bool, beginner: bool, draw: Path | None, as_json: bool
) -> int:
    """Explain how the layer-by-layer method solves CUBE: how to hold it, the case, and the turns.

    The turns of a step are written for the cube held as the step says.
    """
    parsed = Cube.parse(cube)
    if beginner:
        if effort != DEFAULT_EFFORT or one_look:
            raise InputError("--beginner has no --effort and no --one-look: give it alone")
        course_text.check_white_up(cube)
        _explain_course(parsed, draw, as_json)
    else:
        found = steps(parsed, effort=effort, one_look=one_look)
        _explain_lbl(parsed, found, course_text.face_colours(cube), draw, as_json)
    return exit_status.DONE


def _explain_course(cube: Cube, draw: Path | None, as_json: bool) -> None:
    done = actions(cube)
    if draw is not None:
        from drawing.canvas import save_drawing
        from rokumen.show.drawings.lesson import draw_course

        save_drawing(draw_course(cube, done), draw)
    if as_json:
        print_json(course_text.as_json(cube, done))
    else:
        click.echo(course_text.as_text(done))


def _explain_lbl(
    cube: Cube,
    found: Sequence[Step],
    colours: Mapping[str, str],
    draw: Path | None,
    as_json: bool,
) -> None:
    if draw is not None:
        from drawing.canvas import save_drawing
        from rokumen.show.drawings.lesson import draw_steps

        save_drawing(draw_steps(cube, found), draw)
    if as_json:
        print_json({"cube": cube.facelets, "steps": [_as_json(step) for step in found]})
    else:
        click.echo("\n\n".join([_HOW_TO_HOLD, *(_as_text(step, colours) for step in found)]))


def _as_json(step: Step) -> dict[str, object]:
    return {
        "stage": step.stage,
        "below": step.hold.bottom_face,
        "front": step.hold.front_face,
        "case": step.case,
        "algorithm": moves_text(step.algorithm),
        "moves": moves_text(step.moves),
        "reason": step.reason.as_seen,
    }


def _as_text(step: Step, colours: Mapping[str, str]) -> str:
    below, front = step.hold.bottom_face, step.hold.front_face
    return "\n".join(
        [
            in_full(step.stage),
            f"  hold    {colours[below]} ({below}) below, {colours[front]} ({front}) in front",
            f"  why     {step.reason.as_seen}",
            f"  do      {moves_text(step.algorithm) or '(nothing to do)'}",
        ]
    )
