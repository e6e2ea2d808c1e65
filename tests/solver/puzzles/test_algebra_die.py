"""The die compared with the tables and worked examples of Wada (2005)."""

from __future__ import annotations

import pytest

from solver.puzzles.algebra import DIE, evaluate

# Wada's definitions of the six rotations of the die.
TIPPED = {
    "t": "SWNE",
    "s": "EBWT",
    "e": "BSTN",
    "b": "NWSE",
    "n": "WBET",
    "w": "TSBN",
}


def printed(expression: str) -> list[str]:
    """Return the cycles as Wada's program lists them."""
    return ["".join(cycle) for cycle in DIE.cycles(evaluate(expression, DIE))]


@pytest.mark.parametrize(("letter", "cycle"), list(TIPPED.items()))
def test_rotations_are_as_wada_defines_them(letter: str, cycle: str) -> None:
    assert DIE.generators[letter] == DIE.permutation([cycle])


def test_east_then_north_is_printed_as_by_wada() -> None:
    assert printed("e n") == ["SWB", "TNE"]
    assert printed("e e e e") == []


def test_the_product_of_cycles_of_wada() -> None:
    assert evaluate("(T N B S) (T W B E)", DIE) == evaluate("(T N E) (B S W)", DIE)
    assert evaluate("(TNBS)", DIE) == evaluate("e", DIE)
    assert evaluate("(TWBE)", DIE) == evaluate("n", DIE)


def test_the_two_rows_of_wada() -> None:
    """T S E B N W go to N W T S E B."""
    tipped = evaluate("[[S,W,B],[T,N,E]]", DIE)
    assert [DIE.points[target] for target in tipped.targets] == list("NWTSEB")
    assert DIE.points[tipped.targets[DIE.points.index("S")]] == "W"


def test_a_die_has_24_orientations() -> None:
    orientations = {evaluate("", DIE)}
    while True:
        more = orientations | {
            orientation * tip for orientation in orientations for tip in DIE.generators.values()
        }
        if more == orientations:
            break
        orientations = more
    assert len(orientations) == 24
