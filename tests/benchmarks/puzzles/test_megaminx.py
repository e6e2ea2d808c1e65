"""The benchmark `megaminx` yields lengths that fall with time."""

from __future__ import annotations

import pytest

from benchmarks.puzzles.megaminx import MegaminxLengths, ShortestAfter, _means
from tests.support.command_line import Rokumen


def test_means_are_of_the_states_at_each_time() -> None:
    found = [
        ShortestAfter(1.0, 80, 1.0),
        ShortestAfter(10.0, 74, 9.0),
        ShortestAfter(1.0, 84, 0.5),
        ShortestAfter(10.0, 75, 10.0),
    ]
    assert list(_means(found)) == [
        MegaminxLengths(1.0, 2, 82.0, 80, 84, 0.75),
        MegaminxLengths(10.0, 2, 74.5, 74, 75, 9.5),
    ]


@pytest.mark.thorough
def test_scrambles_are_solved_by_the_command(bench: Rokumen) -> None:
    result = bench("megaminx", "--states=1", "--seconds=1", "--json")
    assert result.status == 0
    (lengths,) = result.json()["lengths"]
    assert lengths["seconds"] == 1.0
    assert 40 < lengths["turns"] <= 110
