"""Move metrics (HTM, QTM, axial) and move weights.

htm    a turn of a face by any angle is one move
qtm    a quarter turn is one move, a half turn two
axial  turns of opposite faces, done at once, are one move

Any cost per turn can be put in their place; simultaneous turns cost as much as the more expensive
one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from solver.core.errors import MethodError
from solver.core.geometry import FACES
from solver.core.turn import ALL_TURNS, Turn

# Weights are kept as whole numbers of this part of one, so that sums are exact.
_WEIGHT_SCALE = 1000

_SINGLES: tuple[tuple[Turn, ...], ...] = tuple((turn,) for turn in ALL_TURNS)
_PAIRS: tuple[tuple[Turn, ...], ...] = tuple(
    (one, other)
    for one in ALL_TURNS
    for other in ALL_TURNS
    if FACES.index(other.face) == FACES.index(one.face) + 3
)


@dataclass(frozen=True, slots=True)
class Metric:
    """The moves there are, each of one or two turns, and what each costs in whole numbers.

    `scale` is how many of them make a cost of one; `tables` names the pruning tables, whose
    distances count moves. What the solutions of one cube cost differs by multiples of `step`: a
    quarter turn makes an odd permutation of the corners, so their number is always even, or odd.
    """

    name: str
    tables: str
    moves: tuple[tuple[Turn, ...], ...]
    costs: tuple[int, ...]
    scale: int = 1
    step: int = 1

    @property
    def unit(self) -> int:
        """Return what one step of the pruning tables' distances costs at least."""
        return 1 if self.scale == 1 else min(self.costs)

    def cost_of(self, turns: Iterable[Turn]) -> int:
        """Return what a sequence costs.

        Neighbours on opposite faces are done at once if they can.
        """
        costs_by_move = dict(zip(self.moves, self.costs, strict=True))
        total, pending = 0, None
        for turn in turns:
            pair = None if pending is None else _ordered(pending, turn)
            if pending is not None and pair in costs_by_move:
                total += costs_by_move[pair]
                pending = None
                continue
            if pending is not None:
                total += costs_by_move[pending,]
            pending = turn
        if pending is not None:
            total += costs_by_move[pending,]
        return total


def _ordered(one: Turn, other: Turn) -> tuple[Turn, ...]:
    return (one, other) if FACES.index(one.face) < FACES.index(other.face) else (other, one)


def metric(name: str = "htm", weights: Mapping[Turn, float] | None = None) -> Metric:
    """Return a metric by its name: htm, qtm or axial; `weights` replaces what single turns cost.

    Raises MethodError for another name, or a weight that is not a positive number.
    """
    if name not in METRICS:
        raise MethodError(f"unknown metric {name!r}; available: {', '.join(METRICS)}")
    plain = METRICS[name]
    if not weights:
        return plain
    costs_by_move = {
        turn: cost * _WEIGHT_SCALE for (turn, *more), cost in _priced(plain) if not more
    }
    for turn, weight in weights.items():
        if not 1 / _WEIGHT_SCALE <= weight <= _WEIGHT_SCALE:
            raise MethodError(
                f"the weight of {turn} is {weight!r}; use a number from {1 / _WEIGHT_SCALE} to "
                f"{_WEIGHT_SCALE}"
            )
        costs_by_move[turn] = round(weight * _WEIGHT_SCALE)
    costs = tuple(max(costs_by_move[turn] for turn in move) for move in plain.moves)
    tables = "axial" if name == "axial" else "htm"
    return Metric(f"weighted {name}", tables, plain.moves, costs, _WEIGHT_SCALE)


def _priced(metric: Metric) -> Iterable[tuple[tuple[Turn, ...], int]]:
    return zip(metric.moves, metric.costs, strict=True)


METRICS: dict[str, Metric] = {
    "htm": Metric("htm", "htm", _SINGLES, (1,) * 18),
    "qtm": Metric(
        "qtm", "qtm", _SINGLES, tuple(1 + (t.quarter_turns == 2) for (t,) in _SINGLES), step=2
    ),
    "axial": Metric("axial", "axial", _SINGLES + _PAIRS, (1,) * 45),
}
