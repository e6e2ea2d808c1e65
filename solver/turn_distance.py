"""How the turns that were watched differ from those that were made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from solver.core.geometry import FACES, OPPOSITE
from solver.core.orientation import Orientation

# The turns of the whole cube, each with the face that it turns like; and how often, by the suffix.
AXES = {"x": "R", "y": "U", "z": "F"}
QUARTERS = {"": 1, "2": 2, "'": 3}


@dataclass(frozen=True, slots=True)
class TimedTurn:
    """A turn of a layer or of the whole cube, in WCA notation, and its end in seconds."""

    turn: str
    end: float

    @property
    def is_whole(self) -> bool:
        """Whether the whole cube is turned."""
        return self.turn[0] in AXES


@dataclass(frozen=True, slots=True)
class Distance:
    """Two sequences beside each other, with as few changes as there can be.

    `pairs`: each turn that was made, and what was watched in its place; None where one is missing.
    """

    pairs: tuple[tuple[TimedTurn | None, TimedTurn | None], ...]

    @property
    def differences(self) -> tuple[tuple[TimedTurn | None, TimedTurn | None], ...]:
        """The pairs that are not the same turn."""
        return tuple(pair for pair in self.pairs if not _is_match(*pair))

    @property
    def changes(self) -> int:
        """How many turns were inserted, are missing or were replaced."""
        return len(self.differences)

    @property
    def delays(self) -> tuple[float, ...]:
        """The seconds by which each match was watched later than it was made."""
        return tuple(
            watched.end - made.end
            for made, watched in self.pairs
            if made is not None and watched is not None and made.turn == watched.turn
        )

    @property
    def offset(self) -> float:
        """The median of the delays, 0 without any."""
        return median(self.delays) if self.delays else 0.0


def quarter_turns(turns: Sequence[TimedTurn]) -> list[TimedTurn]:
    """Return turns with each half turn as two quarter turns."""
    return [
        TimedTurn(each.turn[0] if each.turn.endswith("2") else each.turn, each.end)
        for each in turns
        for _ in range(1 + each.turn.endswith("2"))
    ]


def by_colour(turns: Sequence[TimedTurn]) -> list[TimedTurn]:
    """Return the quarter turns of layers, named by where their centres were at the start.

    Neighbouring turns of opposite layers are sorted; two quarter turns to the left are two to the
    right, as only their sum is seen.
    """
    held = Orientation.identity()
    named = []
    for each in quarter_turns(turns):
        if each.is_whole:
            held = held.rotated(AXES[each.turn[0]], QUARTERS[each.turn[1:]])
        else:
            named.append(TimedTurn(held.face_at(each.turn[0]) + each.turn[1:], each.end))
    result: list[TimedTurn] = []
    while named:
        axis = (named[0].turn[0], OPPOSITE[named[0].turn[0]])
        count = next((k for k, each in enumerate(named) if each.turn[0] not in axis), len(named))
        result += _sorted_layers(named[:count])
        named = named[count:]
    return result


def _sorted_layers(turns: Sequence[TimedTurn]) -> list[TimedTurn]:
    """Return turns of one axis, those of one layer together, two to the left as to the right."""
    ordered = sorted(turns, key=lambda each: FACES.index(each.turn[0]))
    k = 0
    while k + 1 < len(ordered):
        pair = ordered[k], ordered[k + 1]
        if pair[0].turn == pair[1].turn and pair[0].turn.endswith("'"):
            ordered[k : k + 2] = [TimedTurn(each.turn[0], each.end) for each in pair]
            k += 1
        k += 1
    return ordered


def distance(made: Sequence[TimedTurn], watched: Sequence[TimedTurn]) -> Distance:
    """Return the Levenshtein distance of two sequences."""
    rows = [list(range(len(watched) + 1))]
    for i, each in enumerate(made):
        row = [i + 1]
        for j, other in enumerate(watched):
            replaced = rows[-1][j] + (each.turn != other.turn)
            row.append(min(rows[-1][j + 1] + 1, row[j] + 1, replaced))
        rows.append(row)
    pairs: list[tuple[TimedTurn | None, TimedTurn | None]] = []
    i, j = len(made), len(watched)
    while i or j:
        if i and j and rows[i][j] == rows[i - 1][j - 1] + (made[i - 1].turn != watched[j - 1].turn):
            i, j = i - 1, j - 1
            pairs.append((made[i], watched[j]))
        elif i and rows[i][j] == rows[i - 1][j] + 1:
            i -= 1
            pairs.append((made[i], None))
        else:
            j -= 1
            pairs.append((None, watched[j]))
    return Distance(tuple(reversed(pairs)))


def _is_match(made: TimedTurn | None, watched: TimedTurn | None) -> bool:
    return made is not None and watched is not None and made.turn == watched.turn
