"""A puzzle of one's own: the 1x3x3, in the fewest turns.

In a package with this entry point, every command takes `--puzzle floppy`:

    [project.entry-points."rokumen.puzzles"]
    floppy = "own_puzzle:Floppy"
"""

from collections import deque
from pathlib import Path
from random import Random

from rokumen.extend import (
    Drawing,
    NotationError,
    Polygon,
    Puzzle,
    Solution,
    Stage,
    generator_of,
    save_drawing,
)

# A side turned by half a turn exchanges the two corners beside it and turns its edge over.
SIDES = {"B": (0, 1), "R": (1, 2), "F": (2, 3), "L": (3, 0)}
# Which corner is in each place, and which edges are turned over.
State = tuple[tuple[int, ...], frozenset[str]]
SOLVED: State = ((0, 1, 2, 3), frozenset())


def turned(state: State, side: str) -> State:
    """Return a state after a turn of one side."""
    corners, over = list(state[0]), state[1]
    first, second = SIDES[side]
    corners[first], corners[second] = corners[second], corners[first]
    return tuple(corners), over ^ {side}


class Floppy(Puzzle):
    """The 1x3x3, in the fewest turns."""

    name = "floppy"
    methods = ("shortest",)

    def scramble(self, seed: int | Random | None = None) -> str:
        """Return the moves of a scramble."""
        return " ".join(generator_of(seed).choices(list(SIDES), k=20))

    def parse(self, text: str) -> str:
        """Return moves as they can be read. Raises NotationError."""
        for word in text.split():
            if word not in SIDES:
                raise NotationError(f"{word!r} is not a turn; write one of {' '.join(SIDES)}")
        return text

    def solve(self, state: str, method: str | None = None) -> Solution[str]:
        """Return a shortest solution."""
        chosen = self.choose_method(method)
        start = self._after(state)
        paths: dict[State, tuple[str, ...]] = {start: ()}
        waiting = deque([start])
        while SOLVED not in paths:
            here = waiting.popleft()
            for side in SIDES:
                there = turned(here, side)
                if there not in paths:
                    paths[there] = (*paths[here], side)
                    waiting.append(there)
        moves = paths[SOLVED]
        return Solution(state, chosen, (Stage("All", moves),))

    def is_solved_by(self, state: str, moves: str) -> bool:
        """Return whether moves solve a state."""
        return self._after(f"{state} {moves}") == SOLVED

    def draw(self, state: str, path: str | Path) -> None:
        """Draw a state into a .svg or .png file."""
        corners, over = self._after(state)
        colours = ("#b0121f", "#2fb36c", "#ffe30a", "#123bc2")
        stickers = {(0, 0): colours[corners[0]], (2, 0): colours[corners[1]]}
        stickers |= {(2, 2): colours[corners[2]], (0, 2): colours[corners[3]]}
        stickers |= {
            at: "#888888" if side in over else "#fafafa"
            for at, side in {(1, 0): "B", (2, 1): "R", (1, 2): "F", (0, 1): "L"}.items()
        }
        squares = [
            Polygon(
                tuple((40 * (x + i), 40 * (y + j)) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))),
                fill,
            )
            for (x, y), fill in stickers.items()
        ]
        save_drawing(Drawing(120, 120, squares), Path(path))

    def _after(self, state: str) -> State:
        after = SOLVED
        for side in self.parse(state).split():
            after = turned(after, side)
        return after


if __name__ == "__main__":
    print(Floppy().solve("R F R B").moves)
