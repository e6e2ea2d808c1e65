"""Follows cubes that tell the angle of the turned face's centre: GoCube and Rubik's Connected.

Their turns have no numbers. A lost one shows with the next turn of its face, or in the state, which
is asked for every few turns; what was told in between has the wrong cube after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from rokumen.smart_cubes.protocols.messages import AskState, CubeState, Damaged, TurnsMade
from rokumen.smart_cubes.tracking.missing import MAX_MISSING, fill_in
from rokumen.smart_cubes.tracking.tracker import Tracked, Tracker, with_ages
from solver.core.turn import Turn, Turns
from solver.cube import Cube

# Turns after which the state is asked for.
_CONFIRMED_AFTER = 8
_PROVEN = 2  # right angles, after which a wrong one is taken for a lost turn


class AngleTracker(Tracker):
    """Follows turns by the angle of the centre of the turned face after each."""

    def __init__(self) -> None:
        super().__init__()
        self._angles: dict[str, int] = {}
        # How many angles in a row were as they should be: a cube may tell none that say anything.
        self._n_right = 0
        self._unconfirmed = 0  # turns since the state was told
        # The cube when sync was lost by a damaged packet.
        self._before: Cube | None = None
        # What came since then: turns, and None for packets that may have been turns.
        self._kept: list[Turn | None] = []

    def _damaged(self, packet: Damaged) -> Iterator[Tracked]:
        """Lose sync if the packet may have been a turn: no other packet would tell it."""
        if not packet.hides_turn:
            yield AskState()
            return
        if self.cube is not None:
            self._before = self.cube
            yield from self.lose("a packet is damaged, which may have been a turn")
        if self._before is not None:
            self._kept.append(None)

    def _keep(self, made: TurnsMade) -> None:
        if self._before is not None:
            self._kept += made.turns

    def _continues(self, turn: Turn, angle: int) -> bool:
        """Return whether an angle follows from the last one of its face."""
        before = self._angles.get(turn.face)
        return before is None or angle == (before + turn.quarter_turns) % 4

    def _turned(self, made: TurnsMade) -> Iterator[Tracked]:
        told = zip(with_ages(made), made.angles or (), strict=True)
        for (turn, age), angle in told:
            if self._continues(turn, angle):
                self._n_right += turn.face in self._angles
            elif self._n_right >= _PROVEN and angle == self._angles[turn.face]:
                # The packet of that turn once more.
                continue
            elif self._n_right >= _PROVEN:
                yield from self.lose(f"turns of {turn.face} are lost")
                return
            else:
                self._n_right = 0
                yield AskState()
            self._angles[turn.face] = angle
            self._unconfirmed += 1
            yield self._make(turn, age)
        if self._unconfirmed >= _CONFIRMED_AFTER:
            yield AskState()

    def _take_state(self, cube: Cube, state: CubeState) -> Iterator[Tracked]:
        if state.cube != cube:
            found = fill_in(cube, [None], state.cube)
            if not (found and self._shows(found[0], state)):
                yield from self._begin_again(state, "the cube is not as its turns make it")
                return
            yield self._make(found[0], None)
        self._angles.update(state.angles or {})
        self._unconfirmed = 0

    def _shows(self, turn: Turn, state: CubeState) -> bool:
        """Return whether the angle of a turn's face is that after it."""
        return not state.angles or self._continues(turn, state.angles[turn.face])

    def _begin(self, state: CubeState) -> Iterator[Tracked]:
        """Go on from where sync was lost if all turns since are known, else from the state."""
        kept, self._kept = self._kept, []
        before, self._before = self._before, None
        turns = None if before is None else _found(before, kept, state.cube)
        if before is not None and turns is not None:
            # A packet that was no turn may have been one that another took back.
            self._has_gap = self._had_gap or len(turns) < len(kept)
            state = replace(state, cube=before)
        self._angles = dict(state.angles or {})
        self._unconfirmed = 0
        yield from super()._begin(state)
        for turn in turns or ():
            yield self._make(turn, None)


def _found(before: Cube, kept: list[Turn | None], after: Cube) -> Turns | None:
    """Return the turns from one cube to another, each None in place of one turn or of none."""
    holes = [at for at, turn in enumerate(kept) if turn is None]
    if len(holes) > MAX_MISSING:
        return None
    for n_left_out in range(len(holes), -1, -1):
        for left_out in combinations(holes, n_left_out):
            found = fill_in(before, [t for at, t in enumerate(kept) if at not in left_out], after)
            if found is not None:
                return found
    return None
