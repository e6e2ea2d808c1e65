"""`rokumen plan`: the motion plan of a solution and its duration."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

import rokumen
from files.wording import counted
from robot.planning.motion_plan import Plan
from robot.planning.robot_state import home_state
from robot.rigs.durations import apply_timing_profile
from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig, with_overlap
from robot.rigs.servo_speeds import with_servos
from rokumen import exit_status
from rokumen.cli.options import RunOptions, run_options
from rokumen.cli.output import json_option, print_json
from rokumen.cli.parameters import LongCommand, check_one_given
from rokumen.jobs.solution_choice import choose_solution, prepare_choice
from rokumen.show.table_progress import build_choice_tables, build_engine_tables
from rokumen.storage.runs import SolutionPolicy
from solver.notation.printing import moves_text


@click.command("plan", cls=LongCommand)
@click.argument("cube", required=False)
@click.option("--moves", metavar="MOVES", help="Plan these turns instead of a solution.")
@run_options(
    *("robot", "rig", "method", "fastest", "time_limit", "durations", "overlap", "servos"),
    robot={"help": "Plan for a robot that `rokumen setup` has set up."},
)
@click.option(
    "--draw",
    "drawing",
    metavar="OUT.html|png",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Draw a timetable of the actuators and the cube's orientation.",
)
@json_option()
def command(
    options: RunOptions,
    cube: str | None,
    moves: str | None,
    drawing: Path | None,
    as_json: bool,
) -> int:
    """Plan the fastest motion that solves CUBE (or makes --moves) on a rig, as `run` does.

    The plan begins in the home pose and ends in a pose of rest that holds the cube.
    """
    mechanism = load_rig(options.simulated_rig)
    if options.durations is None or options.servos is not None:
        mechanism = with_servos(mechanism, options.servos_of(mechanism))
    if options.durations is not None:
        mechanism = apply_timing_profile(mechanism, options.durations)
    if mechanism.can_overlap if options.overlap is None else options.overlap:
        mechanism = with_overlap(mechanism)
    plan = rokumen.plan(_moves(cube, moves, options.policy, mechanism), rig=mechanism)
    if drawing is not None:
        plan.draw(drawing)
    if as_json:
        print_json(
            {
                "rig": plan.rig,
                "moves": plan.moves,
                "commands": [_command_as_json(command) for command in plan.commands],
                "seconds": round(plan.seconds, 3),
            }
        )
    else:
        # Whoever gives a scramble may expect that its turns are made.
        solved_by = "" if cube is None else f"the solution of the cube by {options.policy.engine}: "
        click.echo(_as_text(plan, solved_by))
    return exit_status.DONE


def _moves(cube: str | None, moves: str | None, choice: SolutionPolicy, rig: Rig) -> str:
    check_one_given({"a cube": cube, '--moves "R U ..."': moves})
    if cube is not None:
        parsed = rokumen.Cube.parse(cube)
        build_engine_tables(choice.engine, {})
        build_choice_tables(partial(prepare_choice, choice, rig))
        return moves_text(choose_solution(choice, parsed, rig, home_state(rig)).turns)
    assert moves is not None
    return moves


def _command_as_json(command: rokumen.PlannedCommand) -> dict[str, object]:
    return {
        "verb": command.verb,
        **dict(command.command.fields),
        "start": round(command.start, 3),
        "duration": round(command.seconds, 3),
    }


def _as_text(plan: Plan, what: str) -> str:
    """Return the commands, and a summary that begins with what is planned."""
    width = max((len(str(action.command)) for action in plan.commands), default=0)
    lines = [
        f"{action.start:8.2f} s  {action.command!s:<{width}}  {moves_text(action.turns)}".rstrip()
        for action in plan.commands
    ]
    summary = f"{counted(len(plan.turns), 'turn')} in {counted(len(lines), 'command')}"
    return "\n".join([*lines, f"{what}{summary} and {plan.seconds:.4g} s on the {plan.rig} rig"])
