"""`rokumen explain`: the steps of the layer method, with the reason for each."""

from __future__ import annotations

from pathlib import Path

import click

from rokumen import exit_status
from rokumen.cube_argument import parse_cube
from rokumen.output import moves_text, print_json
from solver.lbl import DEFAULT_EFFORT, Step, steps


@click.command("explain")
@click.argument("cube")
@click.option(
    "--effort",
    type=click.IntRange(min=0),
    default=DEFAULT_EFFORT,
    show_default=True,
    help="How many ways are followed side by side; 0 takes the steps of the paper.",
)
@click.option("--one-look", is_flag=True, help="Do the last layer in one step.")
@click.option("--draw", type=click.Path(path_type=Path), help="Draw the steps: .svg or .png.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(cube: str, effort: int, one_look: bool, draw: Path | None, as_json: bool) -> int:
    """Explain how the layer method solves CUBE: how to hold it, what is seen, what to do, and why.

    Turns are named as the person sees the cube who holds it as the step says.
    """
    parsed = parse_cube(cube)
    found = steps(parsed, effort=effort, one_look=one_look)
    if draw is not None:
        from rokumen.show.drawing import save
        from rokumen.show.lesson import lesson

        save(lesson(parsed, found), draw)
    if as_json:
        print_json({"cube": parsed.facelets(), "steps": [_as_json(step) for step in found]})
    else:
        click.echo("\n\n".join(_as_text(step) for step in found))
    return exit_status.DONE


def _as_json(step: Step) -> dict[str, object]:
    return {
        "stage": step.stage,
        "below": step.hold.below,
        "front": step.hold.front,
        "case": step.case,
        "algorithm": moves_text(step.algorithm),
        "moves": moves_text(step.moves),
        "reason": step.reason,
    }


def _as_text(step: Step) -> str:
    return "\n".join(
        [
            step.stage,
            f"  hold    {step.hold.below} below, {step.hold.front} in front",
            f"  why     {step.reason}",
            f"  do      {moves_text(step.algorithm) or '(nothing to do)'}",
        ]
    )
