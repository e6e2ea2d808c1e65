"""The Tsukuda method: it solves cubes, and each step keeps the goals of the steps before it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from solver.cube import Cube
from solver.engines.registry import solve as solve_with
from solver.puzzles.big_cube import METHODS, puzzle, random_turns
from solver.puzzles.nxn.layers import Colours, geometry
from solver.puzzles.nxn.notation import parse_layer_turns
from solver.puzzles.nxn.position import is_solved, read, write
from solver.puzzles.tsukuda import steps
from tests.support.cases import for_each
from tests.support.variants import thorough_but

U, R, F, D, L, B = range(6)
SIDES = (F, R, B, L)


class FaceColours:
    """The colours of a cube's faces, with the conditions that are goals of steps."""

    def __init__(self, colours: Colours, n: int) -> None:
        self.n = n
        self.faces = colours.reshape(6, n, n)

    def inner(self, face: int) -> set[int]:
        return set(self.faces[face, 1:-1, 1:-1].ravel().tolist())

    def row(self, side: int, row: int, columns: list[int]) -> set[int]:
        return set(self.faces[side, row, columns].tolist())

    def rim(self, face: int, kind: str) -> set[int]:
        n, seen = self.n, self.faces[face]
        ring = {"corner": [0, n - 1], "edge": self.off_middle(), "central": [n // 2]}[kind]
        if kind == "corner":
            return set(seen[np.ix_(ring, ring)].ravel().tolist())
        lines = (seen[0, ring], seen[-1, ring], seen[ring, 0], seen[ring, -1])
        return set(np.concatenate(lines).tolist())

    def off_middle(self) -> list[int]:
        return [i for i in range(1, self.n - 1) if 2 * i != self.n - 1]

    def side(self, side: int) -> int:
        """Return the colour of a side, by its left bottom corner."""
        return int(self.faces[side, -1, 0])

    def columns(self, kind: str) -> list[int]:
        n = self.n
        return {"corner": [0, n - 1], "edge": self.off_middle(), "central": [n // 2]}[kind]

    def layer_is_done(self, face: int, kind: str) -> bool:
        row = -1 if face == D else 0
        own = int(self.faces[face, 0, 0])
        return self.rim(face, kind) == {own} and all(
            self.row(side, row, self.columns(kind)) == {self.side(side)} for side in SIDES
        )

    def upright(self, rows: list[int]) -> list[list[tuple[int, int]]]:
        """Return for each upright edge and row the colours at its left and right."""
        pairs = zip(SIDES, (*SIDES[1:], SIDES[0]), strict=True)
        return [
            [(int(self.faces[a, row, -1]), int(self.faces[b, row, 0])) for row in rows]
            for a, b in pairs
        ]

    def edges_are_placed(self, rows: list[int]) -> bool:
        pairs = zip(SIDES, (*SIDES[1:], SIDES[0]), strict=True)
        homes = [{self.side(a), self.side(b)} for a, b in pairs]
        return all(
            set(pair) == home
            for home, edge in zip(homes, self.upright(rows), strict=True)
            for pair in edge
        )

    def edges_are_turned(self, rows: list[int]) -> bool:
        pairs = zip(SIDES, (*SIDES[1:], SIDES[0]), strict=True)
        homes = [(self.side(a), self.side(b)) for a, b in pairs]
        return all(
            pair == home
            for home, edge in zip(homes, self.upright(rows), strict=True)
            for pair in edge
        )

    def edges_are_paired(self) -> bool:
        n = self.n
        return all(
            len({frozenset(pair) for pair in edge}) == 1
            for layer in range(1, n // 2)
            for edge in self.upright([layer, n - 1 - layer])
        )

    def top_corners_are_placed(self) -> bool:
        last = self.n - 1
        own = int(self.faces[U, self.n // 2, self.n // 2]) if self.n > 3 else None
        corners = ((last, 0, L, F), (last, last, F, R), (0, last, R, B), (0, 0, B, L))
        for row, column, left, right in corners:
            seen = {
                int(self.faces[U, row, column]),
                int(self.faces[left, 0, -1]),
                int(self.faces[right, 0, 0]),
            }
            if not {self.side(left), self.side(right)} <= seen:
                return False
            if own is not None and own not in seen:
                return False
        return True


def _middle_rows(faces: FaceColours) -> list[int]:
    return [faces.n // 2]


GOALS: dict[int, Callable[[FaceColours], bool]] = {
    2: lambda it: len(it.inner(D)) == 1,
    3: lambda it: it.layer_is_done(D, "corner"),
    4: lambda it: it.layer_is_done(D, "edge"),
    5: lambda it: it.layer_is_done(D, "central"),
    6: lambda it: len(it.inner(U)) == 1,
    7: lambda it: it.top_corners_are_placed(),
    8: lambda it: it.layer_is_done(U, "corner"),
    9: lambda it: it.layer_is_done(U, "edge"),
    10: lambda it: it.layer_is_done(U, "central"),
    11: lambda it: it.edges_are_paired(),
    12: lambda it: it.edges_are_placed(it.off_middle()),
    13: lambda it: it.edges_are_turned(it.off_middle()),
    14: lambda it: it.edges_are_placed(_middle_rows(it)),
    15: lambda it: it.edges_are_turned(_middle_rows(it)),
    16: lambda it: all(len(it.inner(face)) == 1 for face in range(6)),
}
# The steps for a size: those for inner pieces and for edges off the middle from 4 on, those for
# central edges where the size is odd.
ALWAYS, FROM_FOUR, ODD = {1, 3, 7, 8}, {2, 4, 6, 9, 11, 12, 13, 16}, {5, 10, 14, 15}


def scrambled(n: int, seed: int, count: int = 60) -> Colours:
    cube = geometry(n)
    return cube.apply(cube.solved, random_turns(Random(f"{n} {seed}"), n, count))


def steps_of(n: int) -> list[int]:
    return sorted(ALWAYS | (FROM_FOUR if n > 3 else set()) | (ODD if n % 2 else set()))


@for_each("method", METHODS)
@for_each("n", range(2, 9))
def test_each_step_reaches_its_goal_and_keeps_earlier_ones(n: int, method: str) -> None:
    for seed in range(2):
        colours = scrambled(n, seed)
        stages = steps.steps(colours, n, METHODS[method], bottom=seed)
        numbers = [int(stage.name.split()[0]) for stage in stages]
        assert numbers == sorted(numbers)
        assert sorted(set(numbers)) == steps_of(n)
        for at, stage in enumerate(stages):
            colours = geometry(n).apply(colours, stage.turns)
            if at + 1 < len(stages) and numbers[at + 1] == numbers[at]:
                continue
            # Pieces placed by steps 7, 12 and 14 are oriented by the steps that follow.
            for step in set(numbers[: at + 1]) & set(GOALS):
                assert GOALS[step](FaceColours(colours, n)), (seed, stage.name, step)
        assert is_solved(colours, n)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("n", thorough_but(range(2, 6), range(2, 9)))
def test_cubes_are_solved_from_their_facelets(n: int, method: str) -> None:
    for seed in range(2, 4):
        colours = scrambled(n, seed)
        solution = puzzle(f"{n}x{n}x{n}").solve(write(colours), method)
        after = geometry(n).apply(colours, parse_layer_turns(solution.moves, n))
        assert is_solved(after, n)
        whole = sum(move[0] in "xyz" for move in solution.moves.split())
        assert solution.length == len(solution.moves.split()) - whole


def test_the_parities_of_even_cubes_are_named() -> None:
    # The two wings of one edge swapped, which is impossible on a 3x3x3.
    colours = read("", 4).copy()
    for row in (1, 2):
        colours[2 * 16 + 4 * row + 3], colours[16 + 4 * row] = R, F
    stages = steps.steps(colours, 4, METHODS["tsukuda-steps"], bottom=0)
    assert any("OLL parity" in stage.name for stage in stages)
    names = {
        mark
        for seed in range(12)
        for stage in steps.steps(scrambled(4, seed), 4, METHODS["tsukuda-steps"], bottom=0)
        for mark in ("OLL parity", "PLL parity")
        if mark in stage.name
    }
    assert names == {"OLL parity", "PLL parity"}


@pytest.mark.thorough
def test_the_engine_turns_only_outer_layers_of_the_3x3x3() -> None:
    for seed in range(5):
        cube = Cube.random(seed)
        solution = solve_with(cube, "tsukuda")
        assert cube.apply(solution.turns).is_solved()
        assert len(solution.stages) == 8


def test_a_solved_cube_needs_no_turns() -> None:
    for n in (2, 3, 4, 5):
        assert puzzle(f"{n}x{n}x{n}").solve("", "tsukuda").length == 0


# Table 14.7, and the share of it that solutions may need.
PAPER = {2: 46, 3: 124, 4: 377, 5: 624, 6: 1042, 7: 1438, 8: 2025, 9: 2606, 10: 3366}


@for_each("n", PAPER)
def test_few_turns_are_needed(n: int) -> None:
    counts = [
        steps.count_turns(steps.solve(scrambled(n, seed, 100), n))
        for seed in range(4 if n < 6 else 1)
    ]
    assert np.mean(counts) <= (0.6 if n >= 4 else 0.4) * PAPER[n]


@pytest.mark.thorough
@pytest.mark.parametrize("n", [11, pytest.param(12, marks=pytest.mark.slow)])
def test_cubes_beyond_the_papers_are_solved(n: int) -> None:
    colours = scrambled(n, 0, 10 * n)
    stages = steps.solve(colours, n)
    turns = [turn for stage in stages for turn in stage.turns]
    assert is_solved(geometry(n).apply(colours, turns), n)


@pytest.mark.slow
@pytest.mark.parametrize("n", [20, 33])
def test_large_cubes_are_solved(n: int) -> None:
    colours = scrambled(n, 0, 10 * n)
    stages = steps.solve(colours, n)
    turns = [turn for stage in stages for turn in stage.turns]
    assert is_solved(geometry(n).apply(colours, turns), n)


def test_size_three_agrees_with_the_3x3x3() -> None:
    cube = Cube.random(7)
    assert write(read(cube.facelets, 3)) == cube.facelets
    assert Cube.from_facelets(write(scrambled(3, 1)))
