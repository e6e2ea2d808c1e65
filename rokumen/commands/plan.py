"""`rokumen plan`: the motion plan of a cube's solution, or of given moves, and its time."""

from __future__ import annotations

from pathlib import Path

import click

from robot.motion import Action, Plan, holding_at_home
from robot.planner import plan_turns
from robot.profile import timed
from robot.protocol import command_to_fields
from robot.rig import DEFAULT_RIG, RIGS, Rig, load_rig
from rokumen import exit_status
from rokumen.choice import Choice
from rokumen.cube_argument import parse_cube
from rokumen.errors import InputError
from rokumen.output import moves_text, print_json
from rokumen.planning_options import planning_options
from rokumen.show.draw import draw
from rokumen.show.preparing import prepare_engine
from solver.notation import parse, resolve
from solver.turn import Turn


@click.command("plan")
@click.argument("cube", required=False)
@click.option("--moves", metavar="MOVES", help="Plan these in place of a solution.")
@click.option("--rig", type=click.Choice(sorted(RIGS)), default=DEFAULT_RIG, show_default=True)
@planning_options
@click.option(
    "--draw",
    "drawing",
    metavar="OUT.html|png",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Draw the timetable of the actuators and how the cube is held.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    cube: str | None,
    moves: str | None,
    rig: str,
    method: str | None,
    fastest: bool,
    time_limit: float | None,
    rig_profile: Path | None,
    drawing: Path | None,
    as_json: bool,
) -> int:
    """Plan the fastest motion that solves CUBE (or makes --moves) on a rig.

    It begins at home and ends where the rig can rest, with the cube held.
    """
    mechanism = load_rig(rig) if rig_profile is None else timed(load_rig(rig), rig_profile)
    start = holding_at_home(mechanism)
    turns = _turns(cube, moves, Choice(method, fastest, time_limit), mechanism)
    plan = plan_turns(mechanism, turns, start, mechanism.rests)
    if drawing is not None:
        draw(mechanism, plan, drawing)
    if as_json:
        print_json(
            {
                "rig": plan.rig,
                "moves": moves_text(plan.turns),
                "commands": [_action_as_json(action) for action in plan.actions],
                "seconds": round(plan.seconds, 3),
            }
        )
    else:
        click.echo(_as_text(plan))
    return exit_status.DONE


def _turns(cube: str | None, moves: str | None, choice: Choice, rig: Rig) -> tuple[Turn, ...]:
    if cube is not None and moves is None:
        parsed = parse_cube(cube)
        prepare_engine(choice.engine, {})
        return choice.solution(parsed, rig, holding_at_home(rig)).moves
    if moves is not None and cube is None:
        return resolve(parse(moves).moves()).turns
    raise InputError('give a cube, or --moves "R U ...", but not both')


def _action_as_json(action: Action) -> dict[str, object]:
    verb, fields = command_to_fields(action.command)
    return {
        "verb": verb,
        **dict(fields),
        "start": round(action.start, 3),
        "duration": round(action.seconds, 3),
    }


def _as_text(plan: Plan) -> str:
    width = max((len(str(action.command)) for action in plan.actions), default=0)
    lines = [
        f"{action.start:8.2f} s  {action.command!s:<{width}}  {moves_text(action.turns)}".rstrip()
        for action in plan.actions
    ]
    summary = f"{len(plan.turns)} turns in {len(lines)} commands and {plan.seconds:.4g} s"
    return "\n".join([*lines, f"{summary} on the {plan.rig} rig"])
