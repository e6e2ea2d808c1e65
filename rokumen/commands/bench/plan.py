"""`rokumen bench plan`: a public solver's solutions on every rig."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from robot.rig import RIGS, load_rig
from rokumen import exit_status
from rokumen.show.counting import advancing
from rokumen.show.tables import wide_output


@click.command("plan")
@click.option("--cubes", type=click.IntRange(min=1), default=200, show_default=True)
@click.option("--rig", "rigs", type=click.Choice(RIGS), multiple=True, help="Only this [all].")
@click.option(
    "--solutions",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Holds 54 facelets|turns a line, in place of the package kociemba.",
)
@click.option(
    "--random",
    "random_plans",
    type=click.IntRange(min=0),
    default=10_000,
    show_default=True,
    help="Plans of random turns to carry out on the simulated mechanics, over all rigs.",
)
@click.option(
    "--together",
    type=click.IntRange(min=0),
    default=200,
    show_default=True,
    help="On how many of the cubes solver and planner work together.",
)
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0),
    default=1.5,
    show_default=True,
    metavar="S",
    help="Seconds for each of these.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Draws other cubes.")
def command(
    cubes: int,
    rigs: tuple[str, ...],
    solutions: Path | None,
    random_plans: int,
    together: int,
    time_limit: float,
    seed: int,
) -> int:
    """Plan a public solver's solutions on every rig, and see that plans do no harm.

    The seconds are the rigs' own; the milliseconds are of one processor. A plan that collides or
    that does not solve its cube ends the run with exit status 1.
    """
    from rokumen.bench import plan as plan_bench

    if solutions is None:
        problems = plan_bench.problems_of_kociemba(cubes, seed)
    else:
        problems = plan_bench.problems_of_file(solutions, cubes)
    results = []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        for name in rigs or RIGS:
            tell = advancing(progress, name, len(problems))
            results.append(plan_bench.measure(load_rig(name), problems, tell))
        found = []
        equal = [plan_bench.EQUAL_TURNS] if "six-axis" in (rigs or RIGS) else []
        for rig in [*map(load_rig, rigs or RIGS), *equal]:
            if chosen := problems[:together]:
                tell = advancing(progress, f"{rig.name}, together", len(chosen))
                found.append(plan_bench.measure_together(rig, chosen, time_limit, tell))
        tell = advancing(progress, "random plans", random_plans)
        checked = plan_bench.check_random_plans(random_plans, seed, tell)
    output = wide_output()
    output.print(plan_bench.table(results))
    if found:
        output.print(plan_bench.together_table(found))
    output.print(
        f"{checked.plans} random plans on {len(RIGS)} rigs: {checked.accidents} accidents, "
        f"{checked.solved} solved"
    )
    good = checked.accidents == 0 and checked.solved == checked.plans
    return exit_status.DONE if good else exit_status.FAILURE
