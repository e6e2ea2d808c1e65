"""Expressions of permutations: products from left to right, powers, inverses, cycles.

e n'   (T N E)(B S W)   (e n)3   e^-2   [e, n] = e n e' n'   [e: n] = e n e'   [[T,N,E],[B,S,W]]

The last is how the program of seed 004 prints cycles. A comma between factors means nothing.
"""

from __future__ import annotations

import re

from solver.algebra.language import Language
from solver.errors import NotationError
from solver.permutation import Permutation

DEEPEST = 50
_PRIMES = str.maketrans({"’": "'", "′": "'", "‘": "'", "`": "'", "´": "'", "²": "2", "³": "3"})
_POWER = r"\^-?[0-9]{1,100}|[0-9]{1,100}|'"


def evaluate(text: str, language: Language) -> Permutation:
    """Work an expression out. Raises NotationError that quotes the place that is wrong."""
    return _Parser(text, language).whole()


class _Parser:
    """Recursive descent over the tokens of one text."""

    def __init__(self, text: str, language: Language) -> None:
        self._text = text
        self._language = language
        self._tokens = self._cut(text)
        self._next = 0
        self._depth = 0

    def _cut(self, text: str) -> list[str]:
        """Cut the text into names, powers and marks; names that begin alike, longest first."""
        names = sorted((*self._language.things, *self._language.elements), key=len, reverse=True)
        token = re.compile(rf"[\s*·]*({'|'.join(names)}|{_POWER}|[()\[\],:])")
        plain = text.translate(_PRIMES)
        found, at, end = [], 0, len(plain.rstrip())
        while at < end:
            match = token.match(plain, at)
            if match is None:
                rest = text[at : at + 12].strip()
                raise NotationError(f"{text[:200]!r}: {rest!r} is none; {self._language.advice}")
            found.append(match[1])
            at = match.end()
        return found

    def whole(self) -> Permutation:
        product = self._product(with_commas=True)
        if self._peek() is not None:
            raise self._error("does not belong here")
        return product

    def _product(self, *, with_commas: bool = False) -> Permutation:
        product = Permutation.identity(len(self._language.things))
        while True:
            token = self._peek()
            if token in self._language.elements:
                self._next += 1
                factor = self._language.elements[str(token)]
            elif token in ("(", "["):
                factor = self._bracket(str(token))
            elif token in self._language.things:
                raise self._error("is the name of a thing, not of a turn; write it in a cycle ( )")
            else:
                return product
            product = product * self._raised(factor)
            if with_commas and self._peek() == ",":
                self._next += 1

    def _raised(self, factor: Permutation) -> Permutation:
        while (power := self._peek()) is not None and re.fullmatch(_POWER, power):
            self._next += 1
            factor = factor ** (-1 if power == "'" else int(power.lstrip("^")))
        return factor

    def _bracket(self, opening: str) -> Permutation:
        self._depth += 1
        if self._depth > DEEPEST:
            raise self._error(f"nests brackets more than {DEEPEST} deep")
        self._next += 1
        inside = self._round() if opening == "(" else self._square()
        self._depth -= 1
        return inside

    def _round(self) -> Permutation:
        """Read what follows a (: a cycle or a product."""
        if self._peek() in self._language.things:
            return self._language.permutation([self._names(")")])
        product = self._product(with_commas=True)
        self._expect(")")
        return product

    def _square(self) -> Permutation:
        """Read what follows a [: cycles as the seed prints them, a commutator or a conjugate."""
        if self._peek() == "]" or (self._peek() == "[" and self._is_thing(self._next + 1)):
            return self._cycles()
        first = self._product()
        mark = self._peek()
        if mark not in (",", ":"):
            raise self._error("stands where [A, B] or [A: B] needs its ',' or ':'")
        self._next += 1
        second = self._product()
        self._expect("]")
        conjugate = first * second * first.inverse()
        return conjugate if mark == ":" else conjugate * second.inverse()

    def _cycles(self) -> Permutation:
        cycles = []
        while self._peek() == "[":
            self._next += 1
            cycles.append(self._names("]"))
            if self._peek() == ",":
                self._next += 1
        self._expect("]")
        return self._language.permutation(cycles)

    def _names(self, closing: str) -> list[str]:
        names = []
        while self._is_thing(self._next):
            names.append(self._tokens[self._next])
            self._next += 1
            if self._peek() == ",":
                self._next += 1
        self._expect(closing)
        return names

    def _is_thing(self, at: int) -> bool:
        return at < len(self._tokens) and self._tokens[at] in self._language.things

    def _peek(self) -> str | None:
        return self._tokens[self._next] if self._next < len(self._tokens) else None

    def _expect(self, bracket: str) -> None:
        if self._peek() != bracket:
            raise self._error(f"stands where {bracket!r} should close the bracket")
        self._next += 1

    def _error(self, problem: str) -> NotationError:
        rest = " ".join(self._tokens[self._next : self._next + 6])
        return NotationError(f"{self._text[:200]!r}: {repr(rest) if rest else 'the end'} {problem}")
