"""The files of the puzzles that the user has imported, in the folder of the settings."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from files.access import read_text, replace_text, visible
from files.documents import parse_json
from files.folders import config_file
from files.wording import reason
from solver.core.errors import PuzzleError

# Of a definition, and of a net; the file has both.
MAX_BYTES = 2_000_000
_SUFFIX = ".json"


@dataclass(frozen=True, slots=True)
class StoredPuzzle:
    """A definition as it was read, and the text of its net, if there is one."""

    definition: Any
    net: str | None


def imported_names() -> tuple[str, ...]:
    """Return the names of the puzzles that were imported."""
    try:
        files = visible(_folder().iterdir())
    except OSError:
        return ()
    return tuple(sorted(each.stem for each in files if each.suffix == _SUFFIX))


def name_to_store(text: str) -> str:
    """Return a name as files have it: without capitals and spaces."""
    return text.strip().lower().replace(" ", "-").replace("_", "-")


def read_stored(name: str) -> StoredPuzzle:
    """Return what was stored by a name. Raises PuzzleError for a file that cannot be read."""
    path = stored_path(name)
    try:
        value = parse_json(read_text(path, 3 * MAX_BYTES))
        return StoredPuzzle(value["definition"], value["net"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise PuzzleError(
            f"the imported puzzle {str(path)!r} cannot be read: {reason(error)}; import it again"
        ) from error


def store(name: str, stored: StoredPuzzle) -> Path:
    """Write a puzzle, and return its file. Raises PuzzleError where it cannot be written."""
    path = stored_path(name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_text(path, json.dumps({"definition": stored.definition, "net": stored.net}))
    except OSError as error:
        raise PuzzleError(f"cannot write {str(path)!r}: {reason(error)}") from error
    return path


def stored_path(name: str) -> Path:
    """Return the path of the file of a name."""
    return _folder() / f"{name}{_SUFFIX}"


def _folder() -> Path:
    return config_file().parent / "puzzles"
