"""Which run a journal is of, and how far it came: what a person is told before it is resumed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from files.wording import dated
from robot.execution.journal import Record, read_journal
from rokumen.errors import HistoryError
from rokumen.storage.history import history_file, list_runs
from rokumen.storage.runs import RunSettings


@dataclass(frozen=True, slots=True)
class RunProgress:
    """A run that ended before its cube was solved.

    `began`: in local time, None where the journal does not say it; `robot`: in words; `made`: the
    turns of faces that were made; `of`: how many the solution has, with those, None before there
    was one.
    """

    began: datetime | None
    robot: str
    made: int = 0
    of: int | None = None

    def __str__(self) -> str:
        when = f"the run of {dated(self.began)}" if self.began else "a run"
        far = "before its first turn" if not self.of else f"after {self.made} of {self.of} turns"
        return f"{when} on {self.robot}, stopped {far}"


def read_progress(path: Path, settings: RunSettings) -> RunProgress:
    """Return the progress of the run in a journal. Raises JournalError."""
    return progress_of(read_journal(path), _robot_of(path, settings))


def progress_of(records: Sequence[Record], robot: str = "a robot") -> RunProgress:
    """Return the progress of a run on a robot, from the records of its journal.

    A later plan has the turns that are left then. The turns of a challenge, which shows that the
    camera sees this cube, are not counted: they are not of the solution.
    """
    made, left, counts = 0, 0, False
    for record in records:
        match record.get("record"):
            case "plan":
                left, counts = len(_turns(record.get("moves"))), True
            case "challenge" | "scan":
                counts = False
            case "done" if counts:
                done = len(_turns(record.get("turn")))
                made, left = made + done, left - done
    of = made + max(0, left)
    return RunProgress(_time_of(records[0]), robot, made, of or None)


def _turns(moves: object) -> list[str]:
    return moves.split() if isinstance(moves, str) else []


def _time_of(record: Record) -> datetime | None:
    try:
        return datetime.fromisoformat(str(record.get("at"))).astimezone()
    except (ValueError, OverflowError, OSError):
        return None


def _robot_of(path: Path, settings: RunSettings) -> str:
    """Return the rig of a run and where it is, in words; the history has what a robot said it is.

    A journal may come from elsewhere: a name in it that cannot be printed is left out.
    """
    if settings.simulated is not None:
        rig = settings.simulated.rig
        return f"a simulated {rig} robot" if rig.isprintable() else "a simulated robot"
    own = str(path.absolute())
    try:
        runs = [run.beginning for run in list_runs(history_file())]
    except HistoryError:
        runs = []
    rigs = [run.rig for run in runs if run.journal == own and run.rig]
    return f"the {rigs[-1]} robot on {settings.port}" if rigs else f"the robot on {settings.port}"
