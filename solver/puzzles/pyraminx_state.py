"""The Pyraminx by coordinates (polyhedra paper, 7.1): its stickers, turns, states and distances.

A piece has a coordinate for each vertex, the paper's (i, j, k, l) for U L R B: 0 at the face
opposite the vertex, one more beyond each cut towards it. They sum to 2 for tips (one vertex has
both) and edges, and to 1 for the centres below the tips. A turn about a vertex permutes the other
three coordinates. Everything here is derived from that. There are full tables of the distances
without tips, and of one to three edges.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.core.permutation import Permutation
from solver.search.distance_table import CoordinateSpace, load_or_build

VERTICES = "ULRB"
# Faces by the vertex opposite, in the order of the text, and each with the vertices that are up,
# left and right as it is seen from outside: in front, left behind, right behind, below.
FACES = "FLRD"
_CORNERS = {"F": "BULR", "L": "RUBL", "R": "LURB", "D": "UBRL"}


class PyraminxSticker(NamedTuple):
    """One of the 36: the coordinates of its piece, and the vertex opposite its face."""

    piece: tuple[int, ...]
    opposite: int


def _face(name: str) -> list[PyraminxSticker]:
    """Return a face's stickers, row by row from the top, as seen from outside."""
    opposite, top, left, right = map(VERTICES.index, _CORNERS[name])
    stickers = []
    for row in range(3):
        for column in range(2 * row + 1):
            piece = [0] * 4
            piece[top] = 2 - row
            piece[right] = column // 2
            piece[left] = (2 - column % 2) - piece[top] - piece[right]
            stickers.append(PyraminxSticker(tuple(piece), opposite))
    return stickers


STICKERS: tuple[PyraminxSticker, ...] = tuple(sticker for face in FACES for sticker in _face(face))
# The name of each sticker's face, and of the face opposite each vertex.
FACE_OPPOSITE = {VERTICES.index(corners[0]): face for face, corners in _CORNERS.items()}
SOLVED = "".join(FACE_OPPOSITE[sticker.opposite] for sticker in STICKERS)


# The other vertices in the order in which a clockwise turn about each takes them.
_AROUND = {"U": "LBR", "L": "URB", "R": "UBL", "B": "ULR"}


def clockwise(vertex: int) -> Permutation:
    """Return where a clockwise turn about a vertex, seen from outside, takes the vertices."""
    return Permutation.from_cycles(4, [[VERTICES.index(v) for v in _AROUND[VERTICES[vertex]]]])


class PyraminxTurn(NamedTuple):
    """A turn by a third about a vertex: of the tip alone (u), or with the layer below it (U)."""

    vertex: int
    tip: bool
    clockwise: bool

    def __str__(self) -> str:
        name = VERTICES[self.vertex]
        return (name.lower() if self.tip else name) + ("" if self.clockwise else "'")

    def inverse(self) -> PyraminxTurn:
        """Return the turn that undoes this one."""
        return self._replace(clockwise=not self.clockwise)

    def permutation(self) -> Permutation:
        """Return the target of each of the 36 stickers."""
        rotation = clockwise(self.vertex)
        if not self.clockwise:
            rotation = rotation.inverse()
        depth = 2 if self.tip else 1
        return Permutation(
            tuple(
                STICKERS.index(
                    PyraminxSticker(
                        tuple(rotation.act(sticker.piece)), rotation.targets[sticker.opposite]
                    )
                )
                if sticker.piece[self.vertex] >= depth
                else i
                for i, sticker in enumerate(STICKERS)
            )
        )


def _turns(tip: bool) -> tuple[PyraminxTurn, ...]:
    return tuple(PyraminxTurn(v, tip, clockwise) for v in range(4) for clockwise in (True, False))


# U U' L L' R R' B B', and the same of the tips.
LAYER_TURNS = _turns(tip=False)
TIP_TURNS = _turns(tip=True)
TURNS = {turn: turn.permutation() for turn in LAYER_TURNS + TIP_TURNS}


def _places(kind: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the stickers of each piece with these coordinates, in any order.

    Pieces are in the order of their vertices; the stickers of a tip or a centre run clockwise, as
    its vertex sees them, those of an edge in the order of the faces' opposite vertices.
    """
    pieces = sorted({s.piece for s in STICKERS if sorted(s.piece) == sorted(kind)}, reverse=True)
    return tuple(_stickers_of(piece) for piece in pieces)


def _stickers_of(piece: tuple[int, ...]) -> tuple[int, ...]:
    vertices = [v for v in range(4) if piece[v]]
    faces = [v for v in range(4) if not piece[v]]
    if len(vertices) == 1:
        round_ = clockwise(vertices[0]).targets
        faces = [faces[0], round_[faces[0]], round_[round_[faces[0]]]]
    return tuple(STICKERS.index(PyraminxSticker(piece, face)) for face in faces)


TIPS = _places((2, 0, 0, 0))
CENTRES = _places((1, 0, 0, 0))
EDGES = _places((1, 1, 0, 0))
EDGE_NAMES = tuple(
    "".join(VERTICES[v] for v in range(4) if STICKERS[place[0]].piece[v]) for place in EDGES
)


@dataclass(frozen=True, slots=True)
class PyraminxState:
    """A Pyraminx whose centres are at their vertices, where they always are.

    `edges[i]` is the edge in place i (UL UR UB LR LB RB), and `flips[i]` whether it is flipped.
    `centres` and `tips` say for each vertex (U L R B) by how many thirds it is turned clockwise.
    """

    edges: tuple[int, ...]
    flips: tuple[int, ...]
    centres: tuple[int, ...]
    tips: tuple[int, ...]

    def __mul__(self, after: PyraminxState) -> PyraminxState:
        """Return this state after the turns that lead from solved to `after`."""
        return PyraminxState(
            tuple(self.edges[edge] for edge in after.edges),
            tuple(
                self.flips[edge] ^ flip for edge, flip in zip(after.edges, after.flips, strict=True)
            ),
            _sum(self.centres, after.centres),
            _sum(self.tips, after.tips),
        )

    def apply(self, turns: Iterable[PyraminxTurn]) -> PyraminxState:
        """Return the state after some turns."""
        state = self
        for turn in turns:
            state = state * STATE_AFTER_TURN[turn]
        return state

    @classmethod
    def of_letters(cls, letters: Sequence[str]) -> PyraminxState:
        """Read 36 face letters. Raises KeyError where a piece does not exist."""
        edges = [_EDGES_SEEN[tuple(letters[s] for s in place)] for place in EDGES]
        return cls(
            tuple(edge for edge, _ in edges),
            tuple(flip for _, flip in edges),
            tuple(orientation_of(letters, place) for place in CENTRES),
            tuple(orientation_of(letters, place) for place in TIPS),
        )


def orientation_of(letters: Sequence[str], place: tuple[int, ...]) -> int:
    """Return the clockwise thirds by which a tip or centre is turned.

    Raises KeyError where other letters are there than its own.
    """
    for thirds in range(3):
        if all(letters[place[i]] == SOLVED[place[i - thirds]] for i in range(3)):
            return thirds
    raise KeyError(tuple(letters[s] for s in place))


def _sum(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    return tuple((a + b) % 3 for a, b in zip(first, second, strict=True))


def _edges_seen() -> dict[tuple[str, ...], tuple[int, int]]:
    """Map the face letters in a place to the edge there, and whether it is flipped."""
    return {
        tuple(SOLVED[home[i ^ flip]] for i in range(2)): (edge, flip)
        for edge, home in enumerate(EDGES)
        for flip in range(2)
    }


_EDGES_SEEN = _edges_seen()
SOLVED_STATE = PyraminxState(tuple(range(6)), (0,) * 6, (0,) * 4, (0,) * 4)
STATE_AFTER_TURN = {
    turn: PyraminxState.of_letters(moved.act(SOLVED)) for turn, moved in TURNS.items()
}


_ORDERS = np.array([p for p in permutations(range(6)) if Permutation(p).is_even])
_ORDER_BASE = 6 ** np.arange(5, -1, -1)
_FLIP_BASE = 2 ** np.arange(4, -1, -1)
_CENTRE_BASE = 3 ** np.arange(3, -1, -1)
_TURNED = [STATE_AFTER_TURN[turn] for turn in LAYER_TURNS]
# A new number for a new form of the file, so that old ones are not read.
_VERSION = 1


def coordinates_of(state: PyraminxState) -> tuple[int, int, int]:
    """Return the numbers of the edges' order, of their flips and of the centres."""
    order = int(np.flatnonzero((np.array(state.edges) == _ORDERS).all(axis=1))[0])
    flip = int(np.array(state.flips[:5]) @ _FLIP_BASE)
    return order, flip, int(np.array(state.centres) @ _CENTRE_BASE)


def state_of(order: int, flip: int, centre: int, tips: tuple[int, ...]) -> PyraminxState:
    """Return the state of these numbers, 0 to 359, to 31 and to 80."""
    flips = flip // _FLIP_BASE % 2
    return PyraminxState(
        tuple(map(int, _ORDERS[order])),
        (*map(int, flips), int(flips.sum() % 2)),
        tuple(map(int, centre // _CENTRE_BASE % 3)),
        tips,
    )


@cache
def full_coordinates() -> CoordinateSpace:
    """Return what the eight layer turns do to all 360 x 32 x 81 states."""
    ranks = np.zeros(6**6, np.int32)
    ranks[_ORDERS @ _ORDER_BASE] = np.arange(len(_ORDERS))
    digits = np.arange(32)[:, None] // _FLIP_BASE % 2
    flips = np.column_stack([digits, digits.sum(axis=1) % 2])
    return CoordinateSpace(
        (
            np.column_stack([ranks[_ORDERS[:, by.edges] @ _ORDER_BASE] for by in _TURNED]),
            _columns([(flips[:, by.edges] ^ by.flips)[:, :5] @ _FLIP_BASE for by in _TURNED]),
            _centre_moves(),
        )
    )


def _centre_moves() -> NDArray[np.int32]:
    centres = np.arange(81)[:, None] // _CENTRE_BASE % 3
    return _columns([(centres + by.centres) % 3 @ _CENTRE_BASE for by in _TURNED])


def _columns(columns: list[Any]) -> NDArray[np.int32]:
    return np.column_stack(columns).astype(np.int32)


@cache
def edge_coordinates(count: int) -> CoordinateSpace:
    """Return what the turns do to `count` edges, each 2 * place + flip, and to the centres."""
    moves = np.empty((12, len(_TURNED)), np.int32)
    for move, by in enumerate(_TURNED):
        for place, (edge, flip) in enumerate(zip(by.edges, by.flips, strict=True)):
            for flipped in range(2):
                moves[2 * edge + flipped, move] = 2 * place + (flipped ^ flip)
    return CoordinateSpace((*[moves] * count, _centre_moves()))


def edge_index(state: PyraminxState, edges: tuple[int, ...]) -> int:
    """Return the number of where these edges and the centres are."""
    there = [2 * state.edges.index(edge) + state.flips[state.edges.index(edge)] for edge in edges]
    centres = int(np.array(state.centres) @ _CENTRE_BASE)
    return edge_coordinates(len(edges)).index((*there, centres))


def base_edges(apex: int) -> tuple[int, ...]:
    """Return the three edges of the face opposite a vertex."""
    return tuple(i for i, name in enumerate(EDGE_NAMES) if VERTICES[apex] not in name)


@cache
def tables() -> Mapping[str, NDArray[np.uint8]]:
    """Read or build the distances: of all states, and of each set of edges of one face."""
    sizes = {"all": full_coordinates().size}
    sizes |= {_name(edges): edge_coordinates(len(edges)).size for edges in _edge_sets()}
    return load_or_build(f"pyraminx-{_VERSION}", sizes, _build)


def distances_of(edges: tuple[int, ...]) -> NDArray[np.uint8]:
    """Return the distances to these edges (in rising order) and the centres being at home."""
    return tables()[_name(edges)]


def _name(edges: tuple[int, ...]) -> str:
    return "edges " + " ".join(EDGE_NAMES[edge] for edge in edges)


def _build() -> Mapping[str, NDArray[Any]]:
    # Only who builds a table waits for numba.
    from solver.search.distance_builder import build_distance_table

    built = {"all": build_distance_table(full_coordinates(), [0])}
    for edges in _edge_sets():
        built[_name(edges)] = build_distance_table(
            edge_coordinates(len(edges)), [edge_index(SOLVED_STATE, edges)]
        )
    return built


def _edge_sets() -> Iterator[tuple[int, ...]]:
    """Yield each set of edges of one face; an edge that two faces share comes twice."""
    for apex in range(4):
        for count in (1, 2, 3):
            yield from combinations(base_edges(apex), count)
