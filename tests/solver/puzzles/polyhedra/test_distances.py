"""Complete searches of small polyhedra: known counts, and a search without any numbering."""

from __future__ import annotations

from math import comb

import pytest

from solver.core.errors import PuzzleError
from solver.puzzles.polyhedra.distances import distances
from solver.puzzles.polyhedra.polyhedron import polyhedron
from solver.puzzles.polyhedra.turn_group import IDENTITY, TurnGroup
from tests.support.documents import ROOT


def test_four_tips_that_turn_alone_need_a_turn_each() -> None:
    """The tetrahedron of two layers has nothing but its tips (section 14.4 of the paper)."""
    found = distances("tetrahedron-vertices-2")
    assert found.counts == tuple(comb(4, wrong) * 2**wrong for wrong in range(5))
    assert (found.most, found.rotations) == (4, 12)


def test_all_states_of_the_group_are_reached() -> None:
    # With all stickers told from one another: rokumen puzzle polyhedron NAME --states.
    for name, states in (("octahedron-faces-2", 1_658_880), ("tetrahedron-edges-2", 96)):
        found = distances(name)
        assert sum(found.counts) * found.rotations == states


@pytest.mark.parametrize(("name", "depth"), [("octahedron-faces-2", 3), ("cube-vertices-a-1", 2)])
def test_the_first_levels_are_those_of_a_plain_search(name: str, depth: int) -> None:
    group = TurnGroup(polyhedron(name))
    seen = {min(rotation for rotation in group.rotations)}
    level = [IDENTITY]
    counts = [1]
    for _ in range(depth):
        reached = []
        for element in level:
            for number in group.effective_turns:
                turned = element.translate(group.elements[number])
                held = min(turned.translate(rotation) for rotation in group.rotations)
                if held not in seen:
                    seen.add(held)
                    reached.append(turned)
        level = reached
        counts.append(len(level))

    class EnoughError(Exception):
        pass

    found: list[int] = []

    def watch(at: int, states: int) -> None:
        found.append(states)
        if at == depth:
            raise EnoughError

    with pytest.raises(EnoughError):
        distances(name, watch)
    assert found == counts


@pytest.mark.parametrize("name", ["cube-edges-2", "cube-faces-10"])
def test_a_large_puzzle_is_refused(name: str) -> None:
    with pytest.raises(PuzzleError, match=name):
        distances(name)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "most"),
    [("cube-vertices-a-1", 8), ("cube-vertices-b-2", 9), ("tetrahedron-edges-3", 12)],
)
def test_the_most_turns_are_those_of_the_page(name: str, most: int) -> None:
    found = distances(name)
    assert found.most == most
    page = (ROOT / "docs" / "polyhedra.md").read_text(encoding="utf-8")
    assert f"{name} --distances` | {sum(found.counts):,} | {most} | {found.counts[-1]:,} |" in page
