"""The 48 stickers, the turns and the four sequences compared with Wada (2005)."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from papers.permutations.algebra import evaluate
from papers.permutations.sticker_names import (
    NAMES,
    STICKERS,
    WCA_STICKERS,
    cycles_as_facelet_names,
    extend_to_facelets,
    facelet_of,
    name_of,
    numbers_after,
    permutation_of,
    restrict_to_stickers,
)
from solver.core.errors import FaceletError, IllegalCubeError
from solver.core.facelets import CENTRES, facelet_name
from solver.core.permutation import Permutation
from solver.core.turn import ALL_TURNS, TURN_PERMUTATIONS, Turn
from solver.cube import Cube
from tests.support.strategies import sequences

# Wada's definitions of the six turns.
TURNED = {
    "e": "SE,TE,NE,BE ES,ET,EN,EB TES,NET,BEN,SEB STE,TNE,NBE,BSE EST,ETN,ENB,EBS",
    "s": "WS,TS,ES,BS SW,ST,SE,SB TSW,EST,BSE,WSB WTS,TES,EBS,BWS SWT,STE,SEB,SBW",
    "w": "NW,TW,SW,BW WN,WT,WS,WB TWN,SWT,BWS,NWB NTW,TSW,SBW,BNW WNT,WTS,WSB,WBN",
    "n": "EN,TN,WN,BN NE,NT,NW,NB TNE,WNT,BNW,ENB ETN,TWN,WBN,BEN NET,NTW,NWB,NBE",
    "t": "ST,WT,NT,ET TS,TW,TN,TE WTS,NTW,ETN,STE SWT,WNT,NET,EST TSW,TWN,TNE,TES",
    "b": "SB,EB,NB,WB BS,BE,BN,BW EBS,NBE,WBN,SBW SEB,ENB,NWB,WSB BSE,BEN,BNW,BWS",
}
# Wada's four sequences as written there, and the exact output of its program.
PRINTED = {
    "s,s,t,e',w,s,s,e,w',t,s,s": "[[ET,ST,WT],[TE,TS,TW]]",
    "t',n',b',s',e',s,b,n,t,e,s,b,n,t,e,t',n',b',s',e'": "[[TS,ST],[TE,ET]]",
    "e,e,s,s,e',n',e,s,s,e',n,e'": "[[STE,WTS,ETN],[EST,SWT,NET],[TES,TSW,TNE]]",
    "e (t,t,e,s',b,b,s,e') (t,t,e,s',b,b,s,e') e'": "[[TSW,WTS,SWT],[TES,EST,STE]]",
}


def printed_by_wada(permutation: Permutation) -> str:
    cycles = STICKERS.cycles(permutation)
    return f"[{','.join('[' + ','.join(cycle) + ']' for cycle in cycles)}]"


@pytest.mark.parametrize(("letter", "table"), list(TURNED.items()))
def test_turns_are_as_wada_defines_them(letter: str, table: str) -> None:
    cycles = [cycle.split(",") for cycle in table.split()]
    assert STICKERS.generators[letter] == STICKERS.permutation(cycles)


@pytest.mark.parametrize(("sequence", "cycles"), list(PRINTED.items()))
def test_the_four_sequences_have_the_output_of_wada(sequence: str, cycles: str) -> None:
    assert printed_by_wada(evaluate(sequence, STICKERS)) == cycles
    assert evaluate(sequence, STICKERS) == evaluate(cycles, STICKERS)


# Wada's `allObj`, row by row as the listing has it.
ROWS = """
TE TS TW TN ET ES EB EN ST SE SB SW
BE BS BW BN WT WS WB WN NT NE NB NW
TES EST STE TSW SWT WTS TWN WNT NTW TNE
NET ETN BSE SEB EBS BEN ENB NBE BNW NWB
WBN BWS WSB SBW
"""
ALL_OBJ = ROWS.split()
WADAS_TURNS = {
    letter: [cycle.split(",") for cycle in table.split()] for letter, table in TURNED.items()
}


def wadas_program(letters: str) -> list[list[str]]:
    """Return what `prodPerm` gives for turns: his makeCycle0 and makeCycle1, in Python."""
    pairs = []
    for obj in ALL_OBJ:
        to = obj
        for cycle in (cycle for letter in letters for cycle in WADAS_TURNS[letter]):
            if to in cycle:
                to = cycle[(cycle.index(to) + 1) % len(cycle)]
        pairs.append((obj, to))
    cycles: list[list[str]] = []
    while pairs:
        x, y = pairs.pop(0)
        if x == y:
            continue
        cycle = [x, y]
        while True:
            (found,) = [pair for pair in pairs if pair[0] == cycle[-1]]
            pairs.remove(found)
            if found[1] == cycle[0]:
                break
            cycle.append(found[1])
        cycles.insert(0, cycle)
    return cycles


@given(st.text("tsebnw", max_size=12))
@example("eb")
def test_a_product_is_printed_in_the_order_of_wadas_program(letters: str) -> None:
    printed = STICKERS.cycles(evaluate(letters, STICKERS))
    assert [list(cycle) for cycle in printed] == wadas_program(letters)


@pytest.mark.parametrize(("name", "cycles"), list(zip("HIJK", PRINTED.values(), strict=True)))
def test_the_four_sequences_have_their_names(name: str, cycles: str) -> None:
    for language in (STICKERS, WCA_STICKERS):
        assert printed_by_wada(evaluate(name, language)) == cycles


def test_names_and_facelets_are_converted_both_ways() -> None:
    assert len(set(NAMES)) == 48
    facelets = {facelet_of(name) for name in NAMES}
    assert facelets == set(range(54)) - set(CENTRES)
    assert all(name_of(facelet_of(name)) == name for name in NAMES)


@pytest.mark.parametrize(
    ("name", "facelet"), [("SE", "F6"), ("ES", "R4"), ("TES", "U9"), ("STE", "F3"), ("NWB", "B9")]
)
def test_the_facelet_of_a_named_sticker(name: str, facelet: str) -> None:
    assert facelet_name(facelet_of(name)) == facelet


@pytest.mark.parametrize("name", ["TSE", "T", "te", ""])
def test_an_error_quotes_a_bad_name(name: str) -> None:
    with pytest.raises(FaceletError, match=f"'{name}' is not a sticker name"):
        facelet_of(name)


@pytest.mark.parametrize("facelet", [4, 54, -1])
def test_centres_have_no_name(facelet: int) -> None:
    with pytest.raises(FaceletError, match=str(facelet)):
        name_of(facelet)


@given(sequences)
def test_a_sequence_on_stickers_is_the_same_on_facelets(sequence: tuple[Turn, ...]) -> None:
    product = Permutation.identity(54)
    for turn in sequence:
        product = product * TURN_PERMUTATIONS[turn]
    assert extend_to_facelets(permutation_of(sequence)) == product
    assert restrict_to_stickers(product) == permutation_of(sequence)


@given(sequences)
def test_a_sequence_gives_the_same_cube_as_its_turns(sequence: tuple[Turn, ...]) -> None:
    assert Cube.from_numbers(numbers_after(permutation_of(sequence))) == Cube.solved().apply(
        sequence
    )


def test_an_impossible_permutation_is_reported() -> None:
    for expression, fault in (
        ("(TES EST STE)", "twisted"),
        ("(TE ET)", "flipped"),
        ("(TE TS)", "stickers of one piece"),
    ):
        with pytest.raises(IllegalCubeError, match=fault):
            Cube.from_numbers(numbers_after(evaluate(expression, STICKERS)))


def test_the_two_languages_have_the_same_meaning() -> None:
    assert evaluate("t e' s2", STICKERS) == evaluate("U R' F2", WCA_STICKERS)
    assert evaluate("(TE TS)(TES STE)", STICKERS) == evaluate("(UR UF) (URF FUR)", WCA_STICKERS)


def test_cycles_in_facelets() -> None:
    assert cycles_as_facelet_names(evaluate("(TE TS TW)", STICKERS)) == (("U6", "U8", "U4"),)


def test_all_turns_are_named() -> None:
    for turn in ALL_TURNS:
        assert evaluate(f"{turn.face}^{turn.quarter_turns}", WCA_STICKERS) == permutation_of([turn])
