"""`rokumen bench NAME`: the project's own benchmarks, as tables."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress, TaskID

from robot.rig import RIGS, load_rig
from rokumen import exit_status
from rokumen.bench import lbl as lbl_bench
from rokumen.errors import InputError


@click.group("bench")
def command() -> None:
    """Run one of the project's own benchmarks."""


@command.command("lbl")
@click.option("--seed", type=int, default=0, show_default=True, help="Draws other cubes.")
@click.option(
    "--cubes",
    type=click.IntRange(min=0),
    default=1000,
    show_default=True,
    help="Random cubes to solve after the paper's hundred; 1000000 is the long run.",
)
@click.option(
    "--processes",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    show_default="all cores",
    help="How many solve at once.",
)
@click.option(
    "--effort",
    type=click.IntRange(min=0),
    default=lbl_bench.USUAL.effort,
    show_default=True,
    help="How many ways are followed side by side; 0 takes the steps of the paper.",
)
@click.option("--one-look", is_flag=True, help="Do the last layer in one step.")
@click.option("--compare", is_flag=True, help="Compare efforts, with one look and with two.")
def lbl(seed: int, cubes: int, processes: int, effort: int, one_look: bool, compare: bool) -> int:
    """Repeat the paper's experiment with the LBL engine, then solve many random cubes.

    Every solution is turned out and checked; one that fails ends the run with exit status 1.
    """
    output = Console(highlight=False)
    if compare:
        results = [
            (setting, _random_cubes(max(1, cubes), seed, processes, setting))
            for setting in lbl_bench.SETTINGS
        ]
        output.print(lbl_bench.comparison(results))
        return exit_status.DONE
    setting = lbl_bench.Setting(effort, one_look)
    output.print(lbl_bench.table(lbl_bench.paper_experiment(seed, setting)))
    if cubes:
        output.print(lbl_bench.table(_random_cubes(cubes, seed, processes, setting)))
    return exit_status.DONE


def _random_cubes(
    cubes: int, seed: int, processes: int, setting: lbl_bench.Setting
) -> lbl_bench.Result:
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(f"solving, {setting}", total=cubes)
        return lbl_bench.random_cubes(
            cubes, seed, processes, partial(_advance, progress, task), setting
        )


@command.command("reading")
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="ROKUMEN_DATA",
    help="Holds cube-photos and real-photos.  [ROKUMEN_DATA]",
)
@click.option(
    "--failures",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("out/reading-failures"),
    show_default=True,
    help="Where a picture of each cube not read right and each face not found goes.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Draws light and trials.")
@click.option(
    "--trials",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    help="Cubes with hidden stickers, and as many with stickers told wrongly.",
)
@click.option(
    "--scenes",
    type=click.IntRange(min=1),
    default=12,
    show_default=True,
    help="Drawn scenes of each kind and size of cube.",
)
def reading(data: Path | None, failures: Path, seed: int, trials: int, scenes: int) -> int:
    """Read every photographed cube whose truth is known, and count.

    Seconds are of one processor; a cube that is wrong but called certain must never be.
    """
    if data is None:
        raise InputError("name the folder of the photographs: --data, or ROKUMEN_DATA")
    # Its imports are heavy, and the other benchmarks do without.
    from rokumen.bench import finding as finding_bench
    from rokumen.bench import reading as reading_bench

    progress = Console(stderr=True, highlight=False)
    rows = list(reading_bench.measure(data, failures, seed, trials, progress.print))
    found = finding_bench.find_in_scenes(scenes, seed, progress.print)
    output = Console(highlight=False)
    output.print(reading_bench.table(rows))
    output.print(finding_bench.table(found))
    return exit_status.DONE


@command.command("scan")
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="ROKUMEN_DATA",
    help="Holds cube-clips.  [ROKUMEN_DATA]",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Draws other light.")
def scan(data: Path | None, seed: int) -> int:
    """Scan cubes that are shown face by face in clips whose truth is known, and count.

    A cube that is wrong but called certain must never be.
    """
    if data is None:
        raise InputError("name the folder of the clips: --data, or ROKUMEN_DATA")
    from rokumen.bench import scan as scan_bench

    progress = Console(stderr=True, highlight=False)
    rows = list(scan_bench.measure(data, seed, progress.print))
    Console(highlight=False).print(scan_bench.table(rows))
    return exit_status.DONE


@command.command("calibrating")
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="ROKUMEN_DATA",
    help="Holds cube-photos.  [ROKUMEN_DATA]",
)
def calibrating(data: Path | None) -> int:
    """Measure each photographed cube's colours from some pictures, and read it from others."""
    if data is None:
        raise InputError("name the folder of the photographs: --data, or ROKUMEN_DATA")
    from rokumen.bench import calibrating as calibrating_bench

    progress = Console(stderr=True, highlight=False)
    rows = list(calibrating_bench.measure(data, progress.print))
    Console(highlight=False).print(calibrating_bench.table(rows))
    return exit_status.DONE


@command.command("page")
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="ROKUMEN_DATA",
    help="Holds cube-clips.  [ROKUMEN_DATA]",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=1),
    default=8.0,
    show_default=True,
    help="How long to scan in a browser, where Playwright and chromium are there.",
)
def page(data: Path | None, seconds: float) -> int:
    """Time the page: how its server answers the frames of clips, and a browser with a webcam."""
    if data is None:
        raise InputError("name the folder of the clips: --data, or ROKUMEN_DATA")
    from rokumen.bench import page as page_bench
    from rokumen.bench import page_in_browser
    from rokumen.bench.scan import table

    # One after the other, and shown at the end: a line that is drawn would be timed too.
    rows = [*page_bench.measure(data), *page_in_browser.measure(data, seconds)]
    Console(highlight=False).print(table(rows))
    return exit_status.DONE


@command.command("plan")
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
def plan(
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
            task = progress.add_task(name, total=len(problems))
            tell = partial(_advance, progress, task)
            results.append(plan_bench.measure(load_rig(name), problems, tell))
        found = []
        equal = [plan_bench.EQUAL_TURNS] if "six-axis" in (rigs or RIGS) else []
        for rig in [*map(load_rig, rigs or RIGS), *equal]:
            if chosen := problems[:together]:
                task = progress.add_task(f"{rig.name}, together", total=len(chosen))
                tell = partial(_advance, progress, task)
                found.append(plan_bench.measure_together(rig, chosen, time_limit, tell))
        task = progress.add_task("random plans", total=random_plans)
        tell = partial(_advance, progress, task)
        checked = plan_bench.check_random_plans(random_plans, seed, tell)
    output = Console(highlight=False)
    output.print(plan_bench.table(results))
    if found:
        output.print(plan_bench.together_table(found))
    output.print(
        f"{checked.plans} random plans on {len(RIGS)} rigs: {checked.accidents} accidents, "
        f"{checked.solved} solved"
    )
    good = checked.accidents == 0 and checked.solved == checked.plans
    return exit_status.DONE if good else exit_status.FAILURE


@command.command("soak")
@click.option("--solves", type=click.IntRange(min=1), help="In each scenario [all it speaks of].")
@click.option("--scenario", "names", multiple=True, metavar="NAME", help="Only this [all].")
@click.option(
    "--kills", type=click.IntRange(min=0), default=1000, show_default=True, help="Hosts to kill."
)
@click.option(
    "--stops", type=click.IntRange(min=0), default=1000, show_default=True, help="Emergency stops."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Draws cubes and faults.")
@click.option("--keep", type=click.Path(path_type=Path), help="Go on with what this file tells.")
@click.option(
    "--processes",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    show_default="all cores",
    help="How many robots at once.",
)
def soak(
    solves: int | None,
    names: tuple[str, ...],
    kills: int,
    stops: int,
    seed: int,
    keep: Path | None,
    processes: int,
) -> int:
    """Do whole jobs on in-process robots that misbehave, kill their hosts, and stop them.

    Claims are held against the truth. Exit status 1 if anything was as it must never be: above all
    a cube that was called solved and was not.
    """
    # Its imports are heavy, and the other benchmarks do without.
    from rokumen.bench.scenarios import chosen
    from rokumen.bench.soak import soak as do_jobs
    from rokumen.bench.soak_table import LEAST_WIDTH, report

    scenarios = chosen(names)
    output = Console(highlight=False)
    output.width = max(output.width, LEAST_WIDTH)
    # Without a thread that draws, since hosts are forked.
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


def _advance(progress: Progress, task: TaskID, completed: int) -> None:
    progress.update(task, completed=completed)


@command.command("engines")
@click.option("--seed", type=int, default=0, show_default=True, help="Draws other cubes.")
@click.option(
    "--cubes", type=click.IntRange(min=1), default=200, show_default=True, help="How many cubes."
)
@click.option(
    "--with-slow-peers", is_flag=True, help="Let RubikTwoPhase build its tables here (17 minutes)."
)
@click.option(
    "--costs/--no-costs",
    "with_costs",
    default=True,
    help="Measure tables, start-up and throughput too.",
)
def engines(seed: int, cubes: int, with_slow_peers: bool, with_costs: bool) -> int:
    """Compare the engines, and the packages that are installed, over the same random cubes.

    Every solution is turned out and checked; one that fails ends the run with exit status 1.
    """
    from rokumen.bench import costs as costs_bench
    from rokumen.bench import engines as engines_bench

    console, output = Console(stderr=True), Console(highlight=False)
    with console.status("starting") as status:
        entrants = engines_bench.entrants(with_slow_peers)
        rows = engines_bench.run(entrants, cubes, seed, status.update)
    missing = engines_bench.missing(with_slow_peers)
    for peer in missing:
        click.echo(f"{peer.name} {peer.why}; what was published stands in its place", err=True)
    output.print(engines_bench.table(rows, missing))
    if with_costs:
        with console.status("starting") as status:
            costs = list(costs_bench.costs(10 * cubes, status.update))
        output.print(costs_bench.table(costs))
    return exit_status.DONE


@command.command("fuzz")
@click.option("--lines", type=click.IntRange(min=1), default=100_000, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True, help="Draws other lines.")
@click.option(
    "--processes",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    show_default="all cores",
    help="How many read at once.",
)
@click.option(
    "--firmware",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="libnative.so of `make -C firmware tests`, to try the board's firmware too.",
)
def fuzz(lines: int, seed: int, processes: int, firmware: Path | None) -> int:
    """Give bad lines to the host, the simulated robot and a board's firmware.

    Exit status 1 if one of them crashes, or moves because of a bad line.
    """
    from rokumen.bench import fuzz as fuzz_bench

    results = {}
    with Progress(console=Console(stderr=True), transient=True) as progress:
        for name, make in fuzz_bench.readers(firmware).items():
            tell = partial(_advance, progress, progress.add_task(name, total=lines))
            results[name] = fuzz_bench.fuzz_in_processes(make, lines, seed, processes, tell)
    Console(highlight=False).print(fuzz_bench.table(results))
    good = not any(done.crashed or done.motions for done in results.values())
    return exit_status.DONE if good else exit_status.FAILURE


@command.command("link")
@click.option("--count", type=click.IntRange(min=1), default=2000, show_default=True)
def link(count: int) -> int:
    """Count the commands a second that a simulated robot acknowledges over a pseudo-terminal.

    Beside them, in the same run, stands a bare ping-pong of the same line over pySerial.
    """
    from rokumen.bench import link as link_bench

    Console(highlight=False).print(link_bench.table(link_bench.measure(count)))
    return exit_status.DONE


@command.command("optimal")
@click.option("--seed", type=int, default=0, show_default=True, help="Draws other cubes.")
@click.option(
    "--cubes", type=click.IntRange(min=1), default=20, show_default=True, help="How many cubes."
)
@click.option(
    "--threads",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    show_default="all cores",
    help="Threads for one cube.",
)
def optimal(seed: int, cubes: int, threads: int) -> int:
    """Prove shortest solutions of random cubes, and tell how long each took.

    Every solution is turned out and checked; one that fails ends the run with exit status 1.
    """
    from rokumen.bench import optimal as optimal_bench
    from rokumen.show.proving import in_words

    with Console(stderr=True).status("loading tables") as status:
        rows = optimal_bench.run(
            cubes,
            seed,
            threads,
            lambda number, proof: status.update(f"cube {number}: {in_words(proof)}"),
        )
    Console(highlight=False).print(optimal_bench.table(rows))
    return exit_status.DONE
