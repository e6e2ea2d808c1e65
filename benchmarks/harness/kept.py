"""Results that are kept in a file, so that a benchmark goes on after a cut."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

from benchmarks.harness.records import Record
from files.access import open_to_append, read_text
from files.documents import parse_json, require, strict_json
from files.records import read_record, record_table
from files.wording import reason
from rokumen.errors import InputError

MAX_BYTES = 256 * 1024 * 1024

Kind = TypeVar("Kind")


class Kept:
    """The records of the parts of a benchmark that were measured before: frozen data classes.

    The file has a line of JSON for each part, with the settings on which its records depend.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Read a file, if there is one; None keeps nothing.

        Raises InputError for a file that holds no records.
        """
        self._path = path
        self._parts: dict[str, dict[str, Any]] = {}
        if path is None or not path.exists():
            return
        try:
            for line in read_text(path, MAX_BYTES).splitlines():
                self._add(parse_json(line))
        except (OSError, TypeError, ValueError) as error:
            raise self._error(reason(error)) from error

    def _add(self, document: Any) -> None:
        if not isinstance(document, dict):
            raise TypeError(f"{document!r} is not the records of a part")
        self._parts[require(document, "part", str)] = document

    def measured(
        self,
        part: str,
        settings: Mapping[str, object],
        kinds: Sequence[type[Kind]],
        measure: Callable[[], Iterable[Kind]],
    ) -> Sequence[Kind]:
        """Return the records of a part, measured now if they are not kept. Raises InputError."""
        records = self.find(part, settings, kinds)
        if records is None:
            records = tuple(measure())
            self.keep(part, settings, records)
        return records

    def find(
        self, part: str, settings: Mapping[str, object], kinds: Sequence[type[Kind]]
    ) -> Sequence[Kind] | None:
        """Return the kept records of a part, which are of these classes; None if there are none.

        Raises InputError if they are of other settings.
        """
        document = self._parts.get(part)
        if document is None:
            return None
        theirs = document.get("settings")
        if theirs != dict(settings):
            raise self._error(f"they are those of {theirs}, not of {dict(settings)}")
        by_name = {kind.__name__: kind for kind in kinds}
        try:
            return tuple(
                read_record(by_name[name], values)
                for name, values in require(document, "records", list)
            )
        except (KeyError, TypeError, ValueError) as error:
            raise self._error(reason(error)) from error

    def keep(self, part: str, settings: Mapping[str, object], records: Iterable[object]) -> None:
        """Add the records of a part. Raises InputError for a file that cannot be written."""
        if self._path is None:
            return
        document = {
            "part": part,
            "settings": dict(settings),
            "records": [(type(each).__name__, record_table(each)) for each in records],
        }
        try:
            with open_to_append(self._path) as file:
                file.write(strict_json(document) + "\n")
        except OSError as error:
            raise InputError(
                f"cannot keep records in {str(self._path)!r}: {reason(error)}"
            ) from error

    def _error(self, why: str) -> InputError:
        return InputError(
            f"cannot go on with the records in {str(self._path)!r}: {why}. Name another "
            "file, or remove it"
        )


def as_values(record: Record) -> dict[str, Any]:
    """Return the fields of a record as JSON values."""
    return asdict(record)  # type: ignore[call-overload, no-any-return]  # records are dataclasses


# What keeps nothing.
NOT_KEPT = Kept()
