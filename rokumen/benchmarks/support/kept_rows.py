"""Rows of a benchmark that are kept in a file, so that it goes on after an interruption."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple
from pathlib import Path
from typing import Any

from files.access import open_to_append, read_text
from files.documents import parse_json, require
from rokumen.benchmarks.support.table_rows import TableRow
from rokumen.errors import InputError


class KeptRows:
    """The rows of the parts that have been measured, one line of JSON for each part."""

    def __init__(self, path: Path | None, settings: Mapping[str, Any]) -> None:
        """Read a file, if there is one; None keeps nothing.

        `settings`: what the rows depend on. Raises InputError for rows of other settings, and for a
        file that holds no rows.
        """
        self._path = path
        self._settings = dict(settings)
        self._rows: dict[str, tuple[TableRow, ...]] = {}
        if path is None or not path.exists():
            return
        try:
            for line in read_text(path).splitlines():
                self._read(parse_json(line))
        except (OSError, TypeError, ValueError) as error:
            raise InputError(
                f"cannot go on with the rows in {str(path)!r}: {error}. Name another file, or "
                "remove it"
            ) from error

    def _read(self, document: Any) -> None:
        if not isinstance(document, dict):
            raise TypeError(f"{document!r} is not the rows of a part")
        settings = require(document, "settings", dict)
        if settings != self._settings:
            raise ValueError(f"they are those of {settings}, not of {self._settings}")
        rows = require(document, "rows", list)
        self._rows[require(document, "part", str)] = tuple(TableRow(*row) for row in rows)

    def of(self, part: str) -> Sequence[TableRow] | None:
        """Return the rows of a part, None if it was not measured."""
        return self._rows.get(part)

    def keep(self, part: str, rows: Iterable[TableRow]) -> None:
        """Add the rows of a part. Raises InputError for a file that cannot be written."""
        self._rows[part] = tuple(rows)
        if self._path is None:
            return
        document = {
            "part": part,
            "settings": self._settings,
            "rows": [astuple(row) for row in self._rows[part]],
        }
        try:
            with open_to_append(self._path) as file:
                file.write(json.dumps(document) + "\n")
        except OSError as error:
            raise InputError(f"cannot keep rows in {str(self._path)!r}: {error}") from error
