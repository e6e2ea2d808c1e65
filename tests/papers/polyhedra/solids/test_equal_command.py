"""`rokumen paper equal`: which puzzles are the same, or part of another."""

from __future__ import annotations

import pytest

from tests.support.command_line import Rokumen


@pytest.mark.thorough
def test_equivalent_puzzles_are_found(rokumen: Rokumen) -> None:
    result = rokumen("paper", "equal", "cube-vertices-a-1", "octahedron-faces-3")
    assert result.status == 0
    assert "12 pieces of both move identically, their stickers too" in result.out
    assert "cube-vertices-a-1 is part of octahedron-faces-3" in result.out
    result = rokumen("paper", "equal", "cube-faces-4", "octahedron-vertices-2")
    assert "octahedron-vertices-2 is part of cube-faces-4 (including interior pieces)" in result.out
    assert "same puzzle" in rokumen("paper", "equal", "cube-faces-2", "cube-faces-2").out
    assert "are not comparable" in rokumen("paper", "equal", "cube-faces-2", "cube-edges-1").out
    output = rokumen("paper", "equal", "cube-vertices-a-1", "octahedron-faces-3", "--json").json()
    assert output["first_alone"] == 0


def test_an_error_quotes_an_unknown_puzzle(rokumen: Rokumen) -> None:
    result = rokumen("paper", "equal", "cube-faces-2", "ball")
    assert result.status == 2
    assert "ball" in result.err
