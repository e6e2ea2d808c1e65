"""State of a 3x3x3 cube: corner and edge permutation and orientation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from solver.core.errors import UnsolvedError
from solver.core.facelets import CENTRES, CORNERS, EDGES, SOLVED
from solver.core.geometry import FACES
from solver.core.legality import facelets_from_numbers, pieces_from_facelets
from solver.core.numbers import (
    FACELET_OF_NUMBER,
    NUMBER_OF_FACELET,
    Pieces,
    match_pieces,
    pieces_at,
)
from solver.core.permutation import Permutation
from solver.core.turn import TURN_PERMUTATIONS, Turn, generator_of, turned_facelets
from solver.notation.cube_text import parse_facelets_or_turns, parse_turns


@dataclass(frozen=True, slots=True, repr=False)
class Cube:
    """A state of the 3x3x3 with its centres at rest; two cubes that look alike are equal.

    Made by `solved`, `random` or `parse`. In Kociemba's conventions `corners[i]` is the cubie in
    corner place i (URF UFL ULB UBR DFR DLF DBL DRB) and `corner_twists[i]` how often it is twisted
    clockwise (0 to 2); `edges` (UR UF UL UB DR DF DL DB FR FL BL BR) and `edge_flips` (0, 1)
    likewise. The constructor accepts any values; `parse` and `from_facelets` check.
    """

    corners: tuple[int, ...]
    corner_twists: tuple[int, ...]
    edges: tuple[int, ...]
    edge_flips: tuple[int, ...]

    @classmethod
    def solved(cls) -> Cube:
        """Return the solved cube."""
        return _SOLVED

    @classmethod
    def random(cls, seed: int | Random | None = None) -> Cube:
        """Return a random cube, each of the 43 252 003 274 489 856 000 legal ones equally likely.

        `seed`: the same cube for the same number; or the generator to draw from.
        """
        rng = generator_of(seed)
        corners = rng.sample(range(8), 8)
        edges = rng.sample(range(12), 12)
        if Permutation(tuple(corners)).is_even != Permutation(tuple(edges)).is_even:
            edges[0], edges[1] = edges[1], edges[0]
        twists = [rng.randrange(3) for _ in range(7)]
        flips = [rng.randrange(2) for _ in range(11)]
        return cls(
            tuple(corners),
            (*twists, -sum(twists) % 3),
            tuple(edges),
            (*flips, sum(flips) % 2),
        )

    @classmethod
    def parse(cls, text: str) -> Cube:
        """Read a list (54 facelets, 48 colours or numbers), or moves from the solved cube.

        Facelets: face by face, U R F D L B, each row by row, in any six letters. Colours and
        numbers: without the centres, U 1-8, L 9-16, F 17-24, R 25-32, B 33-40, D 41-48, each face
        row by row (mmays, 2014). Separators, brackets and quotation marks do not matter; `list:`
        or `moves:` before a text says which it is, where it could be both. Raises NotationError for
        a text that is neither, or both; FaceletError for what is nearly a list, and
        IllegalCubeError for a cube that cannot exist, with every fault in its `faults`. All three
        are CubeErrors. Anything but a text is a TypeError.
        """
        if not isinstance(text, str):
            raise TypeError(f"{text!r} is no text: write 'R U2', or a list of facelets or numbers")
        found = parse_facelets_or_turns(text)
        return cls.from_facelets(found) if isinstance(found, str) else _SOLVED.apply(found)

    @classmethod
    def from_facelets(cls, text: str) -> Cube:
        """Read 54 facelets in any alphabet.

        Raises FaceletError for a text of the wrong form, and IllegalCubeError with every fault
        where no turns can lead to such a cube.
        """
        return cls._from_pieces(pieces_from_facelets(text))

    @classmethod
    def from_numbers(cls, numbers: Sequence[int]) -> Cube:
        """Read a cube from its 48 numbers (mmays 2014).

        Raises FaceletError where they are not 1 to 48, each once, and IllegalCubeError where the
        stickers of a piece have come apart or no turns lead to the cube.
        """
        return cls.from_facelets(facelets_from_numbers(numbers))

    @classmethod
    def _from_pieces(cls, pieces: Pieces) -> Cube:
        """Return the cube with these corners and edges, each with its twist or flip."""
        (corners, twists), (edges, flips) = (zip(*kind, strict=True) for kind in pieces)
        return cls(corners, twists, edges, flips)

    @property
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

    @property
    def facelets(self) -> str:
        """Return the 54 facelets as face letters, U R F D L B, each face row by row."""
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
        return self.followed_by(_TURN_CUBES[turn])

    def followed_by(self, effect: Cube) -> Cube:
        """Return the cube once the turns are done to it that lead from the solved one to `effect`.

        So `goal.inverse.followed_by(cube)` is solved by the turns that lead from `cube` to `goal`.
        """
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

    def apply(self, moves: str | Iterable[Turn]) -> Cube:
        """Return the cube after moves: turns, or text in WCA notation.

        Raises NotationError, a CubeError, for text that is no sequence of moves.
        """
        cube = self
        for turn in parse_turns(moves) if isinstance(moves, str) else moves:
            cube = cube.turn(turn)
        return cube

    @property
    def inverse(self) -> Cube:
        """Return the cube that undoes what was done to this one."""
        corners, twists, edges, flips = [0] * 8, [0] * 8, [0] * 12, [0] * 12
        for place, (cubie, twist) in enumerate(zip(self.corners, self.corner_twists, strict=True)):
            corners[cubie], twists[cubie] = place, -twist % 3
        for place, (cubie, flip) in enumerate(zip(self.edges, self.edge_flips, strict=True)):
            edges[cubie], flips[cubie] = place, flip
        return Cube(tuple(corners), tuple(twists), tuple(edges), tuple(flips))

    def require_solved_by(self, turns: Iterable[Turn]) -> None:
        """Raise UnsolvedError unless turns solve the cube.

        The stickers are moved one turn after the other (see `turned_facelets`). Whatever is given
        out as a solution passes here.
        """
        if turned_facelets(self.facelets, turns) != SOLVED:
            raise UnsolvedError(
                f"what was found for {self.facelets} does not solve it, and is not given out; "
                "report it, with the command and this message"
            )

    def is_solved(self) -> bool:
        """Return whether every face is of one colour."""
        return self == _SOLVED

    def draw(self, path: str | Path) -> None:
        """Draw all six faces into a .svg or .png file. Raises ValueError for another file."""
        from solver.cube_drawing import draw_cube_into

        draw_cube_into(Path(path), self._paints())

    def _repr_svg_(self) -> str:
        """Return the drawing that a notebook shows in place of the text."""
        from drawing.canvas import svg
        from solver.cube_drawing import cube_alone

        return svg(cube_alone(self._paints())).decode()

    def _paints(self) -> list[str]:
        from drawing.palette import PAINT, WESTERN

        return [PAINT[WESTERN[letter]] for letter in self.facelets]

    def __repr__(self) -> str:
        return f"Cube.parse({self.facelets!r})"


_MOD3 = (0, 1, 2, 0, 1)
_SOLVED = Cube(tuple(range(8)), (0,) * 8, tuple(range(12)), (0,) * 12)
_TURN_CUBES = {
    turn: Cube._from_pieces(pieces_at(match_pieces("".join(permutation.act(SOLVED)))))
    for turn, permutation in TURN_PERMUTATIONS.items()
}
