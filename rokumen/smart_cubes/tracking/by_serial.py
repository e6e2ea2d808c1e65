"""Follows cubes whose turns are numbered: GAN's and MoYu's.

A packet that is ahead of what it can tell leaves a gap. Cubes that keep their last turns are asked
for those of the gap; until they come, later turns wait. Where a state comes first, one or two
missing turns are found from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rokumen.smart_cubes.protocols.messages import AskHistory, AskState, CubeState, TurnsMade
from rokumen.smart_cubes.tracking.missing import fill_in
from rokumen.smart_cubes.tracking.tracker import Tracked, Tracker, end_alike, with_ages
from solver.core.turn import Turn
from solver.cube import Cube

# Turns that wait for one before them: with more of them it is lost.
_MAX_WAITING = 16
# A turn with its number and, if it is known, its age.
_Numbered = tuple[int, Turn, float | None]


class SerialTracker(Tracker):
    """Follows turns by their numbers, which begin again after `serials` turns."""

    def __init__(self, serials: int, *, keeps_history: bool) -> None:
        super().__init__()
        self._serials = serials
        self._keeps_history = keeps_history
        self._serial = 0
        # Turns by their numbers that came before one that was made earlier, or while sync was lost.
        self._waiting: dict[int, tuple[Turn, float | None]] = {}
        # The cube after the last turn that was known when sync was lost.
        self._before: Cube | None = None

    @property
    def is_waiting(self) -> bool:
        """Return whether turns have come before one that was made earlier."""
        return self.cube is not None and bool(self._waiting)

    def lose(self, reason: str) -> Iterator[Tracked]:
        """Lose sync, and yield that."""
        self._before = self.cube
        yield from super().lose(reason)

    def _ahead(self, serial: int) -> int:
        """Return how many turns a serial is ahead of the last turn; negative if it is behind."""
        ahead = (serial - self._serial) % self._serials
        return ahead - self._serials if ahead > self._serials // 2 else ahead

    def _keep(self, made: TurnsMade) -> None:
        if self._before is not None:
            for behind, (turn, age) in enumerate(reversed(with_ages(made))):
                number = ((made.serial or 0) - behind) % self._serials
                self._waiting.setdefault(number, (turn, age if behind else None))

    def _begin(self, state: CubeState) -> Iterator[Tracked]:
        """Go on from where sync was lost if all turns since are known, else from the state."""
        before, self._before = self._before, None
        serial = state.serial or 0
        if before is not None:
            found = self._found(before, state, self._ahead(serial))
            if found is not None:
                self._has_gap = self._had_gap
                yield from super()._begin(CubeState(before))
                yield from self._make_all(found)
                return
        self._serial = serial
        yield from super()._begin(state)
        yield from self._release()

    def _turned(self, made: TurnsMade) -> Iterator[Tracked]:
        serial = made.serial or 0
        ahead = self._ahead(serial)
        if not self._agrees(made.turns, ahead):
            yield from self.lose(f"turn {serial} comes after other turns than before")
        elif ahead <= 0:
            if -ahead >= max(len(self._made), 1):
                # Older than all that is known: is the number of the last turn right?
                yield AskState()
        elif ahead <= len(made.turns):
            for turn, age in with_ages(made)[-ahead:]:
                yield self._make(turn, age)
            self._serial = serial
            yield from self._release()
        elif self._keeps_history:
            self._waiting.setdefault(serial, (made.turns[-1], 0.0))
            yield from self._ask_or_lose()
        else:
            yield from self.lose(f"{ahead - len(made.turns)} turns before turn {serial} are lost")

    def _agrees(self, turns: Sequence[Turn], ahead: int) -> bool:
        """Return whether those of some turns that were known before are as they were then."""
        repeated = turns[: len(turns) - ahead] if ahead > 0 else turns
        known = [turn for turn, _ in self._made]
        return end_alike(known[:ahead] if ahead < 0 else known, repeated)

    def _release(self) -> Iterator[Tracked]:
        """Yield the turns that wait no longer."""
        self._waiting = {
            each: turn for each, turn in self._waiting.items() if self._ahead(each) > 0
        }
        while found := self._waiting.pop((self._serial + 1) % self._serials, None):
            self._serial = (self._serial + 1) % self._serials
            yield self._make(*found)

    def _ask_or_lose(self) -> Iterator[Tracked]:
        """Ask for the newest turns before the first one that waits."""
        first = min(map(self._ahead, self._waiting))
        if len(self._waiting) > _MAX_WAITING:
            yield from self.lose(f"{first - 1} turns are lost")
        else:
            yield AskHistory((self._serial + first - 1) % self._serials, first - 1)

    def _remembered(self, turns: tuple[Turn, ...], serial: int) -> Iterator[Tracked]:
        if self.cube is None or not self._waiting:
            return
        newest = max(map(self._ahead, self._waiting))
        for behind, turn in enumerate(reversed(turns)):
            number = (serial - behind) % self._serials
            if 0 < self._ahead(number) < newest:
                self._waiting.setdefault(number, (turn, None))
        yield from self._release()
        if self._waiting:
            yield from self._ask_or_lose()
        else:
            # Nothing else shows that the turns were told undamaged.
            yield AskState()

    def _take_state(self, cube: Cube, state: CubeState) -> Iterator[Tracked]:
        ahead = self._ahead(state.serial or 0)
        if ahead > 0:
            yield from self._take_state_ahead(cube, state, ahead)
        elif ahead == 0 and state.cube != cube:
            yield from self._begin_again(state, "the cube is not as its turns make it")
        elif ahead < 0 and not self._was_behind(state.cube, -ahead):
            yield from self._begin_again(state, "the cube tells an older state than its turns")

    def _was_behind(self, cube: Cube, count: int) -> bool:
        """Return whether the cube was this one so many turns ago."""
        return count < len(self._made) and self._made[-1 - count][1] == cube

    def _take_state_ahead(self, cube: Cube, state: CubeState, ahead: int) -> Iterator[Tracked]:
        """Yield what a state means that is so many turns ahead of those that have come."""
        found = self._found(cube, state, ahead)
        if found is None:
            yield from self._begin_again(state, f"some of the last {ahead} turns are lost")
        else:
            yield from self._make_all(found)

    def _found(self, cube: Cube, state: CubeState, ahead: int) -> list[_Numbered] | None:
        """Return the turns from a cube to a state that is ahead of it, None if they are not clear.

        They are those that wait, and those that can be found from the cubes.
        """
        if ahead < 0:
            return None
        numbers = [(self._serial + each) % self._serials for each in range(1, ahead + 1)]
        waiting = [self._waiting.get(number, (None, None)) for number in numbers]
        found = fill_in(cube, [turn for turn, _ in waiting], state.cube)
        if found is None:
            return None
        ages = [age for _, age in waiting]
        return list(zip(numbers, found, ages, strict=True))

    def _make_all(self, found: Iterable[_Numbered]) -> Iterator[Tracked]:
        for number, turn, age in found:
            self._serial = number
            yield self._make(turn, age)
        yield from self._release()
