"""The algebra of permutations of named things: a die's faces, a cube's stickers (Wada 2005)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from papers.permutations.named_permutations import SymbolTable
from papers.permutations.shimauchi import FACES, LETTERS
from papers.permutations.sticker_names import STICKERS, WCA_STICKERS
from solver.core.errors import NotationError
from solver.core.geometry import FRAMES, face_towards, rotate_clockwise
from solver.core.permutation import Permutation
from solver.notation.move import limited

__all__ = ["DIE", "STICKERS", "WCA_STICKERS", "SymbolTable", "evaluate"]

# In Wada's order, which decides how cycles are printed.
SIDES = tuple("TSEBNW")


def _die_turn(letter: str) -> Permutation:
    """Return the whole die turned clockwise as seen by a viewer of the side `letter`."""

    def target(side: str) -> str:
        normal = FRAMES[FACES[side.lower()]].normal
        return LETTERS[face_towards(rotate_clockwise(normal, FACES[letter]))].upper()

    return Permutation(tuple(SIDES.index(target(side)) for side in SIDES))


DIE = SymbolTable(
    SIDES,
    {letter: _die_turn(letter) for letter in "tsebnw"},
    "tip the die with t s e b n w, as in e n2 t', or write cycles of its sides, as in (T N E)",
)

MAX_NESTING = 50

_PRIMES = str.maketrans({"’": "'", "′": "'", "‘": "'", "`": "'", "´": "'", "²": "2", "³": "3"})

_POWER = r"\^-?[0-9]{1,100}|[0-9]{1,100}|'"


def evaluate(text: str, language: SymbolTable) -> Permutation:
    """Evaluate an expression. Raises NotationError, which quotes the wrong part."""
    return _Parser(text, language).parse()


class _Parser:
    """Recursive descent over the tokens of one text."""

    def __init__(self, text: str, language: SymbolTable) -> None:
        self._text = text
        self._language = language
        self._tokens = list(limited(self._tokenize(text), text))
        self._next = 0
        self._depth = 0

    def _tokenize(self, text: str) -> Iterator[str]:
        """Yield the text as names, powers and marks; the longest name that matches."""
        names = sorted((*self._language.points, *self._language.generators), key=len, reverse=True)
        token = re.compile(rf"[\s*·]*({'|'.join(names)}|{_POWER}|[()\[\],:])")
        plain = text.translate(_PRIMES)
        at, end = 0, len(plain.rstrip())
        while at < end:
            match = token.match(plain, at)
            if match is None:
                rest = text[at : at + 12].strip()
                raise NotationError(f"{text[:200]!r}: {rest!r} is none; {self._language.hint}")
            yield match[1]
            at = match.end()

    def parse(self) -> Permutation:
        product = self._product(with_commas=True)
        if self._peek() is not None:
            raise self._error("does not belong here")
        return product

    def _product(self, *, with_commas: bool = False) -> Permutation:
        product = Permutation.identity(len(self._language.points))
        while True:
            token = self._peek()
            if token in self._language.generators:
                self._next += 1
                factor = self._language.generators[str(token)]
            elif token in ("(", "["):
                factor = self._bracket(str(token))
            elif token in self._language.points:
                raise self._error("is a point, not a permutation; write it in a cycle ( )")
            else:
                return product
            product = product * self._with_powers(factor)
            if with_commas and self._peek() == ",":
                self._next += 1

    def _with_powers(self, factor: Permutation) -> Permutation:
        while (power := self._peek()) is not None and re.fullmatch(_POWER, power):
            self._next += 1
            factor = factor ** (-1 if power == "'" else int(power.lstrip("^")))
        return factor

    def _bracket(self, opening: str) -> Permutation:
        self._depth += 1
        if self._depth > MAX_NESTING:
            raise self._error(f"nests brackets more than {MAX_NESTING} deep")
        self._next += 1
        inside = self._parenthesis() if opening == "(" else self._square_bracket()
        self._depth -= 1
        return inside

    def _parenthesis(self) -> Permutation:
        """Read what follows a (: a cycle or a product."""
        if self._peek() in self._language.points:
            return self._language.permutation([self._names(")")])
        product = self._product(with_commas=True)
        self._expect(")")
        return product

    def _square_bracket(self) -> Permutation:
        """Read what follows a [: cycles as Wada prints them, a commutator or a conjugate."""
        if self._peek() == "]" or (self._peek() == "[" and self._is_point(self._next + 1)):
            return self._cycles()
        first = self._product()
        mark = self._peek()
        if mark not in (",", ":"):
            raise self._error("is in the place of the ',' or ':' of [A, B] or [A: B]")
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
        while self._is_point(self._next):
            names.append(self._tokens[self._next])
            self._next += 1
            if self._peek() == ",":
                self._next += 1
        self._expect(closing)
        return names

    def _is_point(self, at: int) -> bool:
        return at < len(self._tokens) and self._tokens[at] in self._language.points

    def _peek(self) -> str | None:
        return self._tokens[self._next] if self._next < len(self._tokens) else None

    def _expect(self, bracket: str) -> None:
        if self._peek() != bracket:
            raise self._error(f"stands where {bracket!r} should close the bracket")
        self._next += 1

    def _error(self, problem: str) -> NotationError:
        rest = " ".join(self._tokens[self._next : self._next + 6])
        return NotationError(f"{self._text[:200]!r}: {repr(rest) if rest else 'the end'} {problem}")
