"""Follows cubes that tell the cube after their last turns: Giiker and QiYi.

QiYi tells the ticks of its clock too, by which turns that come late are known.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rokumen.smart_cubes.protocols.messages import CubeState, TurnsMade
from rokumen.smart_cubes.tracking.missing import fill_in
from rokumen.smart_cubes.tracking.tracker import Tracked, Tracker, end_alike, with_ages
from solver.core.turn import Turn
from solver.cube import Cube

_TICKS = 1 << 32  # clocks begin again after so many


class CubeTracker(Tracker):
    """Follows turns by the cube after them."""

    def __init__(self) -> None:
        super().__init__()
        self._tick: int | None = None

    def _begin(self, state: CubeState) -> Iterator[Tracked]:
        self._tick = state.tick
        yield from super()._begin(state)

    def _turned(self, made: TurnsMade) -> Iterator[Tracked]:
        assert made.cube is not None
        tick = made.ticks[-1] if made.ticks else None
        state = CubeState(made.cube, tick=tick)
        if self.cube is None:
            yield from self._begin(state)
            self._recall(made.turns, made.cube)
        elif not self._is_late(made):
            yield from self._made_to(self.cube, made, state)

    def _made_to(self, cube: Cube, made: TurnsMade, state: CubeState) -> Iterator[Tracked]:
        """Yield what turns mean that are not late, and lead to a cube from the known one."""
        new = self._new(cube, made, state.cube)
        if new is None:
            # Turns are missing, or the packet is damaged: the cube alone may show the last one.
            found = fill_in(cube, [None], state.cube)
            start = cube if found else state.cube
            yield from self._begin_again(replace(state, cube=start), "turns are lost")
            new = [(turn, 0.0) for turn in found or ()]
        elif self._made and len(new) == len(made.turns):
            # None of the turns is known: others before them may have come to nothing.
            self._has_gap = True
        for turn, age in new:
            yield self._make(turn, age)
        if new:
            self._tick = state.tick

    def _new(self, cube: Cube, made: TurnsMade, after: Cube) -> list[tuple[Turn, float]] | None:
        """Return the last of some turns that lead to the cube after them, None if none do."""
        turns = made.turns
        counts = list(range(len(turns) + 1))
        if made.ticks and self._tick is not None:
            newer = sum(_is_newer(tick, self._tick) for tick in made.ticks)
            counts.sort(key=lambda count: count != newer)
        for count in counts:
            first = len(turns) - count
            if first == 0 and self._made and fill_in(cube, [None], after):
                # Nothing shows that these turns are told undamaged, and one is enough.
                return None
            if self._agrees(turns[:first]) and cube.apply(turns[first:]) == after:
                return with_ages(made)[first:]
        return None

    def _recall(self, turns: tuple[Turn, ...], after: Cube) -> None:
        """Remember turns that were made before the cube was known, after which it is this one."""
        for turn in reversed(turns):
            self._made.appendleft((turn, after))
            after = after.turn(turn.inverse())

    def _agrees(self, repeated: tuple[Turn, ...]) -> bool:
        """Return whether turns that were known before are as they were then."""
        return end_alike([turn for turn, _ in self._made], repeated)

    def _is_late(self, made: TurnsMade) -> bool:
        """Return whether turns come once more, or behind those that were made after them."""
        if made.ticks and self._tick is not None:
            is_newer = _is_newer(made.ticks[-1], self._tick)
            return not is_newer and made.cube is not None and self._was(made.cube)
        known = [turn for turn, _ in self._made]
        if self.cube == made.cube and self._agrees(made.turns):
            return True
        behind = [
            at + 1
            for at, (_, cube) in enumerate(self._made)
            if cube == made.cube and at + 1 < len(known)
        ]
        return any(end_alike(known[:end], made.turns) for end in behind)

    def _take_state(self, cube: Cube, state: CubeState) -> Iterator[Tracked]:
        if state.cube == cube:
            return
        found = fill_in(cube, [None], state.cube)
        if found:
            self._tick = state.tick
            yield self._make(found[0], None)
        else:
            yield from self._begin_again(state, "the cube is not as its turns make it")


def _is_newer(tick: int, other: int) -> bool:
    return 0 < (tick - other) % _TICKS < _TICKS // 2
