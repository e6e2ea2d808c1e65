"""State of a 3x3x3 cube: corner and edge permutation and orientation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from solver.core.errors import IllegalCubeError
from solver.core.facelets import CENTRES, CORNERS, EDGES, SOLVED, normalise
from solver.core.geometry import FACES, quarter_turn_targets
from solver.core.legality import faults_of
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
        faults = faults_of(text)
        if faults:
            raise IllegalCubeError(faults)
        return cls._from_legal(normalise(text))

    @classmethod
    def _from_legal(cls, facelets: str) -> Cube:
        corners = [CORNER_CUBIES["".join(facelets[f] for f in position)] for position in CORNERS]
        edges = [_EDGE_CUBIES["".join(facelets[f] for f in position)] for position in EDGES]
        return cls(
            corners=tuple(cubie for cubie, _ in corners),
            corner_twists=tuple(twist for _, twist in corners),
            edges=tuple(cubie for cubie, _ in edges),
            edge_flips=tuple(flip for _, flip in edges),
        )

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


def _cubie_by_letters(places: tuple[tuple[int, ...], ...]) -> dict[str, tuple[int, int]]:
    """Return, for the letters in each position, (cubie, how far it is twisted or flipped)."""
    return {
        "".join(SOLVED[place[(i - shift) % len(place)]] for i in range(len(place))): (cubie, shift)
        for cubie, place in enumerate(places)
        for shift in range(len(place))
    }


# What the three facelets of a corner place show -> the corner there, and how it is twisted.
CORNER_CUBIES = _cubie_by_letters(CORNERS)
_EDGE_CUBIES = _cubie_by_letters(EDGES)
_MOD3 = (0, 1, 2, 0, 1)
_SOLVED = Cube(tuple(range(8)), (0,) * 8, tuple(range(12)), (0,) * 12)
_TURN_CUBES = {
    turn: Cube._from_legal("".join(permutation.act(SOLVED)))
    for turn, permutation in TURN_PERMUTATIONS.items()
}
