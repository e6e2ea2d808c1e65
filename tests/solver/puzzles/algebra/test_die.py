"""The die against the tables and worked examples of Wada (2005)."""

from __future__ import annotations

import pytest

from solver.puzzles.algebra import DIE, evaluate

# Wada's definitions of the six ways to tip the die.
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
def test_tipping_is_what_the_seed_defines(letter: str, cycle: str) -> None:
    assert DIE.generators[letter] == DIE.permutation([cycle])


def test_east_then_north_is_printed_as_in_the_seed() -> None:
    assert printed("e n") == ["SWB", "TNE"]
    assert printed("e e e e") == []


def test_the_product_of_cycles_of_the_seed() -> None:
    assert evaluate("(T N B S) (T W B E)", DIE) == evaluate("(T N E) (B S W)", DIE)
    assert evaluate("(TNBS)", DIE) == evaluate("e", DIE)
    assert evaluate("(TWBE)", DIE) == evaluate("n", DIE)


def test_the_seeds_two_rows() -> None:
    """T S E B N W go to N W T S E B."""
    tipped = evaluate("[[S,W,B],[T,N,E]]", DIE)
    assert [DIE.points[target] for target in tipped.targets] == list("NWTSEB")
    assert DIE.points[tipped.targets[DIE.points.index("S")]] == "W"


def test_there_are_twenty_four_ways_to_lay_a_die() -> None:
    ways = {evaluate("", DIE)}
    while True:
        more = ways | {way * tip for way in ways for tip in DIE.generators.values()}
        if more == ways:
            break
        ways = more
    assert len(ways) == 24
