"""The state of a 3 x 3 x 3 cube: which cubie is where, and how it is turned."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from solver.errors import IllegalCubeError
from solver.facelets import CENTRES, CORNERS, EDGES, SOLVED, normalise
from solver.geometry import FACES, quarter_turn_targets
from solver.legality import faults_of
from solver.permutation import Permutation
from solver.turn import ALL_TURNS, Turn

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
        """Give the cube whose faces are all of one colour."""
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
        corners = [CORNER_CUBIES["".join(facelets[f] for f in place)] for place in CORNERS]
        edges = [_EDGE_CUBIES["".join(facelets[f] for f in place)] for place in EDGES]
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
        for places, cubies, turned in (
            (CORNERS, self.corners, self.corner_twists),
            (EDGES, self.edges, self.edge_flips),
        ):
            for place, cubie, shift in zip(places, cubies, turned, strict=True):
                for i, facelet in enumerate(places[cubie]):
                    letters[place[(i + shift) % len(place)]] = SOLVED[facelet]
        return "".join(letters)

    def turn(self, turn: Turn) -> Cube:
        """Give the cube after one turn."""
        by = _TURNED[turn]
        corners, twists, edges, flips = (
            self.corners,
            self.corner_twists,
            self.edges,
            self.edge_flips,
        )
        return Cube(
            tuple([corners[i] for i in by.corners]),
            tuple(
                [_MOD3[twists[i] + t] for i, t in zip(by.corners, by.corner_twists, strict=True)]
            ),
            tuple([edges[i] for i in by.edges]),
            tuple([flips[i] ^ f for i, f in zip(by.edges, by.edge_flips, strict=True)]),
        )

    def apply(self, sequence: Iterable[Turn]) -> Cube:
        """Give the cube after a sequence of turns."""
        cube = self
        for turn in sequence:
            cube = cube.turn(turn)
        return cube

    @property
    def is_solved(self) -> bool:
        """Tell whether every face is of one colour."""
        return self == _SOLVED


def _cubies(places: tuple[tuple[int, ...], ...]) -> dict[str, tuple[int, int]]:
    """Map the letters seen in a place to (cubie, how far it is twisted or flipped)."""
    return {
        "".join(SOLVED[place[(i - shift) % len(place)]] for i in range(len(place))): (cubie, shift)
        for cubie, place in enumerate(places)
        for shift in range(len(place))
    }


# What the three facelets of a corner place show -> the corner there, and how it is twisted.
CORNER_CUBIES = _cubies(CORNERS)
_EDGE_CUBIES = _cubies(EDGES)
_MOD3 = (0, 1, 2, 0, 1)
_SOLVED = Cube(tuple(range(8)), (0,) * 8, tuple(range(12)), (0,) * 12)
_TURNED = {
    turn: Cube._from_legal("".join(permutation.act(SOLVED)))
    for turn, permutation in TURN_PERMUTATIONS.items()
}
