"""The tables of `lbl-paper`: its cases are solved, and none has fewer quarter turns.

Quarter turns are counted as in the polyhedra paper: one of a middle layer as one. The lengths are
found again by a search of its own, that goes through all states of the pieces that are kept.
"""

from __future__ import annotations

import hashlib
from functools import cache
from itertools import product
from statistics import fmean

import pytest

from papers.polyhedra.lbl.engine import CASE_TABLES, cases_of_cross, cross_cases
from papers.polyhedra.lbl.generate_tables import TABLES, cross_rows
from solver.core.facelets import FACELET_BY_NAME
from solver.core.turn import Turn, Turns, layer_quarters
from solver.encodings import (
    IDENTITY,
    ByteEffect,
    effect_on_bytes,
    effect_on_stickers,
    inverse_effect,
    stickers_of,
)
from solver.engines.case_tables import load_block, load_cases
from solver.engines.lbl.generate_last_layer import OLL, PLL, name_of_pll, picture_of
from solver.engines.lbl.viewpoints import SLOT_VIEWPOINTS
from tests.support.cube_pieces import CROSS, is_home
from tests.support.lbl_cases import FIRST_TWO_LAYERS, before

# Six turns of two opposite faces that are one of the layer between them, and twelve of a face.
QUARTERS: tuple[Turns, ...] = (
    *((Turn(face, n),) for face in "URFDLB" for n in (1, 3)),
    *((Turn(one, n), Turn(other, 4 - n)) for one, other in ("UD", "RL", "FB") for n in (1, 3)),
)
# All sequences of so many quarter turns are gone through, and so all of twice as many.
DEPTH = 4


@cache
def reached() -> dict[ByteEffect, int]:
    """Return what sequences do, and in how few quarter turns."""
    effects = [effect_on_bytes(turns) for turns in QUARTERS]
    found = {IDENTITY: 0}
    level = [IDENTITY]
    for depth in range(1, DEPTH + 1):
        level = list({done.translate(turn) for done in level for turn in effects} - found.keys())
        found |= dict.fromkeys(level, depth)
    return found


def shortest_of_last_layer() -> dict[ByteEffect, int]:
    """Return the effects on the last layer that up to 2 DEPTH quarter turns have."""
    kept = [FACELET_BY_NAME[piece] for piece in FIRST_TWO_LAYERS]
    by_place: dict[bytes, list[ByteEffect]] = {}
    for effect in reached():
        by_place.setdefault(bytes(effect[facelet] for facelet in kept), []).append(effect)
    found: dict[ByteEffect, int] = {}
    for same in by_place.values():
        for there, back in product(same, repeat=2):
            undone = bytearray(IDENTITY)
            for home, facelet in enumerate(back):
                undone[facelet] = home
            effect = there.translate(bytes(undone))
            length = reached()[there] + reached()[back]
            found[effect] = min(length, found.get(effect, length))
    return found


def test_two_quarter_turns_lead_to_as_many_positions_as_can_be_counted() -> None:
    counts = [list(reached().values()).count(depth) for depth in range(DEPTH)]
    # 18 turns; two on end are another of one axis in 27 ways, and of two axes in 18 x 12.
    assert counts[:3] == [1, 18, 27 + 18 * 12]


def test_no_case_of_the_last_layer_has_fewer_quarter_turns() -> None:
    effects = shortest_of_last_layer()
    patterns = {picture: name for name, picture in OLL.items()}
    oll: dict[str, int] = {}
    pll: dict[str, int] = {}
    for effect, length in effects.items():
        case = inverse_effect(tuple(effect[:54]))
        pictures = [picture_of(side.view(case)) for side in SLOT_VIEWPOINTS]
        name = next(patterns[picture] for picture in pictures if picture in patterns)
        oll[name] = min(length, oll.get(name, length))
        if name == "solved":
            arrangement = name_of_pll(tuple(effect[:54]))
            pll[arrangement] = min(length, pll.get(arrangement, length))
    assert len(oll) > 10
    for table, found in (("paper_oll", oll), ("paper_pll", pll)):
        lengths = {
            case.name: layer_quarters(case.algorithm)
            for case in load_cases(table, CASE_TABLES).values()
        }
        assert found == {name: n for name, n in lengths.items() if n <= 2 * DEPTH}


def test_every_case_of_oll_and_pll_is_solved() -> None:
    assert {case.name for case in load_cases("paper_oll", CASE_TABLES).values()} == OLL.keys()
    assert {case.name for case in load_cases("paper_pll", CASE_TABLES).values()} == PLL.keys()
    for case in load_cases("paper_oll", CASE_TABLES).values():
        cube = before(case.algorithm)
        assert is_home(cube, *FIRST_TWO_LAYERS)
        assert picture_of(stickers_of(cube)) == case.key
    for case in load_cases("paper_pll", CASE_TABLES).values():
        cube = before(case.algorithm)
        assert is_home(cube, *FIRST_TWO_LAYERS)
        assert cube.facelets[:9] == 9 * "U"
        assert name_of_pll(effect_on_stickers(case.algorithm)) == case.name


def test_the_longest_sequences_are_no_longer_than_the_papers() -> None:
    # Sections 14.2.2 to 14.2.4, and what we have, which is proven by the search that made it.
    published = {"paper_corner": 4, "paper_pair": 13, "paper_oll": 14, "paper_pll": 17}
    longest = {"paper_corner": 4, "paper_pair": 10, "paper_oll": 12, "paper_pll": 15}
    for table, most in longest.items():
        lengths = [
            layer_quarters(case.algorithm) for case in load_cases(table, CASE_TABLES).values()
        ]
        assert max(lengths) == most <= published[table]


def test_every_case_of_a_pair_is_solved_and_keeps_what_is_solved() -> None:
    table = load_cases("paper_pair", CASE_TABLES)
    assert table.keys() == load_cases("pair_cases").keys()
    for key, case in table.items():
        corner, edge = key.split()
        where = inverse_effect(effect_on_stickers(case.algorithm))
        assert where[FACELET_BY_NAME["DFR"]] == FACELET_BY_NAME[corner]
        assert where[FACELET_BY_NAME["FR"]] == FACELET_BY_NAME[edge]
        other = [piece for piece in ("BR", "BL", "FL") if {*piece} != {*edge}]
        assert is_home(before(case.algorithm), *CROSS, *other)
        assert layer_quarters(case.algorithm) <= layer_quarters(
            load_cases("pair_cases")[key].algorithm
        )


def test_a_cross_that_is_shortest_in_quarter_turns_has_another_number_of_cases() -> None:
    """Why `lbl-paper` keeps the cross that is shortest in turns: the paper has 43 cases."""
    algorithms = {key: turns for key, _, (turns,) in cross_rows()}
    assert algorithms.keys() == load_cases("cross_edges").keys()
    shortest = cases_of_cross(algorithms, layer_quarters)
    for cases, number in ((shortest, 44), (cross_cases(), 43)):
        different = {case for each in cases for case in each.values()}
        assert len([case for case in different if case.rotation or case.algorithm]) == number
    saved = sum(
        fmean(
            layer_quarters(each[edge].algorithm) - layer_quarters(short[edge].algorithm)
            for edge in short
        )
        for each, short in zip(cross_cases(), shortest, strict=True)
    )
    # As the page says.
    assert round(saved, 1) == 0.2


# Of the file that `python -m papers.polyhedra.lbl.generate_tables` writes.
SHA256 = "fb78e55de87783f6022c8120b261d4b43a223347e7ec6a641d5303096f8eff1e"


def test_the_file_is_the_one_that_was_checked() -> None:
    assert hashlib.sha256(CASE_TABLES.read_bytes()).hexdigest() == SHA256


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES.tables)
def test_the_tables_are_made_again(name: str) -> None:
    assert TABLES.block(name) == load_block(name, CASE_TABLES)
