"""A turn of one outer face: the only action that an engine and a robot need."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from solver.errors import NotationError
from solver.geometry import FACES, OPPOSITE

_SUFFIXES = {1: "", 2: "2", 3: "'"}
_QUARTERS = {"": 1, "2": 2, "'": 3, "2'": 2, "3": 3}


@dataclass(frozen=True, slots=True)
class Turn:
    """`face` (one of U R F D L B) turned clockwise by `quarter_turns` (1, 2 or 3) quarters."""

    face: str
    quarter_turns: int

    def __post_init__(self) -> None:
        if self.face not in OPPOSITE or self.quarter_turns not in _SUFFIXES:
            raise NotationError(
                f"no turn has face {self.face!r} and {self.quarter_turns!r} quarter turns; "
                "use a face of U R F D L B and 1, 2 or 3"
            )

    @classmethod
    def parse(cls, text: str) -> Turn:
        """Read one outer turn, such as R, U2 or F'.

        Raises NotationError for anything else; `solver.notation` reads whole sequences.
        """
        face, suffix = text[:1], text[1:]
        if face not in OPPOSITE or suffix not in _QUARTERS:
            raise NotationError(f"{text!r} is no turn of an outer face; write R, R2 or R'")
        return cls(face, _QUARTERS[suffix])

    def __str__(self) -> str:
        return self.face + _SUFFIXES[self.quarter_turns]

    def inverse(self) -> Turn:
        """Give the turn that undoes this one."""
        return Turn(self.face, 4 - self.quarter_turns)

    def commutes_with(self, other: Turn) -> bool:
        """Tell whether the order of the two does not matter (the same or opposite faces)."""
        return other.face in (self.face, OPPOSITE[self.face])


ALL_TURNS: tuple[Turn, ...] = tuple(Turn(face, n) for face in FACES for n in (1, 2, 3))
_QUARTERS_TO_TURN = {(turn.face, turn.quarter_turns): turn for turn in ALL_TURNS}


def turns(text: str) -> tuple[Turn, ...]:
    """Read outer turns parted by spaces: a shorthand for tables and tests."""
    return tuple(Turn.parse(word) for word in text.split())


def inverse(sequence: Iterable[Turn]) -> tuple[Turn, ...]:
    """Give the sequence that undoes `sequence`."""
    return tuple(turn.inverse() for turn in reversed(tuple(sequence)))


def cancel(sequence: Iterable[Turn]) -> tuple[Turn, ...]:
    """Merge turns of one face that are neighbours, or parted by the opposite face only."""
    result: list[Turn] = []
    for turn in sequence:
        position = len(result)
        while position and result[position - 1].commutes_with(turn):
            position -= 1
        same = next((i for i in range(position, len(result)) if result[i].face == turn.face), None)
        if same is None:
            result.append(turn)
            continue
        quarters = (result[same].quarter_turns + turn.quarter_turns) % 4
        result[same : same + 1] = [_QUARTERS_TO_TURN[turn.face, quarters]] if quarters else []
    return tuple(result)


def htm(sequence: Iterable[Turn]) -> int:
    """Count the turns, a half turn as one."""
    return sum(1 for _ in sequence)


def qtm(sequence: Iterable[Turn]) -> int:
    """Count the quarter turns, a half turn as two."""
    return sum(2 if turn.quarter_turns == 2 else 1 for turn in sequence)
