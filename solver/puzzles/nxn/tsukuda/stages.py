"""Merging of adjacent turns of one layer across the stages of a solution."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from solver.puzzles.nxn.layers import LayerTurn


@dataclass(frozen=True, slots=True)
class LayerStage:
    """A step of the method by its name, with its turns."""

    name: str
    turns: tuple[LayerTurn, ...]


def merge_across_stages(stages: Iterable[LayerStage]) -> tuple[LayerStage, ...]:
    """Merge turns of one layer that only turns about the same axis part.

    A merged turn stays in the stage of its first part, so a stage may end with a turn of the next
    stage or lack its last turn; the goal of a stage then holds only after both.
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
        LayerStage(stage.name, tuple(own)) for stage, own in zip(stages, turns, strict=True)
    )


def _append(kept: list[tuple[LayerTurn, int]], turn: LayerTurn, number: int) -> None:
    for i in reversed(range(len(kept))):
        earlier, owner = kept[i]
        if earlier.axis != turn.axis or earlier.is_rotation or turn.is_rotation:
            break
        if earlier.layer == turn.layer:
            quarters = (earlier.quarters + turn.quarters) % 4
            again = LayerTurn(turn.axis, turn.layer, quarters) if quarters else None
            kept[i : i + 1] = [(again, owner)] if again else []
            return
    kept.append((turn, number))
