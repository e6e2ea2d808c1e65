"""Plans a scan in which grippers hide stickers of every face: each is completed from several views.

A beam search over the number of views: of each number the states are kept from which the least time
is expected to remain (Lowerre 1976). All faces are shown soon: the time after that counts by how
often something hidden does not follow from the rest. The exact search of `scan_planner` would have
too many states, since each face may be seen without each of its stickers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from robot.planning.robot_state import RobotState, views_from
from robot.planning.state_graph import Component, Floats, Indices, States
from robot.rigs.rig import Rig
from solver.core.geometry import FACES
from solver.core.orientation import ORIENTATIONS

Masks = npt.NDArray[np.int64]

BEAM_WIDTH = 400
# How long a further view is expected to take, in multiples of the shortest way between two.
STEPS_PER_VIEW = 2.5
# More than any scan needs: each face twice, and again.
MAX_VIEWS = 18
# Of so many cubes what is hidden does not follow from what was seen of all faces.
_HIDDEN_SHARE = 0.5
# The largest number of poses from which faces are looked at; the others hide the same.
MAX_POSES = 24

_FACE_MASKS = np.array([0b111111111 << 9 * number for number in range(len(FACES))], np.int64)
_ALL_STICKERS = int(_FACE_MASKS.sum())


@dataclass(frozen=True, slots=True)
class _Views:
    """Robot states in which cameras see something: `seen`, a bit for each of the 54 stickers.

    `between`: the seconds from each state to each other one; `shortest`: the least of these that is
    not 0, or 0 where none is.
    """

    states: States
    seen: Masks
    between: Floats
    shortest: float


@dataclass(frozen=True, slots=True)
class _Layer:
    """Partial scans with the same number of views: where each ended, and what was seen so far.

    `before` is the index of the scan in the previous layer.
    """

    view: Indices
    seen: Masks
    seconds: Floats
    before: Indices


def find_partial_scan(
    rig: Rig, component: Component, start: States
) -> tuple[tuple[int, int], ...] | None:
    """Return the orientation and the pose, as indices, of views that show all stickers together.

    None if the beam search finds none.
    """
    views = _views(rig, component)
    if views is None:
        return None
    first = component.seconds_between(start, views.states)[0]
    everything = np.arange(len(views.seen))
    layers = [_best(views, _Layer(everything, views.seen, first, everything))]
    ends: list[tuple[float, int, int]] = []
    while len(layers) < MAX_VIEWS:
        layer = layers[-1]
        for index in np.flatnonzero(layer.seen == _ALL_STICKERS)[:1]:
            ends.append((float(layer.seconds[index]), len(layers) - 1, int(index)))
        if ends and min(ends)[0] <= layer.seconds.min():
            break
        layers.append(_best(views, _extended(views, layer)))
        if not len(layers[-1].view):
            break
    if not ends:
        return None
    _, number, index = min(ends)
    return tuple(_path(views, layers, number, index))[::-1]


def _views(rig: Rig, component: Component) -> _Views | None:
    """Return the states in which the least is hidden, None if nothing is ever seen."""
    hidden = {
        index: sum(len(sight.hidden) for sight in sights)
        for index, pose in enumerate(component.poses)
        if (sights := rig.sights(pose))
    }
    if not hidden:
        return None
    least = min(hidden.values())
    chosen = [index for index, count in hidden.items() if count == least][:MAX_POSES]
    orientations, poses, seen = [], [], []
    for index in chosen:
        for number, orientation in enumerate(ORIENTATIONS):
            orientations.append(number)
            poses.append(index)
            seen.append(_seen(rig, RobotState(orientation, component.poses[index])))
    states = States(component, np.array(orientations), np.array(poses))
    between = component.seconds_between(states, states)
    moving = between[between > 0]
    shortest = float(moving.min()) if moving.size else 0.0
    return _Views(states, np.array(seen, np.int64), between, shortest)


def _seen(rig: Rig, state: RobotState) -> int:
    """Return the stickers that the cameras see in a state, as bits."""
    return sum(
        1 << 9 * FACES.index(view.face) + facelet
        for view in views_from(rig, state)
        for facelet in frozenset(range(9)) - view.hidden_facelets
    )


def _extended(views: _Views, layer: _Layer) -> _Layer:
    """Return all scans with one more view that shows something new."""
    seen = layer.seen[:, None] | views.seen
    shows_all = ((layer.seen[:, None] & _FACE_MASKS) != 0).all(axis=1, keepdims=True)
    share = np.where(shows_all, _HIDDEN_SHARE, 1.0)
    seconds = layer.seconds[:, None] + share * views.between[layer.view]
    before, view = np.nonzero((seen != layer.seen[:, None]) & np.isfinite(seconds))
    return _Layer(view, seen[before, view], seconds[before, view], before)


def _best(views: _Views, layer: _Layer) -> _Layer:
    """Return the scans of a layer that promise most, each end of a scan with the same seen once."""
    order = np.lexsort((layer.seconds, layer.seen, layer.view))
    same = (np.diff(layer.view[order], prepend=-1) == 0) & (
        np.diff(layer.seen[order], prepend=-1) == 0
    )
    firsts = order[~same & np.isfinite(layer.seconds[order])]
    per_view = STEPS_PER_VIEW * views.shortest
    due = layer.seconds[firsts] + per_view * _views_needed(layer.seen[firsts])
    kept = firsts[np.argsort(due, kind="stable")[:BEAM_WIDTH]]
    return _Layer(layer.view[kept], layer.seen[kept], layer.seconds[kept], layer.before[kept])


def _views_needed(seen: Masks) -> Floats:
    """Return how many views are still needed at least: two of a face of which nothing was seen.

    The second one counts as often as it is needed.
    """
    by_face = seen[:, None] & _FACE_MASKS
    needed: Floats = (_HIDDEN_SHARE * (by_face != _FACE_MASKS) + (by_face == 0)).sum(axis=1)
    return needed


def _path(
    views: _Views, layers: Sequence[_Layer], number: int, index: int
) -> Iterator[tuple[int, int]]:
    """Yield the states (orientation, pose) of the views of a scan, the last one first."""
    for layer in reversed(layers[: number + 1]):
        view = layer.view[index]
        yield int(views.states.orientations[view]), int(views.states.poses[view])
        index = int(layer.before[index])
