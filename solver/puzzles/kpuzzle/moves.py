"""Sequences of named moves: R2', (R U)3, [A, B] and [A: B], of any puzzle's names."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from files.wording import quoted_part
from solver.core.errors import NotationError
from solver.notation.move import MAX_TURNS
from solver.notation.wca import MAX_NESTING, plain_moves

_NAME = r"(?:[0-9]{1,3}-)?[0-9]{0,3}[A-Za-z_]{1,40}"
_TOKEN = re.compile(
    rf"\s*(?:(?P<name>{_NAME})|(?P<open>[(\[])|(?P<mark>[,:])|(?P<close>[)\]]))"
    r"(?P<amount>[0-9]{0,3}'?)"
)


class NamedMove(NamedTuple):
    """A move by its name, and how often it is made; backwards where that is negative."""

    name: str
    amount: int


def is_name(text: str) -> bool:
    """Return whether a text can be the name of a move."""
    return re.fullmatch(_NAME, text) is not None


def parse_moves(text: str, names: Collection[str]) -> list[NamedMove]:
    """Return the moves of a text in order, those of brackets written out.

    Raises NotationError, which quotes what is no move of these names.
    """
    parser = _Parser(text, names)
    moves = parser.sequence(0)
    if parser.rest:
        raise parser.error("has no opening bracket")
    return moves


class _Parser:
    def __init__(self, text: str, names: Collection[str]) -> None:
        self._text, self._names = text, names
        self._plain = plain_moves(text).rstrip()
        self._at = 0

    @property
    def rest(self) -> str:
        """Return what is not read yet."""
        return self._plain[self._at :]

    def sequence(self, depth: int) -> list[NamedMove]:
        """Return the moves up to a closing bracket, a mark, or the end."""
        if depth > MAX_NESTING:
            raise self.error(f"is more than {MAX_NESTING} brackets deep")
        moves: list[NamedMove] = []
        while self.rest.strip() and (token := self._peek()) and not token["close"]:
            if token["mark"]:
                break
            self._at = token.end()
            if token["open"]:
                moves += self._bracket(token["open"], depth)
            elif token["name"] in self._names:
                moves.append(NamedMove(token["name"], _amount(token["amount"])))
            else:
                self._at = token.start()
                raise self.error(f"is no move: there are {' '.join(sorted(self._names))}")
            if len(moves) > MAX_TURNS:
                raise self.error(f"makes more than {MAX_TURNS} moves, which are not read")
        return moves

    def _bracket(self, opening: str, depth: int) -> list[NamedMove]:
        first = self.sequence(depth + 1)
        token = self._next(", or :" if opening == "[" else ")")
        if opening == "(":
            if token["close"] != ")":
                raise self.error("follows where ) is missing")
            return _times(first, _amount(token["amount"]))
        if not token["mark"]:
            raise self.error("follows where , or : is missing")
        second = self.sequence(depth + 1)
        end = self._next("]")
        if end["close"] != "]":
            raise self.error("follows where ] is missing")
        whole = [*first, *second, *_times(first, -1)]
        whole += _times(second, -1) if token["mark"] == "," else []
        return _times(whole, _amount(end["amount"]))

    def _next(self, wanted: str) -> re.Match[str]:
        if not self.rest.strip():
            raise NotationError(f"{self._text[:200]!r} ends where {wanted} is missing")
        token = self._peek()
        self._at = token.end()
        return token

    def _peek(self) -> re.Match[str]:
        token = _TOKEN.match(self._plain, self._at)
        if token is None:
            raise self.error("is no move")
        return token

    def error(self, problem: str) -> NotationError:
        """Return an error about the place that is read."""
        part = self._plain[self._at : self._at + 12].strip()
        return NotationError(f"{quoted_part(part, self._text)} {problem}")


def _amount(text: str) -> int:
    number = int(text.rstrip("'") or 1)
    return -number if text.endswith("'") else number


def _times(moves: list[NamedMove], amount: int) -> list[NamedMove]:
    if abs(amount) * len(moves) > MAX_TURNS:
        raise NotationError(f"brackets make more than {MAX_TURNS} moves, which are not read")
    if amount < 0:
        moves = [NamedMove(move.name, -move.amount) for move in reversed(moves)]
    return moves * abs(amount)
