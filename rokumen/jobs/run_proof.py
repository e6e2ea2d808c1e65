"""Checks a stored run offline: its journal, its pictures, and its row in the history.

The journal's chain shows whether a record was changed; the digests in it whether a picture was; the
pictures, read again, whether the cube was what the run says. Nothing moves and nothing is opened.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from files.access import read_bytes, visible
from files.locks import is_locked
from files.wording import counted, reason
from robot.errors import JournalError
from robot.execution.chain import BrokenLink, broken_links
from robot.execution.journal import MAX_JOURNAL_BYTES, Record, records_of
from rokumen.errors import HistoryError, InputError
from rokumen.jobs.followed_run import Doubt, FollowedRun
from rokumen.storage.history import RunOutcome, RunRecord, history_file, list_runs
from rokumen.storage.kept_runs import MOST_RUNS
from rokumen.storage.run_pictures import MAX_PICTURE_BYTES, digest_of
from rokumen.storage.runs import newest_journal, pictures_beside
from rokumen.storage.seals import journal_key

_ENDED = ("finished", "stopped")
_LAST = (*_ENDED, "stop")
_UNREADABLE = "it cannot be read"


@dataclass(frozen=True, slots=True)
class RunProof:
    """What came of checking a stored run: it is proved where there are no `doubts`.

    `outcome`: what the run claims; `robot`: rig and port; `readings`, `looks`, `pictures`, `turns`:
    how many there are; `notes`: what could not be checked.
    """

    journal: Path
    outcome: str
    robot: str = ""
    readings: int = 0
    looks: int = 0
    pictures: int = 0
    turns: int = 0
    doubts: tuple[Doubt, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def is_proved(self) -> bool:
        """Return whether everything that is stored agrees with what the run claims."""
        return not self.doubts

    @property
    def words(self) -> str:
        """Return in a sentence what was found."""
        if not self.is_proved:
            return f"refused: {self.doubts[0]}"
        robot = f" on the {self.robot}" if self.robot else ""
        seen = f"{counted(self.readings, 'reading')} and {counted(self.looks, 'look')}"
        return (
            f"proved: {self.outcome}{robot}, {counted(self.turns, 'turn')} acknowledged; {seen} "
            f"in {counted(self.pictures, 'picture')} show the cube that these turns leave"
        )

    def as_json(self) -> dict[str, Any]:
        """Return it as one object."""
        return {
            **asdict(self),
            "journal": str(self.journal),
            "proved": self.is_proved,
            "doubts": [asdict(each) for each in self.doubts],
        }


def verify_run(run: str | None = None) -> RunProof:
    """Return what a stored run proves: one of the history by its number, one by its journal.

    None for the newest. Raises InputError for a run that is not there or still active.
    """
    rows, note = _rows()
    number = int(run) if run is not None and run.isdecimal() else None
    if number is not None:
        named = [row for row in rows if row.id == number]
        if not named:
            note = note or f"the newest {MOST_RUNS} are kept"
            raise InputError(f"the history has no run {number}: {note}")
        path = Path(named[0].beginning.journal)
    else:
        try:
            path = newest_journal() if run is None else Path(run)
        except JournalError as error:
            raise InputError(str(error)) from error
    return _Check(path, rows, number).proof()


def _rows() -> tuple[Sequence[RunRecord], str]:
    """Return the rows of the history, and why there are none where it cannot be read."""
    try:
        return list_runs(history_file()), ""
    except HistoryError as error:
        return (), str(error)


class _Check:
    """The check of one run."""

    def __init__(self, path: Path, rows: Sequence[RunRecord], number: int | None) -> None:
        """Read the journal at `path`. Raises InputError where that is not possible."""
        if is_locked(path):
            raise InputError(f"the run of {str(path)!r} is still active: wait until it has ended")
        try:
            self._data = read_bytes(path, MAX_JOURNAL_BYTES)
            self._records = records_of(self._data, path)
        except (OSError, ValueError) as error:
            raise InputError(f"cannot read the journal {str(path)!r}: {reason(error)}") from error
        except JournalError as error:
            raise InputError(str(error)) from error
        self._path = path
        self._folder = pictures_beside(path)
        self._rows = [row for row in rows if Path(row.beginning.journal).name == path.name]
        self._number = number

    def proof(self) -> RunProof:
        """Return what the run proves. Its pictures are read again where nothing was edited."""
        doubts = [*self._broken_journal(), *self._broken_pictures(), *self._broken_rows()]
        followed = FollowedRun(self._folder)
        if not doubts:
            for number, record in enumerate(self._records, 1):
                followed.follow(number, record)
            doubts = followed.doubts
        parts = [each for each in self._records if each.get("record") == "robot"]
        last = [each for each in self._records if each.get("record") in _ENDED]
        return RunProof(
            self._path,
            str(last[-1].get("outcome", "stopped")) if last else "unfinished",
            f"{parts[-1].get('rig')} robot on {parts[-1].get('port')}" if parts else "",
            followed.readings,
            followed.looks,
            sum(each.get("record") == "picture" for each in self._records),
            followed.turns,
            tuple(doubts),
            () if self._rows else ("the history does not list this run",),
        )

    def _broken_journal(self) -> Iterator[Doubt]:
        """Yield what is wrong with the journal by itself."""
        try:
            broken = list(broken_links(self._data, journal_key()))
        except OSError as error:
            raise InputError(f"cannot read this computer's key: {reason(error)}") from error
        if broken and len(broken) >= self._data.count(b"\n"):
            yield Doubt("the journal", "this computer has not written it, or not with a chain")
            return
        for link in broken:
            yield Doubt(f"line {link.line} of the journal", self._why_broken(link))
        first, last = self._records[0], self._records[-1]
        if first.get("run") != self._path.stem:
            yield Doubt("the journal", f"it is that of the run {first.get('run')}, under this name")
        if last.get("record") not in _LAST:
            line = f"its last line is {str(last.get('record'))!r}"
            yield Doubt("the end of the journal", f"{line}: it was cut short, or the run crashed")

    def _why_broken(self, link: BrokenLink) -> str:
        """Return why a line is broken; one of another run has the order of that."""
        lines = self._data.split(b"\n")
        own = {str(each.get("order")).encode() for each in self._records if _begins(each)}
        order = b'"order": '
        line = lines[link.line - 1]
        if order in line and not any(order + each in line for each in own):
            return "it is of another run, or was edited"
        return link.why

    def _broken_pictures(self) -> Iterator[Doubt]:
        """Yield the pictures that are not those that were taken, or are none of this run's."""
        known = {str(r.get("file")): str(r.get("sha256")) for r in self._records if _pictures(r)}
        stored = {path.name for path in visible(self._folder.glob("*"))}
        for name in sorted(stored - known.keys()):
            yield Doubt(f"the picture {name}", "the run has taken no such picture")
        for name, digest in known.items():
            if not digest:
                yield Doubt(f"the picture {name}", "it could not be kept when it was taken")
            elif name not in stored:
                yield Doubt(f"the picture {name}", "it is missing")
            elif why := self._why_other(name, digest, known):
                yield Doubt(f"the picture {name}", why)

    def _why_other(self, name: str, digest: str, known: Mapping[str, str]) -> str:
        """Return why the file of a picture is not as it was taken, "" where it is."""
        try:
            found = digest_of(read_bytes(self._folder / name, MAX_PICTURE_BYTES))
        except (OSError, ValueError) as error:
            return f"{_UNREADABLE}: {reason(error)}"
        if found == digest:
            return ""
        others = [other for other, each in known.items() if each == found]
        return f"it is {others[0]} of this run" if others else "it was edited, or is another one"

    def _broken_rows(self) -> Iterator[Doubt]:
        """Yield what the history says otherwise than the journal."""
        parts = _parts(self._records)
        if self._number is not None and self._number not in parts:
            yield Doubt(f"run {self._number} of the history", "its journal is that of another run")
        for row in self._rows:
            if row.id not in parts:
                yield Doubt(f"run {row.id} of the history", "the journal does not have it")
                continue
            start, ending = parts[row.id]
            claimed = {**asdict(row.beginning), **asdict(row.ending)}
            written = {**start, **(ending or asdict(RunOutcome()))}
            for key, value in claimed.items():
                if key in written and written[key] != value and not _is_open(key, ending):
                    yield Doubt(
                        f"{key} of run {row.id} of the history",
                        f"it says {value!r}, the journal {written[key]!r}",
                    )


def _begins(record: Record) -> bool:
    return record.get("record") in ("begin", "resumed")


def _pictures(record: Record) -> bool:
    return record.get("record") == "picture"


def _is_open(key: str, ending: Record | None) -> bool:
    """Return whether a part without an end says nothing of this column."""
    return ending is None and key in ("outcome", "why")


def _parts(records: Sequence[Record]) -> Mapping[int, tuple[Record, Record | None]]:
    """Return for each row of the history how that part of the run began and ended, by its id."""
    found: dict[int, tuple[Record, Record | None]] = {}
    present: int | None = None
    for record in records:
        if record.get("record") == "robot":
            present = record.get("history")
            if isinstance(present, int):
                found[present] = record, None
        elif record.get("record") in _ENDED and present in found:
            found[present] = found[present][0], record
    return found
