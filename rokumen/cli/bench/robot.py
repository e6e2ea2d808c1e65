"""`rokumen bench`: benchmarks of planning, of the link and of whole jobs with faults."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from robot.rigs.registry import PRESETS, RIGS, load_rig
from rokumen import exit_status
from rokumen.cli.bench import options
from rokumen.cli.number_types import SECONDS, SEED, WholeNumber
from rokumen.show.terminal.progress_bar import add_progress_bar
from rokumen.show.terminal.tables import wide_output


@click.command("fuzz")
@click.option("--lines", type=WholeNumber(1), default=100_000, show_default=True)
@click.option("--seed", type=SEED, default=0, show_default=True, help="Seed of the lines.")
@options.processes("read")
@click.option(
    "--firmware",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="libnative.so of `make -C firmware tests`, to test the board's firmware too.",
)
def fuzz_command(lines: int, seed: int, processes: int, firmware: Path | None) -> int:
    """Send damaged lines to the host, the simulated robot and a board's firmware.

    The exit status is 1 if one of them crashes, or moves because of a damaged line.
    """
    from rokumen.benchmarks.robot import protocol_fuzz as fuzz_bench
    from rokumen.benchmarks.robot.protocol_readers import readers

    results = {}
    with Progress(console=Console(stderr=True), transient=True) as progress:
        for name, make in readers(firmware).items():
            on_progress = add_progress_bar(progress, name, lines)
            results[name] = fuzz_bench.fuzz_in_processes(make, lines, seed, processes, on_progress)
    wide_output().print(fuzz_bench.table(results))
    good = not any(done.crashed or done.motions for done in results.values())
    return exit_status.DONE if good else exit_status.FAILURE


@click.command("link")
@click.option("--count", type=WholeNumber(1), default=2000, show_default=True)
def link_command(count: int) -> int:
    """Measure the commands per second that a simulated robot acknowledges over a pseudo-terminal.

    For comparison, a bare pySerial echo of the same line is measured in the same run.
    """
    from rokumen.benchmarks.robot import link as link_bench

    wide_output().print(link_bench.table(link_bench.measure(count)))
    return exit_status.DONE


@click.command("plan")
@click.option("--cubes", type=WholeNumber(1), default=200, show_default=True)
@click.option("--rig", "rigs", type=click.Choice(RIGS), multiple=True, help="Only this [all].")
@click.option(
    "--solutions",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="File with 54 facelets|turns a line, instead of the package kociemba.",
)
@click.option(
    "--random",
    "random_plans",
    type=WholeNumber(0),
    default=10_000,
    show_default=True,
    help="Plans of random turns to execute on the simulated mechanics, over all rigs.",
)
@click.option(
    "--together",
    type=WholeNumber(0),
    default=200,
    show_default=True,
    help="Cubes for which solver and planner work together.",
)
@click.option(
    "--time-limit",
    type=SECONDS,
    default=1.5,
    show_default=True,
    metavar="S",
    help="Seconds for each of these cubes.",
)
@click.option("--seed", type=SEED, default=0, show_default=True, help="Seed of the cubes.")
def plan_command(
    cubes: int,
    rigs: tuple[str, ...],
    solutions: Path | None,
    random_plans: int,
    together: int,
    time_limit: float,
    seed: int,
) -> int:
    """Plan a public solver's solutions on every rig, and execute the plans in simulation.

    The seconds are robot time; the milliseconds are of one processor. If a plan collides or does
    not solve its cube, the exit status is 1.
    """
    from rokumen.benchmarks.robot import planning as plan_bench

    if solutions is None:
        problems = plan_bench.problems_of_kociemba(cubes, seed)
    else:
        problems = plan_bench.problems_of_file(solutions, cubes)
    results = []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        for name in rigs or RIGS:
            on_progress = add_progress_bar(progress, name, len(problems))
            results.append(plan_bench.measure(load_rig(name), problems, on_progress))
        found = []
        equal = [plan_bench.EQUAL_TURNS] if "six-axis" in (rigs or RIGS) else []
        for rig in [*map(load_rig, rigs or RIGS), *equal]:
            if chosen := problems[:together]:
                on_progress = add_progress_bar(progress, f"{rig.name}, together", len(chosen))
                found.append(plan_bench.measure_together(rig, chosen, time_limit, on_progress))
        on_progress = add_progress_bar(progress, "random plans", random_plans)
        checked = plan_bench.check_random_plans(random_plans, seed, on_progress)
    output = wide_output()
    output.print(plan_bench.table(results))
    if found:
        output.print(plan_bench.together_table(found))
    output.print(
        f"{checked.plans} random plans on {len(RIGS)} rigs: {checked.accidents} collisions, "
        f"{checked.solved} solved"
    )
    good = checked.accidents == 0 and checked.solved == checked.plans
    return exit_status.DONE if good else exit_status.FAILURE


@click.command("soak")
@click.option("--solves", type=WholeNumber(1), help="Jobs in each scenario [its own count].")
@click.option("--scenario", "names", multiple=True, metavar="NAME", help="Only this [all].")
@click.option(
    "--kills", type=WholeNumber(0), default=1000, show_default=True, help="Hosts to kill."
)
@click.option(
    "--stops", type=WholeNumber(0), default=1000, show_default=True, help="Emergency stops."
)
@click.option("--seed", type=SEED, default=0, show_default=True, help="Seed of cubes and faults.")
@click.option(
    "--keep", type=click.Path(path_type=Path), help="Store results here, and continue from them."
)
@options.processes("robots")
def soak_command(
    solves: int | None,
    names: tuple[str, ...],
    kills: int,
    stops: int,
    seed: int,
    keep: Path | None,
    processes: int,
) -> int:
    """Run whole jobs on simulated robots with faults, kill their hosts, and stop them.

    The host's claims are compared with the simulator's ground truth. The exit status is 1 if a
    criterion fails, above all if a cube was called solved and was not.
    """
    # Imported here, since they are slow to import and the other benchmarks do not need them.
    from rokumen.benchmarks.robot.fault_scenarios import chosen
    from rokumen.benchmarks.robot.soak import soak as do_jobs
    from rokumen.benchmarks.robot.soak_report import report

    scenarios = chosen(names)
    output = wide_output()
    # Without a refresh thread, since hosts are forked.
    with Progress(console=Console(stderr=True), transient=True, auto_refresh=False) as progress:

        def begin(what: str, total: int) -> Callable[[int], None]:
            task = progress.add_task(what, total=total)
            return lambda done: progress.update(task, completed=done, refresh=True)

        done = [
            do_jobs(
                scenario,
                solves or scenario.count,
                seed,
                processes,
                begin(scenario.name, solves or scenario.count),
                keep,
            )
            for scenario in scenarios
        ]
        good = report(output, done, kills, stops, seed, begin)
    return exit_status.DONE if good else exit_status.FAILURE


@click.command("endurance")
@click.option("--hours", type=WholeNumber(1, 1000), default=24, show_default=True)
@click.option("--seed", type=SEED, default=0, show_default=True, help="Seed of cubes and faults.")
def endurance_command(hours: int, seed: int) -> int:
    """Let a simulated robot solve cubes for hours of its own time, with faults.

    The exit status is 1 if a run is lost, a cube is called solved and is not, or the memory of
    this process grows by more than 5 %.
    """
    from rokumen.benchmarks.robot import endurance

    with Progress(console=Console(stderr=True), transient=True) as progress:
        day = endurance.run_for_hours(
            hours, seed, progress=add_progress_bar(progress, "simulated hours", hours)
        )
    wide_output().print(endurance.table(day))
    return exit_status.DONE if day.is_good else exit_status.FAILURE


@click.command("silent-jams")
@click.option("--cubes", type=WholeNumber(1), default=200, show_default=True)
@click.option(
    "--rig",
    "rigs",
    type=click.Choice(RIGS),
    multiple=True,
    help="Only this [two-gripper and flipper].",
)
@click.option("--seed", type=SEED, default=0, show_default=True, help="Seed of cubes and faults.")
@options.processes("robots")
def silent_jams_command(cubes: int, rigs: tuple[str, ...], seed: int, processes: int) -> int:
    """Let one turn of each solve be reported but not made, and compare with the same cube's solve
    undisturbed.

    The exit status is 1 if a cube is called solved and is not, or if a picture raises an alarm in
    an undisturbed solve.
    """
    from rokumen.benchmarks.robot import silent_jams

    results = {}
    with Progress(console=Console(stderr=True), transient=True) as progress:
        for rig in rigs or silent_jams.RIGS:
            on_progress = add_progress_bar(progress, rig, cubes)
            results[rig] = silent_jams.measure(rig, cubes, seed, processes, on_progress)
    wide_output().print(silent_jams.table(results))
    good = all(trial.is_good for trials in results.values() for trial in trials)
    return exit_status.DONE if good else exit_status.FAILURE


@click.command("servos")
@click.option("--cubes", type=WholeNumber(1), default=500, show_default=True)
@click.option(
    "--rig",
    "rigs",
    type=click.Choice((*RIGS, *PRESETS)),
    multiple=True,
    help="Only this [two-gripper, two-gripper-plain, flipper, four-gripper].",
)
@click.option("--seed", type=SEED, default=0, show_default=True, help="Seed of the cubes.")
@options.processes("robots")
def servos_command(cubes: int, rigs: tuple[str, ...], seed: int, processes: int) -> int:
    """Solve cubes on servos that lag and measure nothing, at the durations that a camera measured,
    and compare with ideal servos.

    The exit status is 1 if a cube is not solved, or is called solved and is not, or if there is an
    accident.
    """
    from rokumen.benchmarks.robot import usual_servos

    results, profiles = {}, {}
    with Progress(console=Console(stderr=True), transient=True) as progress:
        for rig in rigs or usual_servos.RIGS:
            on_progress = add_progress_bar(progress, rig, cubes)
            profiles[rig] = usual_servos.learn(rig)
            results[rig] = usual_servos.measure(
                rig, profiles[rig], cubes, seed, processes, on_progress
            )
    wide_output().print(usual_servos.table(results, profiles))
    good = all(trial.is_good for trials in results.values() for trial in trials)
    return exit_status.DONE if good else exit_status.FAILURE
