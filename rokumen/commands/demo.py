"""`rokumen demo`: the whole job on the simulator."""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom

import click

from rokumen.choice import Choice
from rokumen.demo import PACES, checked_faults, solve_simulated
from rokumen.planning_options import planning_options
from rokumen.runs import RunSettings, Simulated, begin, named, new_run_path
from rokumen.simulated_options import simulated_options


@click.command("demo")
@simulated_options
@planning_options
@click.option("--pace", type=click.Choice(list(PACES)), default="fast", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    seed: int | None,
    rig: str,
    jam: float,
    faults: str,
    method: str | None,
    fastest: bool,
    time_limit: float | None,
    rig_profile: Path | None,
    pace: str,
    as_json: bool,
) -> int:
    """Let a simulated robot scan, solve and check a scrambled cube.

    The simulator is a process of its own, behind a real pseudo-terminal; the cube is read by its
    camera and in no other way.
    """
    path = new_run_path()
    choice = Choice(method, fastest, time_limit)
    robot = Simulated(
        rig=rig,
        seed=SystemRandom().randrange(1_000_000) if seed is None else seed,
        jam=jam,
        pace=PACES[pace],
        state=str(path.with_suffix(".robot.json")),
        faults=checked_faults(faults),
    )
    click.echo(f"A random cube and random jams, seed {robot.seed}", err=True)
    with begin(
        path, RunSettings(choice, simulated=robot, rig_profile=named(rig_profile))
    ) as journal:
        return solve_simulated(robot, choice, journal, rig_profile, as_json=as_json)
