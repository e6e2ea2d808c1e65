"""Runs in a terminal: the summary of a finished one, the injected faults, and the history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table

from files.wording import counted, dated
from rokumen.show.fitted import print_table

if TYPE_CHECKING:
    from pathlib import Path

    from firmware_sim.faults import Injection
    from robot.execution.journal import TimedCommand
    from rokumen.run_result import Result
    from rokumen.storage.history import RunRecord

_MAX_LINES = 20


def fault_report(injections: Sequence[Injection]) -> str:
    """Return the injected faults, one a line; of many, the first ones and the counts."""
    if not injections:
        return "No fault was injected."
    lines = ["Injected faults (robot time):", *map(str, injections[:_MAX_LINES])]
    if len(injections) > _MAX_LINES:
        counts = Counter(injection.kind for injection in injections)
        totals = ", ".join(f"{kind} {count}" for kind, count in counts.most_common())
        lines.append(f"and more; in all {totals}")
    return "\n".join(lines)


def print_summary(result: Result, seconds: float) -> None:
    """Print the summary of a solved job that took `seconds`."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", justify="right")
    table.add_column()
    table.add_row("turns", f"{result.htm}")
    table.add_row("motion", f"{_minutes(result.motion_seconds)} of robot time")
    table.add_row("total", f"{_minutes(seconds)} on this computer")
    table.add_row("jams and slips", _fault_counts(result))
    Console(highlight=False).print(
        Panel.fit(
            table,
            title="[bold green]solved[/], verified by the camera",
            border_style="green",
            padding=(1, 3),
        )
    )


def _fault_counts(result: Result) -> str:
    if not result.jams + result.slips + result.missing_turns:
        return "none"
    counts = [
        (result.jams, "jam", ""),
        (result.slips, "slip", ""),
        (result.missing_turns, "missing turn", ""),
        (result.retries, "retry", "retries"),
        (result.replans, "replan", ""),
    ]
    return ", ".join(counted(*each) for each in counts if each[0])


def _minutes(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02d} s" if minutes else f"{seconds:.1f} s"


def print_history(runs: Sequence[RunRecord]) -> None:
    """Print a row for each run on stdout."""
    table = Table(box=None, pad_edge=False)
    table.add_column("run", justify="right")
    for name in ("began", "rig", "outcome"):
        table.add_column(name)
    for name in ("turns", "motion", "took", "jams", "slips", "retries", "replans"):
        table.add_column(name, justify="right")
    for run in runs:
        ending = run.ending
        counts = (ending.jams, ending.slips, ending.retries, ending.replans)
        table.add_row(
            str(run.id),
            _local_time(run.beginning.began),
            escape(run.beginning.rig),
            escape(ending.outcome),
            _count(ending.turns),
            _seconds(ending.motion_seconds, 1),
            _seconds(ending.took_seconds, 1),
            *map(_count, counts),
        )
    print_table(table)


def print_commands(journal: Path, commands: Sequence[TimedCommand]) -> None:
    """Print a row for each command of a run on stdout, and how long all of them took."""
    table = Table(box=None, pad_edge=False)
    for name in ("began", "command", "turn"):
        table.add_column(name)
    for name in ("took", "motion", "failed"):
        table.add_column(name, justify="right")
    for command in commands:
        table.add_row(
            _local_clock(command.began),
            escape(command.line),
            escape(command.turn),
            _seconds(command.took, 3),
            _seconds(command.motion_seconds, 3),
            str(command.failures or ""),
        )
    print_table(table)
    took = sum(command.took or 0.0 for command in commands)
    motion = sum(command.motion_seconds or 0.0 for command in commands)
    print(
        f"{counted(len(commands), 'command')} took {took:.1f} s, {motion:.1f} s of motion, in the "
        f"journal {journal}"
    )


def _local_clock(began: str) -> str:
    try:
        return f"{datetime.fromisoformat(began).astimezone():%H:%M:%S.%f}"[:-3]
    except (ValueError, OverflowError):
        return escape(began)


def _seconds(seconds: float | None, decimals: int) -> str:
    """Return seconds with their unit, "" for None."""
    return "" if seconds is None else f"{seconds:.{decimals}f} s"


def _local_time(began: str) -> str:
    try:
        return dated(datetime.fromisoformat(began).astimezone())
    except (ValueError, OverflowError):
        return escape(began)


def _count(count: int | None) -> str:
    return "" if count is None else str(count)
