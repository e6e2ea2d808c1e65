"""Parses a cube given as a list (54 facelets, 48 colours, 48 numbers) or as moves."""

from __future__ import annotations

import re

from solver.core.errors import FaceletError, NotationError
from solver.core.legality import facelets_from_numbers
from solver.core.turn import Turn
from solver.notation import parse, resolve, shintani
from solver.notation.player_link import cube_in_link, is_link
from solver.notation.wca import without_comments
from solver.notation.written_list import (
    facelets_of_letters,
    has_equal_counts,
    is_written_by_faces,
    looks_like_list,
    quoted,
    read_letters,
    read_numbers,
    split_entries,
)

# What may stand before a text that could be read in two ways.
_MARK = re.compile(r"\s*(?P<mark>list|moves)\s*:", re.IGNORECASE)
_SHINTANI = re.compile(r"(\s*[UDEWSN][123])+\s*")
# A list of mmays begins with a brace too, but not with a key.
_JSON = re.compile(r'\s*\{\s*"[^"]*"\s*:')


def parse_facelets_or_turns(text: str) -> str | tuple[Turn, ...]:
    """Return the 54 facelets of a list, or the turns of moves.

    The facelets are in the letters of the list, of a cube that may be illegal. `list:` or `moves:`
    before the text says which it is, where it could be both. Raises NotationError for a text that
    is neither, or could be both; FaceletError for what is nearly a list, and
    IllegalCubeError for numbers of no legal cube.
    """
    if len(text) == 54 and text.isalpha():
        # As most files of cubes have them. Turns are not written like that.
        return facelets_of_letters(text, text)
    mark, body = _split_mark(text)
    words = split_entries(body)
    if not words:
        raise NotationError(
            "no cube was given; write 54 facelets, 48 colours or numbers, or a scramble in quotes"
        )
    if _JSON.match(body):
        raise NotationError(
            f"{quoted(body.strip())} begins a JSON document; write the value of its key "
            "facelets alone, which `rokumen read` prints without --json"
        )
    if mark == "moves":
        return parse_turns(body)
    if not mark and shintani.is_listing(body):
        return shintani.parse_listing(body)
    numbers = read_numbers(words)
    if numbers is not None:
        return facelets_from_numbers(numbers)
    letters = read_letters(words)
    if mark == "list":
        if letters is None:
            raise FaceletError(
                f"{body.strip()!r} after list: is none; write 54 or 48 colours, or 48 numbers"
            )
        return facelets_of_letters(letters, body)
    if letters is None:
        return parse_turns(body)
    turns = None if is_written_by_faces(words) else _turns_or_none(body)
    if looks_like_list(letters, are_turns=turns is not None):
        return facelets_of_letters(letters, body)
    if turns is not None and has_equal_counts(letters):
        raise NotationError(
            f"{body.strip()!r} could be a list of {len(letters)} facelets, or {len(letters)} "
            "turns: write list: or moves: before it"
        )
    return parse_turns(body) if turns is None else turns


def parse_turns(text: str) -> tuple[Turn, ...]:
    """Read moves as turns of outer faces: in WCA notation, or in that of Shintani 2018 (E1 U3 W2).

    Raises NotationError.
    """
    _, moves = _split_mark(text)
    if is_shintani(moves):
        return shintani.parse(moves)
    return resolve(parse(moves).moves()).turns


def is_shintani(text: str) -> bool:
    """Return whether moves are in the notation of Shintani (2018), not in WCA notation.

    E2 S2 could be either, and are taken as the slices of the WCA: at least one of the moves must be
    one that the WCA does not have.
    """
    _, moves = _split_mark(text)
    return bool(_SHINTANI.fullmatch(moves) and re.search("[WN13]", moves))


def _split_mark(text: str) -> tuple[str, str]:
    """Return `list`, `moves` or nothing, and the text after it, without comments.

    Of a link to the player, this is the cube on which it begins.
    """
    text = without_comments(cube_in_link(text) if is_link(text) else text)
    found = _MARK.match(text)
    return ("", text) if found is None else (found["mark"].lower(), text[found.end() :])


def _turns_or_none(text: str) -> tuple[Turn, ...] | None:
    try:
        return parse_turns(text)
    except NotationError:
        return None
