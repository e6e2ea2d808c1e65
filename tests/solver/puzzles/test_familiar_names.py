"""Familiar names of puzzles mean the systematic ones."""

from __future__ import annotations

import pytest

from solver.core.errors import PuzzleError
from solver.puzzles.familiar_names import systematic_name
from solver.puzzles.polyhedra.families import polyhedron
from solver.puzzles.registry import load_puzzle


@pytest.mark.parametrize(
    ("familiar", "systematic"),
    [
        ("dino", "cube-vertices-a-1"),
        ("Dino Cube", "cube-vertices-a-1"),
        ("skewb", "cube-vertices-b-2"),
        ("megaminx", "dodecahedron-faces-b"),
        ("pocket-cube", "2x2x2"),
        ("Pocket cube", "2x2x2"),
        # Systematic names, and those of no puzzle, are left as they are.
        ("octahedron-faces-2", "octahedron-faces-2"),
        ("4x4x4", "4x4x4"),
        ("teapot", "teapot"),
    ],
)
def test_what_a_name_means(familiar: str, systematic: str) -> None:
    assert systematic_name(familiar) == systematic


def test_a_puzzle_is_loaded_by_either_name() -> None:
    assert load_puzzle("dino").name == "cube-vertices-a-1"
    # The Megaminx turns about the twelve faces of a dodecahedron, two on each axis.
    megaminx = polyhedron("megaminx")
    assert megaminx.name == "dodecahedron-faces-b"
    assert len(megaminx.axes) == 6


def test_a_misspelt_name_is_suggested() -> None:
    with pytest.raises(PuzzleError, match="unknown puzzle 'megamix', did you mean 'megaminx'"):
        load_puzzle("megamix")
