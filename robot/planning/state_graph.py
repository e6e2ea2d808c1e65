"""Shortest paths between robot states that need no face turn.

Distances do not depend on which face is where, so they are stored for a cube in the standard
orientation; from any other one they are the same, rotated. They are computed once for a rig and a
pose, for all orientations at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from robot.rigs.command import Pose
from robot.rigs.rig import FaceTurn, Rig, Step, canonical_pose
from solver.core.orientation import ORIENTATIONS, Orientation
from solver.core.turn import Turn

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.intp]

# The effect of a step on the cube: positions that turn, each with its quarter turns.
TurnSet = frozenset[tuple[str, int]]

_NUMBER = {orientation: number for number, orientation in enumerate(ORIENTATIONS)}
# Number of starts in one batch of distances: more cost more memory than they save time.
_BATCH = 16


def orientation_index(orientation: Orientation) -> int:
    """Return the index of an orientation in ORIENTATIONS; 0 is the standard one."""
    return _NUMBER[orientation]


def _compose_table() -> Indices:
    """Return a table: [i, j] is rotation j followed by i; a rotation is where it takes 0."""
    standard = ORIENTATIONS[0].faces
    sources = [[standard.index(face) for face in orientation.faces] for orientation in ORIENTATIONS]
    number = {tuple(source): i for i, source in enumerate(sources)}
    return np.array(
        [[number[tuple(first[k] for k in then)] for first in sources] for then in sources]
    )


_COMPOSE = _compose_table()
_INVERSE: Indices = np.argmin(_COMPOSE, axis=1)
# ROTATION_BETWEEN[i, j] is the rotation that takes orientation i to j.
ROTATION_BETWEEN: Indices = np.ascontiguousarray(_COMPOSE[:, _INVERSE].T)


@dataclass(frozen=True, slots=True)
class States:
    """Robot states, by the indices of orientation and of pose in `component`."""

    component: Component
    orientations: Indices
    poses: Indices


@dataclass(frozen=True, slots=True)
class TurnEdges:
    """All edges that make given turns at the same time.

    Edge j goes from `starts[start_index[j]]` by `steps[j]`. `ends` lists, for each component, the
    states reached and the index of the step that reaches each.
    """

    starts: States
    start_index: Indices
    steps: tuple[Step, ...]
    seconds: Floats
    ends: tuple[tuple[States, Indices], ...]


@dataclass(frozen=True, slots=True)
class Turning:
    """A step that turns faces, from one pose of a component to another."""

    before: int
    after: int
    effect: TurnSet
    step: Step


@dataclass(frozen=True, slots=True)
class _Edge:
    """A step from one pose of a component to another, which rotates the cube."""

    before: int
    after: int
    rotation: int
    step: Step


class Component:
    """The poses that a rig reaches from one of them without turning a face.

    Each is canonical: it represents all equivalent poses (`robot.rigs.rig`).
    """

    def __init__(self, rig: Rig, pose: Pose) -> None:
        self._rig = rig
        self.poses: list[Pose] = [pose]
        self.index: dict[Pose, int] = {pose: 0}
        links: list[_Edge] = []
        self._turns: dict[TurnSet, list[tuple[int, Step]]] = defaultdict(list)
        for before, here in enumerate(self.poses):
            for step in rig.steps(here):
                made = [e for e in step.effects if isinstance(e, FaceTurn)]
                if made:
                    effect = frozenset((e.position, e.quarter_turns) for e in made)
                    self._turns[effect].append((before, step))
                else:
                    links.append(_Edge(before, self._add_pose(step.after), _rotation(step), step))
        self._incoming: list[list[_Edge]] = [[] for _ in self.poses]
        for link in links:
            self._incoming[link.after].append(link)
        ordered = [link for into in self._incoming for link in into]
        self._from_poses = np.array([link.before for link in ordered], dtype=np.intp)
        self._to_poses = np.array([link.after for link in ordered], dtype=np.intp)
        rotations = np.array([link.rotation for link in ordered], dtype=np.intp)
        self._source_rotations = _COMPOSE[_INVERSE[rotations]]
        self._seconds = np.array([link.step.seconds for link in ordered])
        self._rotations = _closure(set(rotations.tolist()))
        self._turnings: dict[tuple[frozenset[Turn], frozenset[int]], TurnEdges] = {}
        self._rows: dict[int, int] = {}
        self._table: Floats = np.empty((0, len(self.poses), len(ORIENTATIONS)))

    @property
    def turnings(self) -> list[Turning]:
        """All steps that turn faces; each leads to a pose of this component."""
        return [
            Turning(before, self.index[canonical_pose(self._rig, step.after)], effect, step)
            for effect, steps in self._turns.items()
            for before, step in steps
        ]

    def _add_pose(self, pose: Pose) -> int:
        pose = canonical_pose(self._rig, pose)
        if pose not in self.index:
            self.index[pose] = len(self.poses)
            self.poses.append(pose)
        return self.index[pose]

    def seconds_between(self, starts: States, ends: States) -> Floats:
        """Return the least seconds from each start to each end, infinite where there is no path."""
        rows = self._rows_of(starts.poses)
        rotations = ROTATION_BETWEEN[starts.orientations[:, None], ends.orientations]
        seconds: Floats = self._table[rows[:, None], ends.poses, rotations]
        return seconds

    def nearest_end(self, pose: int, ends: Sequence[int]) -> tuple[float, int, int]:
        """Return the least seconds from a pose to any of `ends`, that path's rotation and end."""
        seconds = self._seconds_from(pose)[list(ends)]
        end, rotation = divmod(int(np.argmin(seconds)), len(ORIENTATIONS))
        return float(seconds[end, rotation]), rotation, ends[end]

    def shortest_path(self, start: int, rotation: int, end: int) -> tuple[Step, ...]:
        """Return the fastest steps from a pose to another that rotate the cube by `rotation`."""
        seconds = self._seconds_from(start)
        steps: list[Step] = []
        here = end

        def seconds_by(link: _Edge) -> float:
            return float(seconds[link.before, _rotation_before(rotation, link)]) + link.step.seconds

        while (rotation, here) != (0, start):
            link = min(self._incoming[here], key=seconds_by)
            steps.append(link.step)
            rotation, here = _rotation_before(rotation, link), link.before
        return tuple(reversed(steps))

    def turn_edges(self, turns: frozenset[Turn], starts: Indices) -> TurnEdges:
        """Return all edges that make these turns, of one face or of two opposite ones, at once.

        The cube is held in one of the orientations `starts`, before the rig has rotated it.
        """
        key = turns, frozenset(_COMPOSE[self._rotations[:, None], starts].ravel().tolist())
        if key not in self._turnings:
            self._turnings[key] = self._find_turning(*key)
        return self._turnings[key]

    def _seconds_from(self, pose: int) -> Floats:
        """Return the least seconds from a pose, poses x rotations."""
        (row,) = self._rows_of(np.array([pose]))
        seconds: Floats = self._table[row]
        return seconds

    def _rows_of(self, poses: Indices) -> Indices:
        missing = sorted({int(pose) for pose in poses} - self._rows.keys())
        for i in range(0, len(missing), _BATCH):
            batch = missing[i : i + _BATCH]
            self._rows.update({pose: len(self._rows) + n for n, pose in enumerate(batch)})
            self._table = np.concatenate([self._table, self._distances(batch)])
        return np.array([self._rows[int(pose)] for pose in poses], dtype=np.intp)

    def _distances(self, starts: Sequence[int]) -> Floats:
        """Relax all edges until nothing improves (Bellman 1958): starts x poses x rotations."""
        best = np.full((len(self.poses), len(ORIENTATIONS), len(starts)), np.inf)
        best[list(starts), 0, range(len(starts))] = 0.0
        changed = np.zeros(len(self.poses), dtype=bool)
        changed[list(starts)] = True
        while (used := np.flatnonzero(changed[self._from_poses])).size:
            reached = best[self._from_poses[used][:, None], self._source_rotations[used]]
            reached += self._seconds[used][:, None, None]
            afters, firsts = np.unique(self._to_poses[used], return_index=True)
            shortest = np.minimum.reduceat(reached, firsts, axis=0)
            changed[:] = False
            changed[afters] = (shortest < best[afters]).any(axis=(1, 2))
            best[afters] = np.minimum(best[afters], shortest)
        return best.transpose(2, 0, 1)

    def _find_turning(
        self, turns: frozenset[Turn], starting_orientations: frozenset[int]
    ) -> TurnEdges:
        starts: dict[tuple[int, int], int] = {}
        origins: list[int] = []
        steps: list[Step] = []
        orientation: list[int] = []
        for number in sorted(starting_orientations):
            position_of = ORIENTATIONS[number].position_of
            effect = frozenset((position_of(turn.face), turn.quarter_turns) for turn in turns)
            for before, step in self._turns.get(effect, ()):
                origins.append(starts.setdefault((number, before), len(starts)))
                steps.append(step)
                orientation.append(number)
        orientations, poses = np.array(list(starts), dtype=np.intp).reshape(-1, 2).T
        return TurnEdges(
            States(self, orientations, poses),
            np.array(origins, dtype=np.intp),
            tuple(steps),
            np.array([step.seconds for step in steps]),
            self._ends(steps, orientation),
        )

    def _ends(
        self, steps: list[Step], orientation: list[int]
    ) -> tuple[tuple[States, Indices], ...]:
        by_component: dict[Component, list[int]] = defaultdict(list)
        for j, step in enumerate(steps):
            after = canonical_pose(self._rig, step.after)
            component = self if after in self.index else component_of(self._rig, after)
            by_component[component].append(j)
        return tuple(
            (
                States(
                    component,
                    np.array([orientation[j] for j in chosen]),
                    np.array(
                        [component.index[canonical_pose(self._rig, steps[j].after)] for j in chosen]
                    ),
                ),
                np.array(chosen),
            )
            for component, chosen in by_component.items()
        )


def _rotation(step: Step) -> int:
    """Return the index of the cube rotation of a step that turns no face."""
    orientation = ORIENTATIONS[0]
    for effect in step.effects:
        orientation = orientation.rotated(effect.position, effect.quarter_turns)
    return orientation_index(orientation)


def _closure(rotations: Iterable[int]) -> Indices:
    """Return all products of some rotations, including the identity, as indices."""
    found = [0]
    for so_far in found:
        found += {int(_COMPOSE[rotation, so_far]) for rotation in rotations}.difference(found)
    return np.array(found)


def _rotation_before(rotation: int, link: _Edge) -> int:
    """Return the rotation which gives `rotation` when that of `link` follows it."""
    return int(_COMPOSE[_INVERSE[link.rotation], rotation])


@lru_cache(maxsize=16)
def _components(rig: Rig) -> dict[Pose, Component]:
    return {}


def component_of(rig: Rig, pose: Pose) -> Component:
    """Return the component of a pose's canonical pose."""
    components = _components(rig)
    pose = canonical_pose(rig, pose)
    if pose not in components:
        component = Component(rig, pose)
        components.update(dict.fromkeys(component.poses, component))
    return components[pose]
