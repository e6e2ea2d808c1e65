"""What a job came to, as a panel to read and as JSON."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.panel import Panel
from rich.table import Table

from rokumen.job import JobResult
from rokumen.output import moves_text
from solver.turn import htm


def result_as_json(result: JobResult, journal: Path) -> dict[str, object]:
    """Give the JSON of `run` and `demo`; `resume` is the file to resume from, if there is need."""
    return {
        "solved": result.solved,
        "facelets": result.facelets,
        "moves": moves_text(result.moves),
        "htm": htm(result.moves),
        "motion_seconds": round(result.motion_seconds, 3),
        "jams": result.jams,
        "slips": result.slips,
        "retries": result.retries,
        "replans": result.replans,
        "outcome": result.outcome,
        "resume": None if result.solved else str(journal),
    }


def print_summary(result: JobResult, seconds: float) -> None:
    """Print the panel of a job that ended solved, `seconds` after it began."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", justify="right")
    table.add_column()
    table.add_row("turns", f"{htm(result.moves)}")
    table.add_row("motion", f"{_minutes(result.motion_seconds)} by the robot's clock")
    table.add_row("took", f"{_minutes(seconds)} here")
    table.add_row("caught", _troubles(result))
    Console(highlight=False).print(
        Panel.fit(
            table,
            title="[bold green]solved[/], says the camera",
            border_style="green",
            padding=(1, 3),
        )
    )


def _troubles(result: JobResult) -> str:
    if not result.jams + result.slips:
        return "never"
    parts = [
        _times(result.jams, "jam"),
        _times(result.slips, "slip"),
        _times(result.retries, "retry", "retries"),
        _times(result.replans, "new plan"),
    ]
    return ", ".join(part for part in parts if part)


def _times(count: int, noun: str, plural: str = "") -> str:
    if not count:
        return ""
    return f"{count} {noun if count == 1 else plural or noun + 's'}"


def _minutes(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02d} s" if minutes else f"{seconds:.1f} s"
