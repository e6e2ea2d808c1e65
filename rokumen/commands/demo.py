"""`rokumen demo`: the whole job on the simulator."""

from __future__ import annotations

from random import SystemRandom

import click

from robot.rig import DEFAULT_RIG, RIGS
from rokumen.demo import PACES, checked_faults, solve_simulated
from rokumen.runs import RunSettings, Simulated, begin, new_run_path
from solver.engine import DEFAULT_METHOD, ENGINES


@click.command("demo")
@click.option("--seed", type=int, help="Repeats a demo: its cube and its jams [random].")
@click.option("--rig", type=click.Choice(sorted(RIGS)), default=DEFAULT_RIG, show_default=True)
@click.option("--method", type=click.Choice(sorted(ENGINES)), default=DEFAULT_METHOD)
@click.option(
    "--jam",
    type=click.FloatRange(0, 1),
    default=0.05,
    show_default=True,
    help="Chance that a turn catches.",
)
@click.option("--faults", default="", metavar="LIST|FILE", help="Such as jam_once@12, or TOML.")
@click.option("--pace", type=click.Choice(list(PACES)), default="fast", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    seed: int | None, rig: str, method: str, jam: float, faults: str, pace: str, as_json: bool
) -> int:
    """Let a simulated robot scan, solve and check a scrambled cube.

    The simulator is a process of its own, behind a real pseudo-terminal; the cube is read by its
    camera and in no other way.
    """
    path = new_run_path()
    robot = Simulated(
        rig=rig,
        seed=SystemRandom().randrange(1_000_000) if seed is None else seed,
        jam=jam,
        pace=PACES[pace],
        state=str(path.with_suffix(".robot.json")),
        faults=checked_faults(faults),
    )
    click.echo(f"A random cube and random jams, seed {robot.seed}", err=True)
    with begin(path, RunSettings(method, simulated=robot)) as journal:
        return solve_simulated(robot, method, journal, as_json=as_json)
