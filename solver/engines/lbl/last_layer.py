"""The last layer: by OLL and PLL, or in one algorithm.

Polyhedra paper, section 14.2.3: the 216 patterns of OLL form 58 classes up to rotation of the whole
cube. OLL turns the top colour of every piece up; PLL then permutes the pieces. One-look last layer
(1LLL) has a complete table of 3 916 cases: states, of 62 208, that differ only by how the cube is
held or by a turn of the whole layer are one case. A case has several
algorithms where they leave the top turned differently, so that as often as possible no turn of the
top is left to do. A state here is the slice TOP of a whole one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from solver.core.facelets import FACELET_BY_NAME, STICKER_NAMES
from solver.core.geometry import FACES
from solver.core.permutation import Permutation
from solver.core.turn import Turn, cancel_turns, htm, inverse
from solver.encodings import (
    IDENTITY,
    SOLVED_BYTES,
    SOLVED_STICKERS,
    TOP,
    ByteEffect,
    Stickers,
    effect_on_bytes,
    turn_bytes,
)
from solver.engines.case_tables import FILE, Algorithm, Case, load_cases
from solver.engines.lbl.viewpoints import SLOT_VIEWPOINTS

# The relabelling of each side, as an effect on the bytes of a state.
VIEWPOINT_EFFECTS = tuple(bytes(side.to_view) + IDENTITY[54:] for side in SLOT_VIEWPOINTS)


@dataclass(frozen=True, slots=True)
class LastLayerStep:
    """A step of the last layer: its stage, the case, the side it is seen from, the algorithm.

    `is_usual`: it is the first algorithm of the case, and not one that leaves a shorter PLL.
    """

    stage: str
    case: str
    side: int
    algorithm: Algorithm
    is_usual: bool = True

    @property
    def moves(self) -> tuple[Turn, ...]:
        """Return the turns in the view in which the cross is below."""
        return SLOT_VIEWPOINTS[self.side].to_cube_turns(self.algorithm)


class LastLayerLengths(dict[bytes, int]):
    """The number of turns of a method by the state, without what cancels where parts meet.

    Looking one up raises KeyError where the first two layers are not solved.
    """

    def __init__(self, length: Callable[[bytes], int]) -> None:
        super().__init__()
        self._length = length

    def __missing__(self, top: bytes) -> int:
        self[top] = length = self._length(top)
        return length


class LastLayerMethod:
    """A method for the last layer: `parts` returns the steps, `lengths` keeps how many turns it has
    by states that were asked for.

    `length` counts the turns of `parts`, where that is possible without them. Both raise KeyError
    where the first two layers are not solved.
    """

    def __init__(
        self,
        parts: Callable[[bytes], tuple[LastLayerStep, ...]],
        length: Callable[[bytes], int] | None = None,
    ) -> None:
        self.parts = parts
        self.lengths = LastLayerLengths(length or self._count_turns)

    def _count_turns(self, top: bytes) -> int:
        return sum([len(part.algorithm) for part in self.parts(top)])


def relabel_by_auf(top: bytes, n: int) -> bytes:
    """Return the last-layer state relabelled as if U were turned by `n` quarters (AUF)."""
    corners, edges = top[:4], top[4:]
    return corners[n:] + corners[:n] + edges[n:] + edges[:n]


def seen_from(side: int, top: bytes) -> bytes:
    """Return the state as it is seen when a side is in front."""
    return relabel_by_auf(top.translate(VIEWPOINT_EFFECTS[side]), -side % 4)


# The stickers of the top colour, and the places of its pieces row by row from the back.
TOP_FACELETS = SOLVED_STICKERS[:9]

_PLACES = {
    frozenset(STICKER_NAMES[facelet]): facelet
    for facelet in TOP_FACELETS
    if facelet in STICKER_NAMES
}

_PLACE_OF = {facelet: _PLACES.get(frozenset(name)) for name, facelet in FACELET_BY_NAME.items()}


def oll_pattern(facelets: Iterable[int]) -> str:
    """Return the direction of the top colour at each position, row by row from the back.

    `facelets` are those on which the stickers of the top colour are.
    """
    looks = ["U"] * 9
    for facelet in facelets:
        place = _PLACE_OF.get(facelet)
        if place is not None:
            looks[place] = FACES[facelet // 9]
    return "".join(looks[:3]) + " " + "".join(looks[3:6]) + " " + "".join(looks[6:])


class TwoLookTables(NamedTuple):
    """The names of two tables of cases, what their sequences are shortest in, and their file."""

    oll: str
    pll: str
    length: Callable[[Algorithm], int]
    file: Path = FILE


BY_TURNS = TwoLookTables("oll", "pll", htm)
# With several algorithms of a case of OLL.
BY_CHOICE = TwoLookTables("oll_choice", "pll", htm)


def oll(top: bytes, tables: TwoLookTables = BY_TURNS) -> tuple[LastLayerStep, ByteEffect]:
    """Return the step that turns the top colour up, and its effect on the layer.

    Raises KeyError where the first two layers are not solved.
    """
    return _by_pattern(bytes(sorted(top)), tables)[0]


@cache
def _by_pattern(
    pattern: bytes, tables: TwoLookTables
) -> tuple[tuple[LastLayerStep, ByteEffect], ...]:
    """Return what turns the top colour up, with each algorithm and from each side that fits."""
    table = load_cases(tables.oll, tables.file)
    cases = (
        (side, table.get(oll_pattern(pattern.translate(seen))))
        for side, seen in enumerate(VIEWPOINT_EFFECTS)
    )
    parts = [
        LastLayerStep(f"OLL: {case.name}", case.key, side, algorithm, number == 0)
        for side, case in cases
        if case is not None
        for number, algorithm in enumerate(case.algorithms)
    ]
    if not parts:
        raise KeyError(f"the first two layers are not solved yet: {oll_pattern(pattern)}")
    return tuple((part, effect_on_bytes(part.moves)) for part in parts)


# The turn of the whole layer that may be left to do after the algorithm.
AUF_TURNS: tuple[tuple[Turn, ...], ...] = ((), *((Turn("U", n),) for n in (1, 2, 3)))


def pll(top: bytes, tables: TwoLookTables = BY_TURNS) -> LastLayerStep:
    """Return the steps that permute the last layer.

    Raises KeyError where more than its order is wrong.
    """
    return arrangements(tables)[top]


def cycle_notation(effect: Stickers) -> str:
    """Write a permutation of the top's pieces as cycles of their places."""
    cycles = Permutation(effect[:9]).cycles()
    return "".join("(" + " ".join(STICKER_NAMES[facelet] for facelet in c) + ")" for c in cycles)


@cache
def arrangements(tables: TwoLookTables = BY_TURNS) -> dict[bytes, LastLayerStep]:
    """Return the shortest thing to do for each of the 288 arrangements."""
    found: dict[bytes, LastLayerStep] = {}
    for case in load_cases(tables.pll, tables.file).values():
        for adjustment in AUF_TURNS:
            algorithm = cancel_turns(case.algorithm + adjustment)
            for side, held in enumerate(SLOT_VIEWPOINTS):
                top = turn_bytes(SOLVED_BYTES, inverse(held.to_cube_turns(algorithm)))[TOP]
                known = found.get(top)
                if known is None or tables.length(algorithm) < tables.length(known.algorithm):
                    found[top] = LastLayerStep(f"PLL: {case.name}", case.key, side, algorithm)
    return found


def two_look(top: bytes, tables: TwoLookTables = BY_TURNS) -> tuple[LastLayerStep, LastLayerStep]:
    """Return the steps of OLL and PLL.

    Raises KeyError where the first two layers are not solved.
    """
    first, effect = oll(top, tables)
    return first, pll(top.translate(effect), tables)


TWO_LOOK = LastLayerMethod(two_look)


def chosen_two_look(top: bytes) -> tuple[LastLayerStep, LastLayerStep]:
    """Return the steps of OLL and PLL that have the fewest turns together.

    Raises KeyError where the first two layers are not solved.
    """
    left = arrangements(BY_CHOICE)
    return min(
        (
            (first, left[top.translate(effect)])
            for first, effect in _by_pattern(bytes(sorted(top)), BY_CHOICE)
        ),
        key=lambda parts: len(parts[0].algorithm) + len(parts[1].algorithm),
    )


def _chosen_length(top: bytes) -> int:
    """Return the number of turns of `chosen_two_look`. A search asks for very many states."""
    left = _arrangement_lengths()
    return min(
        [
            turns + left[top.translate(effect)]
            for turns, effect in _lengths_by_pattern(bytes(sorted(top)))
        ]
    )


@cache
def _arrangement_lengths() -> dict[bytes, int]:
    return {top: len(step.algorithm) for top, step in arrangements(BY_CHOICE).items()}


@cache
def _lengths_by_pattern(pattern: bytes) -> list[tuple[int, ByteEffect]]:
    return [(len(step.algorithm), effect) for step, effect in _by_pattern(pattern, BY_CHOICE)]


CHOSEN_TWO_LOOK = LastLayerMethod(chosen_two_look, _chosen_length)


LAST_LAYER_STAGE = "Last layer"
_AUF_BY_STATE = {turn_bytes(SOLVED_BYTES, inverse(turn))[TOP]: turn for turn in AUF_TURNS}


def position_names(top: bytes) -> str:
    """Write where the pieces URF UFL ULB UBR UR UF UL UB are."""
    return " ".join(STICKER_NAMES[facelet] for facelet in top)


def _one_algorithm(top: bytes) -> tuple[LastLayerStep]:
    candidates = (
        LastLayerStep(
            LAST_LAYER_STAGE,
            case.key,
            side,
            algorithm + _AUF_BY_STATE[seen.translate(effect_on_bytes(algorithm))],
        )
        for side, seen, case in _recognised(top)
        for algorithm in case.algorithms
    )
    return (min(candidates, key=lambda part: len(part.algorithm)),)


def _recognised(top: bytes) -> Iterator[tuple[int, bytes, Case]]:
    """Find the case as it is seen from the sides."""
    cases = _one_look_cases()
    for side in range(4):
        seen = seen_from(side, top)
        for n in range(4):
            case = cases.get(relabel_by_auf(seen, n))
            if case is not None:
                yield side, seen, case


@cache
def _one_look_cases() -> dict[bytes, Case]:
    return {
        bytes([FACELET_BY_NAME[name] for name in key.split()]): case
        for key, case in load_cases("one_look").items()
    }


ONE_LOOK = LastLayerMethod(_one_algorithm)
