"""State of a Pyraminx: edge permutation and orientation, centre and tip orientation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from solver.puzzles.pyraminx.geometry import CENTRES, EDGES, SOLVED, TIPS, TURNS, PyraminxTurn


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
    """Return by how many thirds a tip or centre is turned clockwise.

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
