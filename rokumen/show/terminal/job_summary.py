"""Summary of a finished job, and report of the faults that were injected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.console import Console
from rich.panel import Panel
from rich.table import Table

from firmware_sim.faults.schedule import Injection
from rokumen.jobs.result import Result

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
    parts = [
        _times(result.jams, "jam"),
        _times(result.slips, "slip"),
        _times(result.missing_turns, "missing turn"),
        _times(result.retries, "retry", "retries"),
        _times(result.replans, "replan"),
    ]
    return ", ".join(part for part in parts if part)


def _times(count: int, noun: str, plural: str = "") -> str:
    if not count:
        return ""
    return f"{count} {noun if count == 1 else plural or noun + 's'}"


def _minutes(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02d} s" if minutes else f"{seconds:.1f} s"
