"""The die against the tables and worked examples of seed 004."""

from __future__ import annotations

import pytest

from solver.algebra import DIE, evaluate

# The seed's definitions of the six ways to tip the die.
TIPPED = {
    "t": "SWNE",
    "s": "EBWT",
    "e": "BSTN",
    "b": "NWSE",
    "n": "WBET",
    "w": "TSBN",
}


def printed(expression: str) -> list[str]:
    """Give the cycles as the seed's program lists them."""
    return ["".join(cycle) for cycle in DIE.cycles(evaluate(expression, DIE))]


@pytest.mark.parametrize(("letter", "cycle"), list(TIPPED.items()))
def test_tipping_is_what_the_seed_defines(letter: str, cycle: str) -> None:
    assert DIE.elements[letter] == DIE.permutation([cycle])


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
    assert [DIE.things[target] for target in tipped.targets] == list("NWTSEB")
    assert DIE.things[tipped.targets[DIE.things.index("S")]] == "W"


def test_there_are_twenty_four_ways_to_lay_a_die() -> None:
    ways = {evaluate("", DIE)}
    while True:
        more = ways | {way * tip for way in ways for tip in DIE.elements.values()}
        if more == ways:
            break
        ways = more
    assert len(ways) == 24
