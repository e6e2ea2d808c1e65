"""`rokumen robot rigs`: the rigs that there are, their TOML, and a check of a file."""

from __future__ import annotations

from typing import Any

import click

from files.access import read_text
from robot.errors import RigError
from robot.rigs.registry import PRESETS, RIGS, about_rig, load_rig, rig_names, rig_path
from robot.rigs.rig import reachable_poses
from rokumen import exit_status
from rokumen.cli.lazy_group import Command, LazyGroup
from rokumen.cli.output import json_option, print_json
from rokumen.errors import InputError
from rokumen.show.fitted import aligned

_HERE = "rokumen.cli.robot.rigs"
COMMANDS = {
    "list": Command(_HERE, "list the rigs: ours, and those of your folder", "list_command"),
    "show": Command(_HERE, "print the description of a rig as TOML", "show"),
    "check": Command(_HERE, "check a rig: its rules, its scan, its turns", "check"),
}


@click.command("rigs", cls=LazyGroup, lazy=COMMANDS)
def command() -> None:
    """The rigs: which there are, what is in their files, and whether a file is right."""


@click.command("list")
@json_option()
def list_command(as_json: bool) -> int:
    """List the rigs that --rig takes, with the folder of your own."""
    from robot.rigs.registry import user_folder

    names = rig_names()
    if as_json:
        print_json(
            {
                "folder": str(user_folder()),
                "rigs": [{"name": name, "from": _origin(name)} for name in names],
            }
        )
        return exit_status.DONE
    click.echo(aligned([(name, about_rig(name)) for name in names]))
    click.echo(f"\nFiles of your own, NAME.toml: {user_folder()}", err=True)
    return exit_status.DONE


@click.command("show")
@click.argument("rig")
def show(rig: str) -> int:
    """Print the description of RIG (a name or a .toml file) as TOML, to begin a file of your own.

    rokumen robot rigs show cubotino > my-robot.toml
    """
    click.echo(_text(rig), nl=False)
    return exit_status.DONE


@click.command("check")
@click.argument("rig")
@json_option()
def check(rig: str, as_json: bool) -> int:
    """Check the description of RIG, a name or a .toml file.

    Every rule is tried in every pose; then the cube is shown to the camera, and all faces turned.
    """
    from robot.planning.planner import plan_turns
    from robot.planning.robot_state import home_state
    from robot.planning.scan_planner import plan_scan
    from robot.rigs.camera_places import unseen_motions
    from robot.rigs.check import check_rig
    from solver.core.turn import ALL_TURNS

    try:
        mechanism = load_rig(rig)
        check_rig(mechanism)
        start = home_state(mechanism)
        legs = plan_scan(mechanism, start)
        turns = plan_turns(mechanism, ALL_TURNS, start, mechanism.may_end)
    except RigError as error:
        raise InputError(str(error)) from error
    found: dict[str, Any] = {
        "rig": mechanism.name,
        "mechanism": mechanism.mechanism,
        "poses": len(reachable_poses(mechanism)),
        "pictures": len(legs),
        "scan_seconds": round(sum(leg.plan.seconds for leg in legs), 2),
        "turn_seconds": round(turns.seconds / len(ALL_TURNS), 2),
        "unseen": list(unseen_motions(mechanism)),
    }
    if as_json:
        print_json(found)
    else:
        click.echo(
            "{rig}: {mechanism}, {poses} poses. A scan takes {pictures} pictures and "
            "{scan_seconds:g} s of motion, a turn {turn_seconds:g} s on average.".format(**found)
        )
        for words in found["unseen"]:
            click.echo(f"The camera does not see: {words}.")
    return exit_status.DONE


def _origin(name: str) -> str:
    if name in (*RIGS, *PRESETS):
        return "rokumen"
    path = rig_path(name)
    return str(path) if path else "plug-in"


def _text(name: str) -> str:
    from robot.rigs.rig_files import rig_text

    try:
        path = rig_path(name)
        if path is None:
            return rig_text(load_rig(name))
        load_rig(name)
        return read_text(path)
    except RigError as error:
        raise InputError(str(error)) from error
