"""Sequences as runs of turns about one axis, what they count in two metrics, and how to write them.

In `layers` a turn of a single layer by any angle counts one; in `wide` so does a turn of any number
of layers from a face on. Rotations of the whole cube count nothing in either. So a run, which is
how far each layer of an axis is turned, takes as many turns of single layers as are not turned like
most, and a wide turn for each two neighbours that are not turned alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from solver.engines.options import LAYER_METRICS, WIDE
from solver.puzzles.nxn.layers import LayerTurn, rotate_quarter
from solver.puzzles.nxn.notation import write, write_wide
from solver.puzzles.nxn.orbits import conjugated
from solver.solution import Stage

_QUARTERS = 4

Rotation = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class AxisRun:
    """Turns about one axis: by how many quarters (0 to 3) each layer is turned, right-handed."""

    axis: int
    quarters: tuple[int, ...]

    def count(self, metric: str) -> int:
        """Return what it counts in a metric."""
        if metric == WIDE:
            return len(self._steps())
        return len(self.quarters) - max(map(self.quarters.count, range(_QUARTERS)))

    @property
    def turns(self) -> tuple[LayerTurn, ...]:
        """Return it as turns of single layers, none of them left out."""
        return tuple(
            LayerTurn(self.axis, layer, quarters)
            for layer, quarters in enumerate(self.quarters)
            if quarters
        )

    def as_layers(self) -> tuple[tuple[LayerTurn, ...], int]:
        """Return the fewest turns of single layers, and the quarters of a rotation after them."""
        common = max(range(_QUARTERS), key=self.quarters.count)
        left = tuple((each - common) % _QUARTERS for each in self.quarters)
        return AxisRun(self.axis, left).turns, common

    def as_wide(self) -> tuple[tuple[tuple[LayerTurn, ...], ...], int]:
        """Return the fewest wide turns, each as those of its layers, and the rotation after them.

        Each turns the layers on the thinner side of a step, the far side of one in the middle.
        """
        n, turns, rotation = len(self.quarters), [], self.quarters[0]
        for first, quarters in self._steps():
            is_near = 2 * first < n
            layers = range(first) if is_near else range(first, n)
            if is_near:
                rotation += quarters
            turned = _QUARTERS - quarters if is_near else quarters
            turns.append(tuple(LayerTurn(self.axis, layer, turned) for layer in layers))
        return tuple(turns), rotation % _QUARTERS

    def _steps(self) -> list[tuple[int, int]]:
        """Return the layers that are not turned like the one before, and by how much more."""
        more = [
            (layer + 1, (after - before) % _QUARTERS)
            for layer, (before, after) in enumerate(
                zip(self.quarters, self.quarters[1:], strict=False)
            )
        ]
        return [step for step in more if step[1]]


def count_runs(runs: Iterable[AxisRun], metric: str) -> int:
    """Return what runs count in a metric."""
    return sum(run.count(metric) for run in runs)


def runs_of(stages: Iterable[Iterable[LayerTurn]], n: int) -> tuple[tuple[AxisRun, ...], ...]:
    """Return the runs of each stage of turns of a cube of size n.

    Runs of one axis that meet are joined, in the stage of the first. One that rotates the whole
    cube is left out: what follows is turned as it is seen without the rotation.
    """
    rows = _unrotated()
    found: list[tuple[int, AxisRun]] = []
    count = 0
    for number, stage in enumerate(stages):
        count = number + 1
        for seen in stage:
            turn = conjugated(seen, rows, n)
            owner, quarters = number, [0] * n
            if found and found[-1][1].axis == turn.axis:
                owner, before = found.pop()
                quarters = list(before.quarters)
            for layer in range(n) if turn.layer is None else (turn.layer,):
                quarters[layer] = (quarters[layer] + turn.quarters) % _QUARTERS
            if len(set(quarters)) > 1:
                found.append((owner, AxisRun(turn.axis, tuple(quarters))))
            else:
                rows = _rotated_before(rows, turn.axis, quarters[0])
    return tuple(tuple(run for owner, run in found if owner == number) for number in range(count))


@dataclass(frozen=True, slots=True)
class RunSolution:
    """A solution as the runs of each stage, by its name, and the metric that it is short in."""

    stages: Mapping[str, Sequence[AxisRun]]
    metric: str

    @property
    def counts(self) -> dict[str, int]:
        """Return what it counts in each metric."""
        runs = tuple(chain.from_iterable(self.stages.values()))
        return {metric: count_runs(runs, metric) for metric in LAYER_METRICS}

    @property
    def length(self) -> int:
        """Return what it counts in its own metric."""
        return self.counts[self.metric]

    def written(self) -> tuple[Stage[str], ...]:
        """Return its stages in the fewest turns of its metric, without rotations."""
        return tuple(_written(self.stages, self.metric))


def _written(stages: Mapping[str, Sequence[AxisRun]], metric: str) -> Iterator[Stage[str]]:
    rows = _unrotated()
    for name, stage in stages.items():
        words: list[str] = []
        for run in stage:
            n = len(run.quarters)
            parts, rotation = _parts(run, metric)
            for part in parts:
                turned = [conjugated(turn, rows, n) for turn in part]
                words.append(write_wide(turned, n) if len(turned) > 1 else write(turned[0], n))
            for _ in range(rotation):
                rows = rotate_quarter(rows, run.axis)
        yield Stage(name, tuple(words))


def _parts(run: AxisRun, metric: str) -> tuple[Iterator[tuple[LayerTurn, ...]], int]:
    if metric == WIDE:
        wide, rotation = run.as_wide()
        return iter(wide), rotation
    single, rotation = run.as_layers()
    return ((turn,) for turn in single), rotation


def _unrotated() -> Rotation:
    return np.eye(3, dtype=np.int64)


def _rotated_before(rows: Rotation, axis: int, quarters: int) -> Rotation:
    """Return the matrix of a rotation after one about an axis."""
    first = _unrotated()
    for _ in range(quarters):
        first = rotate_quarter(first, axis)
    return first @ rows
