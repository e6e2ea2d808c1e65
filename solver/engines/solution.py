"""Merging of adjacent turns of one face across the stages of a solution."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from solver.core.turn import Turn, htm, qtm
from solver.cube import Cube


def merge_across_stages(stages: Iterable[Stage]) -> tuple[Stage, ...]:
    """Merge turns as `solver.core.turn.cancel_turns` does, also across stages.

    A merged turn stays in the stage of its first part, so a stage may end with a turn of the next
    stage or lack its last turn; the goal of a stage then holds only after both.
    """
    stages = list(stages)
    merged: list[tuple[Turn, int]] = []
    for number, stage in enumerate(stages):
        for turn in stage.moves:
            _append(merged, turn, number)
    return tuple(
        replace(stage, moves=tuple([turn for turn, owner in merged if owner == number]))
        for number, stage in enumerate(stages)
    )


def _append(kept: list[tuple[Turn, int]], turn: Turn, number: int) -> None:
    for i in reversed(range(len(kept))):
        earlier, owner = kept[i]
        if earlier.face == turn.face:
            quarters = (earlier.quarter_turns + turn.quarter_turns) % 4
            kept[i : i + 1] = [(Turn(turn.face, quarters), owner)] if quarters else []
            return
        if not earlier.commutes_with(turn):
            break
    kept.append((turn, number))


@dataclass(frozen=True, slots=True)
class Stage:
    """A step of a method by its name, with its turns (none where the step was done already).

    `note` says how to hold the cube and why this is done, where the method has that to say.
    """

    name: str
    moves: tuple[Turn, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Solution:
    """The turns that solve `cube`, stage by stage."""

    cube: Cube
    method: str
    stages: tuple[Stage, ...]

    @property
    def moves(self) -> tuple[Turn, ...]:
        """Return all turns in order."""
        return tuple(turn for stage in self.stages for turn in stage.moves)

    @property
    def htm(self) -> int:
        """Return the number of turns, a half turn as one."""
        return htm(self.moves)

    @property
    def qtm(self) -> int:
        """Return the number of quarter turns, a half turn as two."""
        return qtm(self.moves)
