"""Every case of every table, one by one: it is what it says, is solved, and spoils nothing.

Turns move places, whatever the pieces in them; so one cube for each case proves it for all.
"""

from __future__ import annotations

from itertools import chain, combinations, permutations, product

import pytest

from solver.cube import Cube
from solver.facelets import CORNER_NAMES
from solver.lbl import names
from solver.lbl.f2l import insert
from solver.lbl.holds import HOLDS
from solver.lbl.oll import oll_steps, picture
from solver.lbl.pll import ADJUSTMENTS, arrows, pll_steps
from solver.lbl.stickers import FACELET_OF, SOLVED, after, effect_of, stickers_of, undone
from solver.lbl.tables import Case, load
from solver.permutation import Permutation
from solver.turn import Turn, inverse, turns
from tests.solver.lbl.pieces import CORNERS, CROSS, EDGES, SLOTS, is_home, whereabouts

FIRST_TWO_LAYERS = (*CROSS, *SLOTS, *SLOTS.values())


def cases(table: str) -> list[object]:
    return [pytest.param(case, id=case.key) for case in load(table).values()]


def before(case: Case) -> Cube:
    """Give a cube that the case's algorithm solves."""
    return Cube.solved().apply(inverse(case.algorithm))


def untouched(case: Case) -> set[str]:
    """Give the pieces that stay as they are, by their places."""
    return {piece for piece in FIRST_TWO_LAYERS if is_home(before(case), piece)}


class TestCross:
    def test_every_edge_with_every_set_of_placed_neighbours_is_there(self) -> None:
        neighbours = CROSS[1:]
        placed = chain.from_iterable(combinations(neighbours, size) for size in range(4))
        expected = {
            f"{edge} {'+'.join(some) or '-'}"
            for some in placed
            for edge in EDGES
            if edge not in some and edge[::-1] not in some
        }
        assert set(load("cross")) == expected
        assert len(expected) == 24 + 3 * 22 + 3 * 20 + 18

    @pytest.mark.parametrize("case", cases("cross"))
    def test_it_places_the_edge_and_keeps_its_neighbours(self, case: Case) -> None:
        edge, placed = case.key.split()
        assert whereabouts(before(case), "DF") == edge
        assert placed == "-" or untouched(case) >= set(placed.split("+"))


class TestF2L:
    def test_the_corner_may_be_in_any_place(self) -> None:
        assert set(load("corner")) == set(CORNER_NAMES)

    @pytest.mark.parametrize("case", cases("corner"))
    def test_the_corner_comes_to_its_slot_or_above(self, case: Case) -> None:
        assert len(case.algorithm) <= 4
        for home in range(3):
            corner = FACELET_OF[case.key[home:] + case.key[:home]]
            assert effect_of(case.algorithm)[corner] in {
                FACELET_OF[name] for name in CORNERS if set(name) in ({*"DFR"}, {*"URF"})
            }
        slots = {
            piece
            for edge, corner in SLOTS.items()
            for piece in (edge, corner)
            if edge != "FR" and corner != case.key
        }
        assert untouched(case) >= slots | set(CROSS)

    def test_all_96_cases_are_there(self) -> None:
        expected = {
            f"{corner} {edge}"
            for corner, edge in product(CORNERS, EDGES)
            if set(corner) in ({*"DFR"}, {*"URF"}) and "D" not in edge
        }
        assert set(load("pair")) == expected
        assert len(expected) == 3 * 2 * 16

    @pytest.mark.parametrize("case", cases("pair"))
    def test_the_pair_goes_in(self, case: Case) -> None:
        corner, edge = case.key.split()
        assert whereabouts(before(case), "DFR") == corner
        assert whereabouts(before(case), "FR") == edge
        free = {"FR", edge, edge[::-1]}
        slots = {piece for slot in SLOTS.items() if slot[0] not in free for piece in slot}
        assert untouched(case) >= slots | set(CROSS)

    def test_both_steps_together_fill_the_slot_from_all_384_states(self) -> None:
        edges = [edge for edge in EDGES if "D" not in edge]
        for corner, edge in product(CORNERS, edges):
            seen = list(SOLVED)
            seen[FACELET_OF["DFR"]], seen[FACELET_OF["FR"]] = FACELET_OF[corner], FACELET_OF[edge]
            effect = SOLVED
            for case in insert(tuple(seen)):
                effect = after(effect, case.effect)
            assert effect[FACELET_OF[corner]] == FACELET_OF["DFR"]
            assert effect[FACELET_OF[edge]] == FACELET_OF["FR"]
            for slot_edge, slot_corner in SLOTS.items():
                in_use = {*slot_edge} == {*edge} or {*slot_corner} == {*corner}
                for piece in (slot_edge, slot_corner):
                    if slot_edge != "FR" and not in_use:
                        assert effect[FACELET_OF[piece]] == FACELET_OF[piece]
            assert all(effect[FACELET_OF[piece]] == FACELET_OF[piece] for piece in CROSS)


def last_layer(
    corners: tuple[int, ...],
    twists: tuple[int, ...],
    edges: tuple[int, ...],
    flips: tuple[int, ...],
) -> Cube:
    done = Cube.solved()
    return Cube(
        corners + done.corners[4:],
        twists + done.corner_twists[4:],
        edges + done.edges[4:],
        flips + done.edge_flips[4:],
    )


def patterns() -> list[Cube]:
    """Give every way in which the top pieces can be turned."""
    top = (0, 1, 2, 3)
    return [
        last_layer(top, twists, top, flips)
        for twists in product(range(3), repeat=4)
        for flips in product(range(2), repeat=4)
        if sum(twists) % 3 == 0 and sum(flips) % 2 == 0
    ]


def arrangements() -> list[Cube]:
    """Give every order in which the top pieces can be."""
    return [
        last_layer(corners, (0,) * 4, edges, (0,) * 4)
        for corners, edges in product(permutations(range(4)), repeat=2)
        if Permutation(corners).is_even == Permutation(edges).is_even
    ]


def is_top_up(cube: Cube) -> bool:
    return cube.corner_twists == (0,) * 8 and cube.edge_flips == (0,) * 12


class TestOLL:
    def test_all_216_patterns_are_turned_up(self) -> None:
        assert len(patterns()) == 216
        for cube in patterns():
            (step,) = oll_steps(stickers_of(cube))
            done = cube.apply(step.moves)
            assert is_top_up(done)
            assert is_home(done, *FIRST_TWO_LAYERS)

    def test_held_in_any_way_they_are_58(self) -> None:
        classes = {
            frozenset(picture(hold.see(stickers_of(cube))) for hold in HOLDS) for cube in patterns()
        }
        assert len(classes) == 58
        for members in classes:
            assert len(members & set(load("oll"))) == 1
            assert len(members & set(names.OLL.values())) == 1

    @pytest.mark.parametrize("case", cases("oll"))
    def test_the_picture_and_the_name_are_those_of_what_it_solves(self, case: Case) -> None:
        where = stickers_of(before(case))
        assert picture(where) == case.key
        assert names.OLL[case.name] in {picture(hold.see(where)) for hold in HOLDS}
        assert is_home(before(case), *FIRST_TWO_LAYERS)

    @pytest.mark.parametrize(
        ("name", "algorithm"),
        # What every speedcuber knows by these names.
        [
            ("27 Sune", "R U R' U R U2 R'"),
            ("26 Antisune", "R U2 R' U' R U' R'"),
            ("45 T", "F R U R' U' F'"),
            ("33 T", "R U R' U' R' F R F'"),
            ("37 fish", "F R' F' R U R U' R'"),
            ("31 P", "R' U' F U R U' R' F' R"),
            ("46 C", "R' U' R' F R F' U R"),
        ],
    )
    def test_well_known_algorithms_solve_the_cases_of_their_names(
        self, name: str, algorithm: str
    ) -> None:
        cube = Cube.solved().apply(inverse(turns(algorithm)))
        assert oll_steps(stickers_of(cube))[0].stage == f"OLL: {name}"

    @pytest.mark.parametrize(
        ("name", "edges", "corners"),
        [
            # How many edges and corners look up already, as the numbering's own groups have it.
            *[(str(n), 0, None) for n in (1, 2, 3, 4, 17, 18, 19)],
            ("20", 0, 4),
            *[(str(n), 4, None) for n in range(21, 28)],
            *[(str(n), 2, 4) for n in (28, 57)],
            *[(str(n), 2, 0) for n in range(47, 57)],
            *[(str(n), 2, 2) for n in (*range(31, 35), *range(43, 47))],
        ],
    )
    def test_the_numbers_are_those_in_common_use(
        self, name: str, edges: int, corners: int | None
    ) -> None:
        (cube,) = [before(c) for c in load("oll").values() if c.name.split()[0] == name]
        assert cube.edge_flips[:4].count(0) == edges
        assert corners is None or cube.corner_twists[:4].count(0) == corners


class TestPLL:
    def test_all_288_arrangements_are_solved(self) -> None:
        assert len(arrangements()) == 288
        for cube in arrangements():
            (step,) = pll_steps(stickers_of(cube))
            assert cube.apply(step.moves).is_solved

    def test_held_in_any_way_and_up_to_a_turn_of_the_top_they_are_22(self) -> None:
        tops = [effect_of(adjustment) for adjustment in ADJUSTMENTS]
        classes = {
            frozenset(
                after(after(first, hold.see(stickers_of(cube))), last)
                for hold, first, last in product(HOLDS, tops, tops)
            )
            for cube in arrangements()
        }
        assert len(classes) == 22
        solved_by_table = {undone(case.effect) for case in load("pll").values()}
        assert len(solved_by_table) == 22
        assert all(len(members & solved_by_table) == 1 for members in classes)

    @pytest.mark.parametrize("case", cases("pll"))
    def test_the_arrows_are_what_it_does(self, case: Case) -> None:
        assert (arrows(effect_of(case.algorithm)) or "-") == case.key
        assert is_home(before(case), *FIRST_TWO_LAYERS)
        assert is_top_up(before(case))

    @pytest.mark.parametrize(
        ("name", "algorithm"),
        [
            ("T", "R U R' U' R' F R2 U' R' U' R U R' F'"),
            ("Y", "F R U' R' U' R U R' F' R U R' U' R' F R F'"),
            ("Jb", "R U R' F' R U R' U' R' F R2 U' R'"),
            ("Ua", "R U' R U R U R U' R' U' R2"),
            ("Ub", "R2 U R U R' U' R' U' R' U R'"),
            ("Nb", "R' U R U' R' F' U' F R U R' F R' F' R U' R"),
            ("Ga", "R2 U R' U R' U' R U' R2 U' D R' U R D'"),
        ],
    )
    def test_well_known_algorithms_solve_the_cases_of_their_names(
        self, name: str, algorithm: str
    ) -> None:
        cube = Cube.solved().apply(inverse(turns(algorithm)))
        assert self.name(cube) == name

    @pytest.mark.parametrize("pair", ["Aa Ab", "Ua Ub", "Ga Gb", "Gc Gd"])
    def test_some_undo_each_other(self, pair: str) -> None:
        one, other = pair.split()
        assert self.name(Cube.solved().apply(self.algorithm(one))) == other
        assert self.name(Cube.solved().apply(self.algorithm(other))) == one

    @pytest.mark.parametrize(
        "pair", ["Aa Ab", "Ua Ub", "Ga Gc", "Gb Gd", "Ja Jb", "Na Nb", "Ra Rb"]
    )
    def test_some_are_mirror_images(self, pair: str) -> None:
        one, other = pair.split()
        mirror = str.maketrans("RL", "LR")
        mirrored = [
            Turn(str(turn.face).translate(mirror), 4 - turn.quarter_turns)
            for turn in self.algorithm(one)
        ]
        assert self.name(Cube.solved().apply(inverse(mirrored))) == other

    @staticmethod
    def name(cube: Cube) -> str:
        return pll_steps(stickers_of(cube))[0].stage.removeprefix("PLL: ")

    @staticmethod
    def algorithm(name: str) -> tuple[Turn, ...]:
        return next(case.algorithm for case in load("pll").values() if case.name == name)
