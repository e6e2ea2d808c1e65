"""Picture cubes of size 4 and more by the paper's own steps (polyhedra paper, section 14.3.5).

The paper's steps 2, 6 and 16 look at the colours of inner pieces; its improvement is to look at
their Number, the place where each belongs, and at their direction. So step 2 brings each piece of
Y- to its own place, step 6 each of Y+, and step 16 all others, after the middles of the faces are
turned upright by the two sequences of 14.3. The order of the steps, of the faces and the sequences
stay the paper's.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence

import numpy as np

from papers.polyhedra.picture_cubes.centres import published_correction
from papers.polyhedra.picture_cubes.inner_pieces import (
    held_view,
    inner_orbits,
    middle_rotations,
    orbit_kind,
)
from papers.polyhedra.picture_cubes.three_cycles import cycle_table, turns_on_orbit
from papers.polyhedra.tsukuda.steps import bottom_view, stages_of
from solver.core.geometry import FACES
from solver.notation import parse, resolve
from solver.puzzles.nxn.layers import Colours, Ints, LayerStage, LayerTurn, geometry
from solver.puzzles.nxn.notation import parse_layer_turns
from solver.puzzles.nxn.orbits import SIZE, cube_rotations
from solver.puzzles.tsukuda.working_cube import WorkingCube

_X, _Y, _Z = range(3)
_U, _R, _F, _D, _L, _B = range(len(FACES))


def solve_pictures_as_published(scramble: Sequence[LayerTurn], n: int) -> tuple[LayerStage, ...]:
    """Return the stages that solve a picture cube of size n after turns from the solved one."""
    cube = _NumberedCube(scramble, n)
    return tuple(stages_of(cube, _NumberedInnerPieces(cube)))


class _NumberedCube(WorkingCube):
    """A cube that is being solved, with the place where each of its stickers belongs."""

    def __init__(self, scramble: Sequence[LayerTurn], n: int) -> None:
        cube, views = geometry(n), cube_rotations(n)
        colours: Colours = cube.apply(cube.solved, scramble)
        view = bottom_view(colours, n)
        super().__init__(colours, n, view)
        numbers = cube.apply(np.arange(6 * n * n, dtype=np.int32), scramble)[views.source[view]]
        # An odd cube is solved as its middles stand, an even one as it is held.
        middle = np.arange(6) * n * n + n * n // 2
        stands = (views.source[:, middle] == numbers[middle]).all(axis=1) if n % 2 else [True]
        home = np.argsort(views.source[np.flatnonzero(stands)[0]])
        self.numbers: Ints = home[numbers].astype(np.int32)
        self.turns = [*scramble, *self.held]

    def turn(self, numbers: Sequence[int]) -> None:
        """Apply turns by their numbers."""
        super().turn(numbers)
        cube = geometry(self.n)
        cube.apply_numbers(self.numbers, numbers)
        self.turns += map(cube.turn_at, numbers)


class _NumberedInnerPieces:
    """The steps for inner pieces that are told apart."""

    def __init__(self, cube: _NumberedCube) -> None:
        self._cube = cube
        self._n = cube.n
        self._made: list[int] = []

    def solve_bottom(self) -> list[int]:
        """Bring each piece of Y- to its place, in as few turns as keep those that are there."""
        self._made = []
        for orbit in inner_orbits(self._n):
            ways = _free_ways(orbit, self._n)
            placed: list[int] = []
            for place in self._places_on(orbit, _D):
                self._turn(
                    _shortest_way(ways, self._arrangement(orbit).index(place), place, placed)
                )
                placed.append(place)
        return self._made

    def solve_top(self) -> list[int]:
        """Bring each piece of Y+ to its place by cycles of ten turns."""
        self._made = []
        for orbit in inner_orbits(self._n):
            self._place_by_cycles(orbit, (_U,), (_D,))
        return self._made

    def solve_sides(self) -> list[int]:
        """Turn the middles of an odd cube upright, and bring all other pieces to their places."""
        self._made = []
        if self._n % 2:
            self._turn(self._upright_turns())
        for orbit in inner_orbits(self._n):
            self._place_by_cycles(orbit, (_F, _R, _B, _L, _U, _D), ())
        return self._made

    def _turn(self, numbers: Sequence[int]) -> None:
        self._cube.turn(numbers)
        self._made += numbers

    def _arrangement(self, orbit: Ints) -> list[int]:
        """Return for each place of an orbit where the piece that is there belongs."""
        index = {int(sticker): number for number, sticker in enumerate(orbit)}
        return [index[int(home)] for home in self._cube.numbers[orbit]]

    def _places_on(self, orbit: Ints, face: int) -> list[int]:
        return np.flatnonzero(orbit // self._n**2 == face).tolist()

    def _place_by_cycles(self, orbit: Ints, faces: Sequence[int], kept: Sequence[int]) -> None:
        """Bring the pieces of faces home, face by face, and leave those alone that are at home.

        The third piece of a cycle is one that is not at home, nor on a face that is kept.
        """
        cell = divmod(int(orbit[0]), self._n)
        table = cycle_table(orbit_kind(cell, self._n), published=True)
        still = {place for face in kept for place in self._places_on(orbit, face)}
        for place in (place for face in faces for place in self._places_on(orbit, face)):
            now = self._arrangement(orbit)
            if now[place] == place:
                continue
            start = now.index(place)
            others = [
                other for other in set(range(SIZE)) - still - {start, place} if now[other] != other
            ]
            third = min(
                others,
                key=lambda other: (
                    now[place] != other,
                    len(table.sequences[start, place, other]),
                    other,
                ),
            )
            self._turn(turns_on_orbit(table, (start, place, third), cell, self._n))

    def _upright_turns(self) -> list[int]:
        """Return the turns of 14.3 for the middles, with outer layers alone."""
        turns = self._cube.turns
        view = held_view(turns, self._n)
        assert view is not None
        correction = published_correction(middle_rotations(turns, self._n, view))
        outer = resolve(parse(" ".join(correction)).moves()).turns
        cube = geometry(self._n)
        return [
            cube.turn_index(turn) for turn in parse_layer_turns(" ".join(map(str, outer)), self._n)
        ]


# What brings a piece from each place of an orbit to another, by the numbers of the turns.
_Ways = list[tuple[tuple[int, ...], list[int]]]


def _free_ways(orbit: Ints, n: int) -> _Ways:
    """Return what may be done while only inner pieces of Y- are placed (14.1.2).

    Those are turns of the other faces, the four turns that exchange a piece of Z+ for one of Y-,
    and the three that take one of Y+ to Z+; from each of the four sides.
    """
    cube, views = geometry(n), cube_rotations(n)
    below = views.source[:, _D * n * n] // (n * n)
    number = np.full(6 * n * n, -1)
    number[orbit] = np.arange(SIZE)
    ways: _Ways = []
    for view in np.flatnonzero(below == _D).tolist():
        seen = np.argsort(views.source[view]).astype(np.int32)
        for sequence in _sequences_in_front(seen[orbit], n):
            numbers = [int(views.conjugated_turns[view, cube.turn_index(t)]) for t in sequence]
            after = np.arange(6 * n * n, dtype=np.int32)
            cube.apply_numbers(after, numbers)
            ways.append((tuple(numbers), np.argsort(number[after[orbit]]).tolist()))
    return ways


def _sequences_in_front(orbit: Ints, n: int) -> Iterator[tuple[LayerTurn, ...]]:
    """Yield the sequences for a piece of an orbit on Z+ or Y+, with that face's own turns."""
    last = n - 1
    for quarters in (1, 2, 3):
        yield (LayerTurn(_Z, last, quarters),)
        yield (LayerTurn(_Y, last, quarters),)
    places = geometry(n).places
    for i, j, _ in places[orbit[orbit // (n * n) == _F]].tolist():
        row, column = LayerTurn(_Y, j, 1), LayerTurn(_X, i, 1)
        yield row, column.inverse(), row.inverse(), column
        for quarters in (1, 3):
            yield column, LayerTurn(_Z, last, quarters), column.inverse()


def _shortest_way(ways: _Ways, start: int, goal: int, placed: Sequence[int]) -> tuple[int, ...]:
    """Return the fewest turns from one place to another that keep what is placed (Dijkstra)."""
    allowed = [way for way in ways if all(way[1][place] == place for place in placed)]
    queue: list[tuple[int, int, tuple[int, ...]]] = [(0, start, ())]
    done: set[int] = set()
    while queue:
        length, place, numbers = heapq.heappop(queue)
        if place == goal:
            return numbers
        if place not in done:
            done.add(place)
            for turns, targets in allowed:
                more = len(turns) + sum(number % 3 == 1 for number in turns)
                heapq.heappush(queue, (length + more, targets[place], (*numbers, *turns)))
    raise AssertionError(f"no turns take a piece from place {start} to {goal}")
