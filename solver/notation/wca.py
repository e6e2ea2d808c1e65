"""Parser and printer of WCA/SiGN notation.

R U2 F'   Rw or r   2R   M E S   x y z   (R U R' U')3   [A, B]   [A: B]'   . for a pause
// or # and a comment
"""

from __future__ import annotations

import re

from files.wording import quoted_part
from solver.core.errors import NotationError
from solver.core.geometry import FACES
from solver.notation.algorithm import Algorithm, Commutator, Conjugate, Group, Unit
from solver.notation.move import MAX_MOVES, Move, move_of_layers, numbered_layers

MAX_NESTING = 50
# What may stand before a move: the one layer that turns, or how many do, or the first and the last.
LAYERS = r"(?:(?:(?P<first>[0-9]{1,9})-)?(?P<depth>[0-9]{1,9}))?"
_TOKEN = re.compile(
    rf"\s*(?:{LAYERS}(?P<move>[URFDLB]w?|[urfdlbMESxyz])(?P<amount>[0-9]*'?)"
    r"|(?P<close>[)\]])(?P<times>[0-9]*'?)|(?P<mark>[(\[,:]))"
)
# To the end of its line, as sites for reconstructions write it.
_COMMENT = re.compile(r"(?://|#)[^\n]*")
_PLAIN = str.maketrans(dict.fromkeys("’′‘`´", "'") | {".": " "})
# A byte order mark, as Windows writes it, and what pages put between letters.
_INVISIBLE = str.maketrans(dict.fromkeys("\ufeff\u200b\u2060", " "))
_SUFFIXES = {1: "", 2: "2", 3: "'"}


def parse(text: str, size: int = 3) -> Algorithm:
    """Read an algorithm. Raises NotationError that quotes the place where it stops being one.

    `size`: 3, or 2 of a cube whose second layer is the one on the other side.
    """
    return _Parser(text, size).algorithm()


def without_comments(text: str) -> str:
    """Return a text with spaces in place of its comments and of invisible characters."""
    return _COMMENT.sub(lambda found: " " * len(found[0]), text.translate(_INVISIBLE))


def plain_moves(text: str) -> str:
    """Return moves without comments and pauses (a dot), and with ' for every kind of prime.

    The text has the same length: spaces stand for what is left out.
    """
    return without_comments(text).translate(_PLAIN)


def print_algorithm(algorithm: Algorithm) -> str:
    """Write an algorithm; `parse` reads the same one back."""
    return " ".join(_print(unit) for unit in algorithm.units)


def print_move(move: Move) -> str:
    """Write one move, such as Rw2."""
    return move.family + _SUFFIXES[move.quarter_turns]


def _print(unit: Unit) -> str:
    match unit:
        case Move():
            return print_move(unit)
        case Group(body, times):
            prime = "'" if times < 0 else ""
            count = "" if times in (1, -1) else str(abs(times))
            return f"({print_algorithm(body)}){count}{prime}"
        case Commutator(first, second):
            return f"[{print_algorithm(first)}, {print_algorithm(second)}]"
        case Conjugate(setup, body):
            return f"[{print_algorithm(setup)}: {print_algorithm(body)}]"


class _Parser:
    """Recursive descent over the tokens of one text."""

    def __init__(self, text: str, size: int) -> None:
        self._text = text
        self._size = size
        self._plain = plain_moves(text)
        self._end = len(self._plain.rstrip())
        self._position = 0
        # The moves so far, those of brackets written out.
        self._written = 0
        self._depth = 0

    def algorithm(self) -> Algorithm:
        units = self._units()
        if self._peek() is not None:
            raise self._error("has no opening bracket")
        return Algorithm(units)

    def _units(self) -> tuple[Unit, ...]:
        units: list[Unit] = []
        while (token := self._peek()) is not None:
            if token["move"]:
                self._position = token.end()
                move = self._move(token)
                units += [move] if move is not None else []
            elif token["mark"] == "(":
                units.append(self._group(token))
            elif token["mark"] == "[":
                units.append(self._commutator_or_conjugate(token))
            else:
                break
        return tuple(units)

    def _peek(self) -> re.Match[str] | None:
        if self._position >= self._end:
            return None
        token = _TOKEN.match(self._plain, self._position)
        if token is None:
            raise self._error("is not a move; write R, U2, F', Rw, M, x, (...)3, [A, B] or [A: B]")
        return token

    def _move(self, token: re.Match[str]) -> Move | None:
        self._check_expanded_length(self._written, 1)
        family = token["move"]
        quarters = self._signed(token["amount"]) % 4
        face = family[0].upper()
        if token["depth"] is not None:
            return self._numbered(token, quarters)
        if face in FACES and family.islower():
            family = f"{face}w"
        return Move(family, quarters) if quarters else None

    def _numbered(self, token: re.Match[str], quarters: int) -> Move | None:
        """Return a move with numbers of layers before it, such as 2R."""
        letter, written = token["move"], token[0].strip()
        if letter in "MESxyz":
            raise NotationError(f"{written!r}: {letter} takes no number before it")
        layers = numbered_layers(token, letter, self._size)
        is_whole = len(layers) == self._size
        of_three = [2 if at == self._size - 1 else at for at in layers]
        face, turned = letter[0].upper(), range(3) if is_whole else of_three
        return move_of_layers(face, turned, quarters) if quarters else None

    def _group(self, opening: re.Match[str]) -> Group:
        before = self._open(opening)
        body = Algorithm(self._units())
        closing = self._expect(")")
        times = self._signed(closing["times"])
        self._check_expanded_length(before, (self._written - before) * abs(times))
        return Group(body, times)

    def _commutator_or_conjugate(self, opening: re.Match[str]) -> Unit:
        before = self._open(opening)
        first = Algorithm(self._units())
        a = self._written - before
        separator = self._peek()
        if separator is None or separator["mark"] not in (",", ":"):
            raise self._error("is in the place of the ',' or ':' of [A, B] or [A: B]")
        self._position = separator.end()
        second = Algorithm(self._units())
        closing = self._expect("]")
        b = self._written - before - a
        is_commutator = separator["mark"] == ","
        unit = (Commutator if is_commutator else Conjugate)(first, second)
        times = self._signed(closing["times"])
        length = 2 * (a + b) if is_commutator else 2 * a + b
        self._check_expanded_length(before, length * abs(times))
        return Group(Algorithm((unit,)), times) if closing["times"] else unit

    def _open(self, bracket: re.Match[str]) -> int:
        """Enter a bracket and return the number of moves before it."""
        self._depth += 1
        if self._depth > MAX_NESTING:
            raise self._error(f"nests brackets more than {MAX_NESTING} deep")
        self._position = bracket.end()
        return self._written

    def _expect(self, bracket: str) -> re.Match[str]:
        token = self._peek()
        if token is None or (token["close"] or token["mark"]) != bracket:
            raise self._error(f"stands where {bracket!r} should close the bracket")
        self._position = token.end()
        self._depth -= 1
        return token

    def _check_expanded_length(self, before: int, written: int) -> None:
        """Raise NotationError if the text expands to too many moves."""
        self._written = before + written
        if self._written > MAX_MOVES:
            raise NotationError(
                f"{self._text[:60]!r} writes out to over {MAX_MOVES} moves; write fewer"
            )

    def _signed(self, amount: str) -> int:
        count = amount.rstrip("'")
        if len(count) > 6:
            raise self._error(f"follows the number {count[:12]}..., which is too large")
        return (int(count) if count else 1) * (-1 if amount.endswith("'") else 1)

    def _error(self, problem: str) -> NotationError:
        rest = self._text[self._position :].strip()
        if not rest:
            return NotationError(f"{self._text[:200]!r}: the end {problem}")
        return NotationError(f"{quoted_part(rest[:20], self._text)} {problem}")
