"""Report of the soak test."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from rokumen.benchmarks.robot.emergency_stop import Stop, stop_often
from rokumen.benchmarks.robot.host_kill import Kill, kill_hosts
from rokumen.benchmarks.robot.soak import Soak

# The lines over which robots are stopped: without faults, with the soak's faults, and worse.
LINES = {
    "a good line": "",
    "1% of bytes bad, 5% of lines lost": "bit_flip~0.01,drop_cmd~0.05,drop_reply~0.05",
    "half of the host's lines lost": "drop_cmd~0.5",
}


def report(
    output: Console,
    soaks: Sequence[Soak],
    kills: int,
    stops: int,
    seed: int,
    begin: Callable[[str, int], Callable[[int], None]],
) -> bool:
    """Print the results of the jobs, kill hosts, stop robots, and return whether all is well.

    `begin` is called with the name and length of each task and returns its progress callback.
    """
    output.print(table(soaks))
    good = not any(done.failures for done in soaks)
    for done in soaks:
        for solve in done.failures[:5]:
            output.print(f"failed: {done.scenario.name}, seed {solve.seed}. {solve.why}")
    if kills:
        killed = kill_hosts(kills, seed, begin("killed hosts", kills))
        output.print(_kills_row(killed), soft_wrap=True)
        good &= all(kill.journal_is_right and kill.resumed for kill in killed)
    for line, faults in LINES.items() if stops else ():
        stopped = stop_often(stops, seed, faults, begin(f"stops over {line}", stops))
        output.print(_stops_row(line, stopped), soft_wrap=True)
        good &= all(stop.is_good for stop in stopped)
    return good


def _kills_row(kills: Sequence[Kill]) -> str:
    turns = sum(kill.turns_made for kill in kills) / len(kills)
    wrong = sum(not kill.journal_is_right for kill in kills)
    return (
        f"{len(kills)} hosts killed, after {turns:.1f} turns on average: {wrong} journals with a "
        f"wrong turn, {sum(kill.resumed for kill in kills)} runs resumed and solved"
    )


def _stops_row(line: str, stops: Sequence[Stop]) -> str:
    longest = 1000 * max(stop.seconds for stop in stops)
    moved = sum(not stop.stayed_still for stop in stops)
    wrong = sum(not stop.status_is_right for stop in stops)
    resumed = sum(stop.resumed for stop in stops)
    return (
        f"{len(stops)} emergency stops during motions, over {line}: standstill after "
        f"{longest:.0f} ms at most, {moved} moved again, {wrong} reported a wrong pose, "
        f"{resumed} runs resumed and solved"
    )


def table(soaks: Sequence[Soak]) -> Table:
    """Return a table of the scenarios, as docs/recovery.md explains; the first one is
    undisturbed."""
    shown = Table(title="whole jobs on robots with faults", box=SIMPLE_HEAD, padding=0)
    shown.add_column("scenario", no_wrap=True)
    calm = soaks[0]
    for what, _ in _figures(soaks[0], calm):
        shown.add_column(what, justify="right", no_wrap=True)
    for done in soaks:
        shown.add_row(done.scenario.name, *(value for _, value in _figures(done, calm)))
    shown.caption = _caption(soaks)
    return shown


def _figures(done: Soak, calm: Soak) -> Iterator[tuple[str, str]]:
    solves = done.solves
    solved = sum(solve.solved for solve in solves)
    stopped = len(solves) - solved
    resumed = sum(solve.resumed for solve in solves)
    yield "jobs", str(len(solves))
    yield "solved", str(solved)
    yield "stopped", str(stopped)
    yield "resumed", str(resumed)
    yield "false", str(sum(solve.is_false_claim for solve in solves))
    yield "exact", str(sum(solve.is_exact for solve in solves))
    yield "failed", str(len(done.failures))
    yield "plans", str(sum(solve.new_plans for solve in solves))
    slowest = max((solve.stopped_after or 0.0 for solve in solves), default=0.0)
    yield "stop s", f"{slowest:.1f}" if done.scenario.hard else ""
    yield "motion s", _compared(done.median_motion, calm.median_motion)
    yield "time s", _compared(done.median_elapsed, calm.median_elapsed)


def _caption(soaks: Sequence[Soak]) -> str:
    solves = [solve for done in soaks for solve in done.solves]
    faults = sum(solve.injected for solve in solves)
    again = sum(solve.repeated_lines for solve in solves)
    cpu = sum(solve.cpu_seconds for solve in solves) / max(len(solves), 1)
    jams = sum(solve.jams for solve in solves)
    return f"{faults} faults, {jams} jams, {again} repeated lines; {cpu:.2f} s of CPU a job"


def _compared(seconds: float, calm: float) -> str:
    if not seconds or not calm:
        return ""
    return f"{seconds:.0f} {seconds / calm - 1:+.0%}"
