"""Turns that meet are merged, also across the steps of a method."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from solver.nxn.layers import LayerTurn

if TYPE_CHECKING:
    from solver.nxn.tsukuda import LayerStage


def merged(stages: Iterable[LayerStage]) -> tuple[LayerStage, ...]:
    """Merge turns of one layer that only turns about the same axis part.

    A merged turn stays in the stage of its first part. So a stage may end with a turn that already
    belongs to the next, or lack its last one: what it promises is true of the two together.
    """
    stages = list(stages)
    kept: list[tuple[LayerTurn, int]] = []
    for number, stage in enumerate(stages):
        for turn in stage.turns:
            _append(kept, turn, number)
    turns: list[list[LayerTurn]] = [[] for _ in stages]
    for turn, number in kept:
        turns[number].append(turn)
    return tuple(
        type(stage)(stage.name, tuple(own)) for stage, own in zip(stages, turns, strict=True)
    )


def _append(kept: list[tuple[LayerTurn, int]], turn: LayerTurn, number: int) -> None:
    for i in reversed(range(len(kept))):
        earlier, owner = kept[i]
        if earlier.axis != turn.axis or earlier.is_whole or turn.is_whole:
            break
        if earlier.layer == turn.layer:
            quarters = (earlier.quarters + turn.quarters) % 4
            again = LayerTurn(turn.axis, turn.layer, quarters) if quarters else None
            kept[i : i + 1] = [(again, owner)] if again else []
            return
    kept.append((turn, number))
