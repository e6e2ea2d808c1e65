"""What turns cost on a rig: the least seconds of each, from every way it may stand before.

The search for the fastest motion (`solver.fastest`) works from these prices; it knows no rig.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from robot.command import Pose
from robot.graph import Region, Ways, region_of
from robot.rig import Rig, Turned
from solver.fastest.prices import MOVES, NEVER, PER_SECOND, RENAMED, SEEN, Prices
from solver.orientation import ORIENTATIONS
from solver.turn import ALL_TURNS, Turn

Ints = npt.NDArray[np.int64]


def prices_of(rig: Rig, starts: Sequence[Pose]) -> tuple[Prices, bool]:
    """Find the prices of turns on a rig that stands in whichever of `starts` is best.

    All of `starts` are in the region of the rig's home pose. The last stance is that of the start,
    before any turn. Tells too whether the rig can turn opposite faces at the same time.
    """
    region = region_of(rig, rig.home)
    turnings = list(_turnings(rig, region))
    ends = sorted({turning.after for turning in turnings})
    begins = sorted({turning.before for turning in turnings})
    ways = _distances(region, ends, begins)
    first = _distances(region, [region.index[rig.like(p)] for p in starts], begins).min(axis=0)
    reach = np.concatenate([ways, first[None]])
    table = np.full((len(MOVES), len(ends), len(ORIENTATIONS), len(ends) + 1), NEVER)
    for turning in turnings:
        begin, end = begins.index(turning.before), ends.index(turning.after)
        for held, orientation in enumerate(ORIENTATIONS):
            turns = frozenset(Turn(orientation.face_at(p), q) for p, q in turning.effect)
            cell = table[_MOVE[turns], end, held]
            np.minimum(cell, reach[:, begin, held] + turning.price, out=cell)
    _add_pairs(table)
    resting = [i for i, pose in enumerate(region.poses) if rig.rests(pose)]
    ending = _distances(region, ends, resting).min(axis=(1, 2))
    both_at_once = any(len(turning.effect) > 1 for turning in turnings)
    return _packed(table, np.append(ending, 0)), both_at_once


_MOVE = {frozenset(move): number for number, move in enumerate(MOVES)}


@dataclass(frozen=True, slots=True)
class _Turning:
    """A step that turns faces by position, from a pose of a region to another, by their indices."""

    before: int
    after: int
    effect: frozenset[tuple[str, int]]
    price: int


def _turnings(rig: Rig, region: Region) -> Iterable[_Turning]:
    for before, pose in enumerate(region.poses):
        for step in rig.steps(pose):
            turned = [effect for effect in step.effects if isinstance(effect, Turned)]
            if turned:
                after = region.index[rig.like(step.after)]
                effect = frozenset((each.position, each.quarter_turns) for each in turned)
                yield _Turning(before, after, effect, round(step.seconds * PER_SECOND))


def _distances(region: Region, starts: Sequence[int], ends: Sequence[int]) -> Ints:
    """Give the least prices from poses to poses by each rotation of the cube."""
    rotations = len(ORIENTATIONS)
    here = Ways(region, np.zeros(len(starts), dtype=np.intp), np.array(starts))
    there = Ways(
        region, np.tile(np.arange(rotations), len(ends)), np.repeat(np.array(ends), rotations)
    )
    seconds = region.seconds_between(here, there).reshape(len(starts), len(ends), rotations)
    prices = np.full(seconds.shape, NEVER)
    reached = np.isfinite(seconds)
    prices[reached] = np.rint(seconds[reached] * PER_SECOND).astype(np.int64)
    return prices


def _add_pairs(table: Ints) -> None:
    """Add the turns of two opposite faces that are made one after the other, in either order."""
    for number, move in enumerate(MOVES):
        if len(move) == 2:
            for first, then in (move, move[::-1]):
                _add_pair(table, number, ALL_TURNS.index(first), ALL_TURNS.index(then))


def _add_pair(table: Ints, pair: int, first: int, then: int) -> None:
    for stance, held in np.argwhere(table[first].min(axis=-1) < NEVER):
        further = table[SEEN[held, then], :, :, stance]
        for after, rotation in np.argwhere(further < NEVER):
            cell = table[pair, after, RENAMED[held, rotation]]
            np.minimum(cell, table[first, stance, held] + further[after, rotation], out=cell)


def _packed(table: Ints, ending: Ints) -> Prices:
    reached = [np.argwhere(outcomes.min(axis=-1) < NEVER) for outcomes in table]
    most = max(len(outcomes) for outcomes in reached)
    shape = len(MOVES), most
    stance, held = np.zeros(shape, dtype=np.int32), np.zeros(shape, dtype=np.uint8)
    cost = np.full((len(ending), *shape), NEVER, dtype=np.int32)
    for move, outcomes in enumerate(reached):
        count = len(outcomes)
        stance[move, :count], held[move, :count] = outcomes.T
        cost[:, move, :count] = table[move, outcomes[:, 0], outcomes[:, 1]].T
    return Prices(
        np.array([len(outcomes) for outcomes in reached]),
        stance,
        held,
        cost,
        ending.astype(np.int32),
    )
