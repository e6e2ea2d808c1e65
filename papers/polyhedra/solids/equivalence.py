"""Tests whether two puzzles are isomorphic, or one is part of the other.

Axes are matched so that the angles between them agree, and with them the turns. Then a bijection
of pieces is looked for that carries each turn of one puzzle into the matched turn of the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TypeVar

import numpy as np

from solver.puzzles.polyhedra.cutting import cut
from solver.puzzles.polyhedra.polyhedron import Polyhedron, PolyhedronTurn, polyhedron
from solver.puzzles.polyhedra.solid import EPSILON, RegularSolid, Vectors, match_points

Point = TypeVar("Point", int, tuple[int, ...])
Place = tuple[int, ...]

# Into how many shells a solid is peeled to find the pieces that its surface does not show.
_SHELLS = 60


@dataclass(frozen=True, slots=True)
class AxisMatch:
    """The axis of the second puzzle that stands for one of the first, maybe from its far end."""

    axis: int
    from_far_end: bool


@dataclass(frozen=True, slots=True)
class SharedPieces:
    """Pieces that both puzzles have, which every turn moves alike; how many there are.

    `first_shows` and `second_shows` say whether they lie on the surface, or within; `stickers_too`
    whether their stickers move alike as well, where both show them.
    """

    pieces: int
    first_shows: bool
    second_shows: bool
    stickers_too: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """Common structure of two puzzles under the best match of their axes; no axes for no match.

    `first_alone` and `second_alone` count the pieces on their surfaces that the other has not.
    """

    first: str
    second: str
    axes: tuple[AxisMatch, ...]
    shared: tuple[SharedPieces, ...]
    first_alone: int
    second_alone: int

    @property
    def unmatched(self) -> int:
        """Return the number of pieces on both surfaces that the other puzzle has not."""
        return self.first_alone + self.second_alone


@dataclass(frozen=True, eq=False)
class _PieceAction:
    """A puzzle, and where each of its turns takes each piece, those within it too."""

    puzzle: Polyhedron
    places: Mapping[PolyhedronTurn, Mapping[Place, Place]]


def compare(first_name: str, second_name: str) -> Comparison:
    """Find the match of axes that makes the most pieces alike. Raises PuzzleError for a name."""
    first, second = polyhedron(first_name), polyhedron(second_name)
    best = Comparison(first_name, second_name, (), (), len(first.pieces), len(second.pieces))
    here, there = _piece_action(first), _piece_action(second)
    for axes in _axis_matches(first, second):
        found = _compare_matched(_PieceAction(first, here), _PieceAction(second, there), axes)
        if not best.axes or found.unmatched < best.unmatched:
            best = found
        if best.first_alone == 0 or best.second_alone == 0:
            break
    return best


def interior_pieces(puzzle: Polyhedron) -> frozenset[Place]:
    """Find the pieces that a puzzle cut through and through has, by their layers.

    The solid is peeled like an onion; a piece so thin that it falls between two shells is missed.
    """
    shells = (
        RegularSolid(
            puzzle.solid.name, puzzle.solid.vertices * (shell + 0.5) / _SHELLS, puzzle.solid.faces
        )
        for shell in range(_SHELLS)
    )
    return frozenset(
        sticker.layers for shell in shells for sticker in cut(shell, puzzle.axes, puzzle.planes)
    )


def _axis_matches(first: Polyhedron, second: Polyhedron) -> list[tuple[AxisMatch, ...]]:
    """Return the matches of the axes by rotations of space whose turns agree.

    Where two axes go determines a rotation.
    """
    if len(first.axes) != len(second.axes) or first.layers != second.layers:
        return []
    here = np.array([axis.direction for axis in first.axes])
    ends = np.array([sign * axis.direction for axis in second.axes for sign in (1, -1)])
    orders = [axis.order for axis in second.axes for _ in (1, -1)]
    frame = np.linalg.inv(_frame(here[0], here[1]))
    found = []
    for one, other in permutations(range(len(ends)), 2):
        if abs(ends[one] @ ends[other] - here[0] @ here[1]) > EPSILON:
            continue
        images = match_points(here @ (_frame(ends[one], ends[other]) @ frame).T, ends)
        if images is not None and [orders[i] for i in images] == [a.order for a in first.axes]:
            found.append(tuple(AxisMatch(int(i) // 2, i % 2 == 1) for i in images))
    # The axes that keep their places, and their ends, come first.
    return sorted(
        found, key=lambda match: [[one.axis for one in match], [one.from_far_end for one in match]]
    )


def _frame(one: Vectors, other: Vectors) -> Vectors:
    """Return two directions and the one across both, as columns (3, 3)."""
    return np.stack([one, other, np.cross(one, other)], axis=1)


def _compare_matched(
    one: _PieceAction, two: _PieceAction, axes: tuple[AxisMatch, ...]
) -> Comparison:
    """Return the comparison of two puzzles with matched axes, orbit by orbit of their pieces."""
    first, second = one.puzzle, two.puzzle
    turns = [turn for turn in first.all_turns if turn.amount == 1]
    matched = [_matched(turn, axes[turn.axis], second) for turn in turns]
    here, there = [one.places[turn] for turn in turns], [two.places[turn] for turn in matched]
    shown, others_shown = set(_surface_pieces(first)), set(_surface_pieces(second))
    left = _orbits(there)
    shared = []
    for orbit in _orbits(here):
        for other in left:
            shows = (orbit[0] in shown, other[0] in others_shown)
            if any(shows) and _orbits_are_isomorphic(orbit, here, other, there):
                too = all(shows) and _sticker_actions_match(
                    first, turns, orbit, second, matched, other
                )
                shared.append(SharedPieces(len(orbit), *shows, too))
                left.remove(other)
                break
    return Comparison(
        first.name,
        second.name,
        axes,
        tuple(shared),
        len(shown) - sum(some.pieces for some in shared if some.first_shows),
        len(others_shown) - sum(some.pieces for some in shared if some.second_shows),
    )


def _matched(turn: PolyhedronTurn, match: AxisMatch, second: Polyhedron) -> PolyhedronTurn:
    """Return the second puzzle's turn that stands for one of the first's."""
    if match.from_far_end:
        back = second.axes[match.axis].order - turn.amount
        return PolyhedronTurn(match.axis, second.layers + 1 - turn.layer, back)
    return PolyhedronTurn(match.axis, turn.layer, turn.amount)


def _surface_pieces(puzzle: Polyhedron) -> list[Place]:
    """Return the layers of each piece on the surface."""
    return [puzzle.stickers[piece[0]].layers for piece in puzzle.pieces]


def _piece_action(puzzle: Polyhedron) -> dict[PolyhedronTurn, dict[Place, Place]]:
    """Return where turns take each piece, those within the solid too."""
    places = interior_pieces(puzzle) | set(_surface_pieces(puzzle))
    directions = np.array([axis.direction for axis in puzzle.axes])
    actions = {}
    for turn in puzzle.all_turns:
        rotation = np.linalg.matrix_power(puzzle.axes[turn.axis].rotation, turn.amount)
        # An axis is turned into another one, or into the other way along it.
        along = directions @ (directions @ rotation.T).T
        sources = np.abs(along).argmax(axis=1).tolist()
        flips = [along[i, source] < 0 for i, source in enumerate(sources)]
        action = {}
        for place in places:
            taken = tuple(
                puzzle.layers + 1 - place[source] if flip else place[source]
                for source, flip in zip(sources, flips, strict=True)
            )
            action[place] = taken if place[turn.axis] == turn.layer else place
        actions[turn] = action
    return actions


def _orbits(actions: Sequence[Mapping[Point, Point]]) -> list[list[Point]]:
    """Return the orbits of points under turns."""
    orbits = []
    seen: set[Point] = set()
    for start in sorted(actions[0]):
        if start not in seen:
            orbit = [start]
            seen.add(start)
            for point in orbit:
                for action in actions:
                    if action[point] not in seen:
                        seen.add(action[point])
                        orbit.append(action[point])
            orbits.append(orbit)
    return orbits


def _orbits_are_isomorphic(
    orbit: Sequence[Point],
    actions: Sequence[Mapping[Point, Point]],
    other: Sequence[Point],
    others: Sequence[Mapping[Point, Point]],
) -> bool:
    """Return whether a bijection of two orbits carries each turn into the matched one."""
    if len(orbit) != len(other):
        return False
    return any(_extends_to_bijection(orbit[0], actions, image, others) for image in other)


def _extends_to_bijection(
    start: Point,
    actions: Sequence[Mapping[Point, Point]],
    image: Point,
    others: Sequence[Mapping[Point, Point]],
) -> bool:
    """Return whether mapping one point to another determines such a bijection."""
    images = {start: image}
    queue = [start]
    for point in queue:
        for action, matched in zip(actions, others, strict=True):
            target, expected = action[point], matched[images[point]]
            if target not in images:
                images[target] = expected
                queue.append(target)
            elif images[target] != expected:
                return False
    return len(set(images.values())) == len(images)


def _sticker_actions_match(
    first: Polyhedron,
    turns: Sequence[PolyhedronTurn],
    orbit: Sequence[Place],
    second: Polyhedron,
    matched: Sequence[PolyhedronTurn],
    other: Sequence[Place],
) -> bool:
    """Return whether the stickers of two orbits of pieces move in the same way, not only the
    pieces.
    """
    here, there = _sticker_action(first, turns, orbit), _sticker_action(second, matched, other)
    left = _orbits(there)
    for stickers in _orbits(here):
        alike = [one for one in left if _orbits_are_isomorphic(stickers, here, one, there)]
        if not alike:
            return False
        left.remove(alike[0])
    return not left


def _sticker_action(
    puzzle: Polyhedron, turns: Sequence[PolyhedronTurn], orbit: Sequence[Place]
) -> list[dict[int, int]]:
    """Return where turns take the stickers of some pieces."""
    places = set(orbit)
    stickers = [i for i, sticker in enumerate(puzzle.stickers) if sticker.layers in places]
    return [{i: targets[i] for i in stickers} for targets in map(puzzle.targets, turns)]
