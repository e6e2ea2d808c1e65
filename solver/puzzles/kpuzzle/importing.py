"""Imports a puzzle from a file with its KPuzzle definition, and makes puzzles of those imported."""

from __future__ import annotations

import re
from collections.abc import Collection
from hashlib import sha256
from pathlib import Path

from files.access import read_text
from files.documents import parse_json
from files.wording import reason
from solver.core.errors import PuzzleError
from solver.puzzles.kpuzzle.definition import read_definition
from solver.puzzles.kpuzzle.net import Net
from solver.puzzles.kpuzzle.puzzle import DefinedPuzzle
from solver.puzzles.kpuzzle.stored import MAX_BYTES, StoredPuzzle, name_to_store, read_stored, store

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


def import_puzzle(
    definition: Path, net: Path | None, name: str | None, taken: Collection[str]
) -> tuple[DefinedPuzzle, Path]:
    """Store a puzzle, and return it, and the file that keeps it.

    `name`: in place of the file's; `taken`: names that it may not have. Raises
    PuzzleError for a file that is no definition, or no net of it, or that cannot be read or
    written, and for a name that cannot be used.
    """
    try:
        value = parse_json(_text(definition))
    except ValueError as error:
        raise PuzzleError(f"{str(definition)!r} is no JSON: {error}") from error
    given = name if name is not None else definition.stem
    called = name_to_store(given)
    if not _NAME.fullmatch(called):
        raise PuzzleError(
            f"{given!r} is no name for a puzzle: give one of letters, digits and - with --name"
        )
    if called in taken:
        raise PuzzleError(f"{called!r} is another puzzle's name: give another one with --name")
    stored = StoredPuzzle(value, None if net is None else _text(net))
    return _made(called, stored), store(called, stored)


def load_imported(name: str) -> DefinedPuzzle:
    """Return a puzzle that was imported. Raises PuzzleError for a file that is damaged."""
    return _made(name, read_stored(name))


def _made(name: str, stored: StoredPuzzle) -> DefinedPuzzle:
    definition = read_definition(stored.definition, name)
    net = None
    if stored.net is not None:
        definition = definition.with_orbits(Net(stored.net, definition).orbits)
        net = Net(stored.net, definition)
    # Its chain is that of a puzzle that is turned so, whatever it is called.
    moves = sorted((name, move.targets) for name, move in definition.moves.items())
    what_turns = repr((definition.orbits, moves))
    return DefinedPuzzle(
        definition, f"imported-{sha256(what_turns.encode()).hexdigest()[:16]}", net
    )


def _text(path: Path) -> str:
    try:
        return read_text(path, MAX_BYTES)
    except (OSError, ValueError) as error:
        raise PuzzleError(f"cannot read {str(path)!r}: {reason(error)}") from error
