"""State of a 3x3x3 cube: corner and edge permutation and orientation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from solver.core.errors import FaceletError, Fault, FaultKind, IllegalCubeError
from solver.core.facelets import CENTRES, CORNERS, EDGES, SOLVED
from solver.core.geometry import FACES, quarter_turn_targets
from solver.core.legality import numbers_from_colours, numbers_from_facelets
from solver.core.numbers import (
    FACELET_OF_NUMBER,
    NUMBER_OF_FACELET,
    colours_from_numbers,
    match_pieces,
    piece_at,
)
from solver.core.permutation import Permutation
from solver.core.turn import ALL_TURNS, Turn

TURN_PERMUTATIONS: dict[Turn, Permutation] = {
    turn: Permutation(quarter_turn_targets(turn.face)) ** turn.quarter_turns for turn in ALL_TURNS
}


@dataclass(frozen=True, slots=True)
class Cube:
    """A cube with its centres at rest, in Kociemba's conventions.

    `corners[i]` is the cubie in corner place i (URF UFL ULB UBR DFR DLF DBL DRB) and
    `corner_twists[i]` how often it is twisted clockwise (0 to 2); `edges` (UR UF UL UB DR DF DL DB
    FR FL BL BR) and `edge_flips` (0, 1) likewise. Any values are held; `from_facelets` checks.
    """

    corners: tuple[int, ...]
    corner_twists: tuple[int, ...]
    edges: tuple[int, ...]
    edge_flips: tuple[int, ...]

    @classmethod
    def solved(cls) -> Cube:
        """Return the cube whose faces are all of one colour."""
        return _SOLVED

    @classmethod
    def from_facelets(cls, text: str) -> Cube:
        """Read 54 facelets in any alphabet.

        Raises FaceletError for a text of the wrong form, and IllegalCubeError with every fault
        where no turns can lead to such a cube.
        """
        return cls._from_matched(numbers_from_facelets(text))

    @classmethod
    def from_numbers(cls, numbers: Sequence[int]) -> Cube:
        """Read a cube from its 48 numbers (mmays 2014).

        Raises FaceletError where they are not 1 to 48, each once, and IllegalCubeError where the
        stickers of a piece have come apart or no turns lead to the cube.
        """
        if sorted(numbers) != list(range(1, 49)):
            missing = sorted(set(range(1, 49)) - set(numbers))
            raise FaceletError(
                f"{len(numbers)} numbers that lack {missing or 'none'}: each of 1 to 48 must stand "
                "exactly once, in the order U L F R B D without the centres"
            )
        matched = numbers_from_colours(colours_from_numbers(numbers))
        apart = [place for place in range(48) if matched[place] != numbers[place]]
        if apart:
            listed = ", ".join(f"{numbers[place]} at {place + 1}" for place in apart)
            message = f"the stickers of one piece stand on several: look again at {listed}"
            where = tuple(FACELET_OF_NUMBER[place] for place in apart)
            raise IllegalCubeError((Fault(FaultKind.NO_SUCH_PIECE, message, where),))
        return cls._from_matched(numbers)

    @classmethod
    def _from_matched(cls, numbers: Sequence[int | None]) -> Cube:
        """Return the cube of the numbers of a legal one."""
        corners, edges = (
            [piece for place in places if (piece := piece_at(place, numbers)) is not None]
            for places in (CORNERS, EDGES)
        )
        return cls(
            corners=tuple([cubie for cubie, _ in corners]),
            corner_twists=tuple([twist for _, twist in corners]),
            edges=tuple([cubie for cubie, _ in edges]),
            edge_flips=tuple([flip for _, flip in edges]),
        )

    def numbers(self) -> tuple[int, ...]:
        """Return the 48 numbers: which sticker of the solved cube is at each place."""
        stickers: dict[int, int] = {}
        for places, cubies, turned in (
            (CORNERS, self.corners, self.corner_twists),
            (EDGES, self.edges, self.edge_flips),
        ):
            for place, cubie, shift in zip(places, cubies, turned, strict=True):
                for i, facelet in enumerate(places[cubie]):
                    stickers[place[(i + shift) % len(place)]] = NUMBER_OF_FACELET[facelet]
        return tuple(stickers[facelet] for facelet in FACELET_OF_NUMBER)

    def facelets(self) -> str:
        """Print the 54 facelets as face letters."""
        letters = [""] * 54
        for centre, face in zip(CENTRES, FACES, strict=True):
            letters[centre] = face
        for positions, cubies, turned in (
            (CORNERS, self.corners, self.corner_twists),
            (EDGES, self.edges, self.edge_flips),
        ):
            for position, cubie, shift in zip(positions, cubies, turned, strict=True):
                for i, facelet in enumerate(positions[cubie]):
                    letters[position[(i + shift) % len(position)]] = SOLVED[facelet]
        return "".join(letters)

    def turn(self, turn: Turn) -> Cube:
        """Return the cube after one turn."""
        effect = _TURN_CUBES[turn]
        corners, twists, edges, flips = (
            self.corners,
            self.corner_twists,
            self.edges,
            self.edge_flips,
        )
        return Cube(
            tuple([corners[i] for i in effect.corners]),
            tuple(
                [
                    _MOD3[twists[i] + t]
                    for i, t in zip(effect.corners, effect.corner_twists, strict=True)
                ]
            ),
            tuple([edges[i] for i in effect.edges]),
            tuple([flips[i] ^ f for i, f in zip(effect.edges, effect.edge_flips, strict=True)]),
        )

    def apply(self, sequence: Iterable[Turn]) -> Cube:
        """Return the cube after a sequence of turns."""
        cube = self
        for turn in sequence:
            cube = cube.turn(turn)
        return cube

    @property
    def is_solved(self) -> bool:
        """Return whether every face is of one colour."""
        return self == _SOLVED


_MOD3 = (0, 1, 2, 0, 1)
_SOLVED = Cube(tuple(range(8)), (0,) * 8, tuple(range(12)), (0,) * 12)
_TURN_CUBES = {
    turn: Cube._from_matched(match_pieces("".join(permutation.act(SOLVED))))
    for turn, permutation in TURN_PERMUTATIONS.items()
}
