"""Stages put one after another, without the turns that cancel where they meet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from solver.engine import Stage
from solver.turn import Turn


def join(stages: Iterable[Stage]) -> tuple[Stage, ...]:
    """Merge turns as `solver.turn.cancel` does, also across stages.

    A merged turn stays in the stage of its first part. So a stage may end with a turn that already
    belongs to the next, or lack its last one: what it promises is true of the two together.
    """
    stages = list(stages)
    kept: list[tuple[Turn, int]] = []
    for number, stage in enumerate(stages):
        for turn in stage.moves:
            _append(kept, turn, number)
    return tuple(
        replace(stage, moves=tuple([turn for turn, owner in kept if owner == number]))
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
