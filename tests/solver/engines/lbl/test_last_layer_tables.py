"""Every case of the last layer's tables: it is as described, is solved, and nothing else changes.

Turns permute places independently of the pieces, so one cube for each case proves it for all.
"""

from __future__ import annotations

from itertools import permutations, product
from statistics import fmean

import pytest

from solver.core.permutation import Permutation
from solver.core.turn import Turn, inverse, parse_turns
from solver.cube import Cube
from solver.encodings import (
    SOLVED_BYTES,
    TOP,
    Stickers,
    bytes_of,
    compose,
    effect_on_stickers,
    inverse_effect,
    stickers_of,
    turn_bytes,
)
from solver.engines.case_tables import Case, load_cases
from solver.engines.lbl.explanations import explain_part
from solver.engines.lbl.generate_last_layer import OLL, all_last_layer_states
from solver.engines.lbl.last_layer import (
    AUF_TURNS,
    CHOSEN_TWO_LOOK,
    ONE_LOOK,
    TWO_LOOK,
    LastLayerMethod,
    cycle_notation,
    oll,
    oll_pattern,
    pll,
    position_names,
    relabel_by_auf,
    seen_from,
)
from solver.engines.lbl.viewpoints import SLOT_VIEWPOINTS
from tests.support.cases import for_each
from tests.support.cube_pieces import is_home
from tests.support.lbl_cases import FIRST_TWO_LAYERS, before, cases


def top_of(cube: Cube) -> bytes:
    return bytes_of(stickers_of(cube))[TOP]


def look(seen: Stickers) -> str:
    return oll_pattern(seen[sticker] for sticker in range(9))


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
    """Return every orientation of the top pieces."""
    top = (0, 1, 2, 3)
    return [
        last_layer(top, twists, top, flips)
        for twists in product(range(3), repeat=4)
        for flips in product(range(2), repeat=4)
        if sum(twists) % 3 == 0 and sum(flips) % 2 == 0
    ]


def arrangements() -> list[Cube]:
    """Return every permutation of the top pieces."""
    return [
        last_layer(corners, (0,) * 4, edges, (0,) * 4)
        for corners, edges in product(permutations(range(4)), repeat=2)
        if Permutation(corners).is_even == Permutation(edges).is_even
    ]


def is_top_up(cube: Cube) -> bool:
    return cube.corner_twists == (0,) * 8 and cube.edge_flips == (0,) * 12


class TestOLL:
    def test_all_216_patterns_are_oriented(self) -> None:
        assert len(patterns()) == 216
        for cube in patterns():
            part, effect = oll(top_of(cube))
            done = cube.apply(part.moves)
            assert top_of(done) == top_of(cube).translate(effect)
            assert is_top_up(done)
            assert is_home(done, *FIRST_TWO_LAYERS)

    def test_there_are_58_patterns_up_to_rotation(self) -> None:
        classes = {
            frozenset(look(hold.view(stickers_of(cube))) for hold in SLOT_VIEWPOINTS)
            for cube in patterns()
        }
        assert len(classes) == 58
        for members in classes:
            assert len(members & set(load_cases("oll"))) == 1
            assert len(members & set(OLL.values())) == 1

    @for_each("case", cases("oll"))
    def test_the_picture_and_the_name_describe_the_case(self, case: Case) -> None:
        where = stickers_of(before(case.algorithm))
        assert look(where) == case.key
        assert OLL[case.name] in {look(hold.view(where)) for hold in SLOT_VIEWPOINTS}
        assert is_home(before(case.algorithm), *FIRST_TWO_LAYERS)

    @pytest.mark.parametrize(
        ("name", "algorithm"),
        # Well-known algorithms of these names.
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
        cube = Cube.solved().apply(inverse(parse_turns(algorithm)))
        assert oll(top_of(cube))[0].stage == f"OLL: {name}"

    @for_each(
        ("name", "edges", "corners"),
        [
            # Number of oriented edges and corners, by the groups of the usual numbering.
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
        (cube,) = [
            before(c.algorithm) for c in load_cases("oll").values() if c.name.split()[0] == name
        ]
        assert cube.edge_flips[:4].count(0) == edges
        assert corners is None or cube.corner_twists[:4].count(0) == corners


class TestChoice:
    @for_each("case", cases("oll_choice"))
    def test_each_algorithm_orients_the_case_and_leaves_another_arrangement(
        self, case: Case
    ) -> None:
        usual = load_cases("oll")[case.key]
        assert (case.name, case.algorithm) == (usual.name, usual.algorithm)
        assert len({before(algorithm) for algorithm in case.algorithms}) == len(case.algorithms)
        for algorithm in case.algorithms:
            assert look(stickers_of(before(algorithm))) == case.key
            assert is_home(before(algorithm), *FIRST_TWO_LAYERS)

    def test_it_has_all_cases(self) -> None:
        assert load_cases("oll_choice").keys() == load_cases("oll").keys()

    def test_the_steps_together_are_never_longer_and_much_shorter_in_the_mean(self) -> None:
        states = list(all_last_layer_states())[::61]
        pairs = [(CHOSEN_TWO_LOOK.lengths[top], TWO_LOOK.lengths[top]) for top in states]
        assert all(chosen <= usual for chosen, usual in pairs)
        assert fmean(usual - chosen for chosen, usual in pairs) > 1.5

    def test_another_algorithm_than_the_usual_one_has_a_reason(self) -> None:
        reasons = {
            part.is_usual: explain_part(part).as_seen
            for top in list(all_last_layer_states())[::61]
            for part in CHOSEN_TWO_LOOK.parts(top)[:1]
        }
        assert "leaves a shorter PLL" in reasons[False]
        assert "leaves a shorter PLL" not in reasons[True]


class TestPLL:
    def test_all_288_arrangements_are_solved(self) -> None:
        assert len(arrangements()) == 288
        for cube in arrangements():
            assert cube.apply(pll(top_of(cube)).moves).is_solved()

    def test_there_are_22_arrangements_up_to_rotation_and_a_top_turn(self) -> None:
        tops = [effect_on_stickers(adjustment) for adjustment in AUF_TURNS]
        classes = {
            frozenset(
                compose(compose(first, hold.view(stickers_of(cube))), last)
                for hold, first, last in product(SLOT_VIEWPOINTS, tops, tops)
            )
            for cube in arrangements()
        }
        assert len(classes) == 22
        solved_by_table = {
            inverse_effect(effect_on_stickers(case.algorithm))
            for case in load_cases("pll").values()
        }
        assert len(solved_by_table) == 22
        assert all(len(members & solved_by_table) == 1 for members in classes)

    @for_each("case", cases("pll"))
    def test_the_arrows_show_the_permutation(self, case: Case) -> None:
        assert (cycle_notation(effect_on_stickers(case.algorithm)) or "-") == case.key
        assert is_home(before(case.algorithm), *FIRST_TWO_LAYERS)
        assert is_top_up(before(case.algorithm))

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
        cube = Cube.solved().apply(inverse(parse_turns(algorithm)))
        assert self.name(cube) == name

    @pytest.mark.parametrize("pair", ["Aa Ab", "Ua Ub", "Ga Gb", "Gc Gd"])
    def test_some_cases_are_inverse_to_each_other(self, pair: str) -> None:
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
        return pll(top_of(cube)).stage.removeprefix("PLL: ")

    @staticmethod
    def algorithm(name: str) -> tuple[Turn, ...]:
        return next(case.algorithm for case in load_cases("pll").values() if case.name == name)


class TestOneLook:
    def test_the_table_has_all_3916_cases(self) -> None:
        classes = {
            min(relabel_by_auf(seen_from(side, top), n) for side in range(4) for n in range(4))
            for top in all_last_layer_states()
        }
        assert len(classes) == 3916
        assert {position_names(top) for top in classes} == set(load_cases("one_look"))

    def test_each_algorithm_solves_its_case_up_to_a_turn_of_the_top(self) -> None:
        for case in load_cases("one_look").values():
            for algorithm in case.algorithms:
                cube = before(algorithm)
                seen = {position_names(relabel_by_auf(top_of(cube), n)) for n in range(4)}
                assert case.key in seen
                assert is_home(cube, *FIRST_TWO_LAYERS)
                assert len(algorithm) == len(case.algorithm)
                assert not algorithm or {algorithm[0].face, algorithm[-1].face} & {"U"} == set()

    @pytest.mark.parametrize("step", [pytest.param(1, marks=pytest.mark.slow), 11])
    @pytest.mark.parametrize(
        "ending",
        [ONE_LOOK, TWO_LOOK, CHOSEN_TWO_LOOK],
        ids=["one look", "two look", "chosen two look"],
    )
    def test_all_62208_states_are_solved(self, ending: LastLayerMethod, step: int) -> None:
        states = list(all_last_layer_states())
        assert len(set(states)) == 62_208
        for top in states[::step]:
            state = SOLVED_BYTES[:8] + top + SOLVED_BYTES[16:]
            moves = [turn for part in ending.parts(top) for turn in part.moves]
            assert turn_bytes(state, moves) == SOLVED_BYTES
            assert ending.lengths[top] == len(moves)

    def test_it_is_never_longer_than_two_looks_and_much_shorter_in_the_mean(self) -> None:
        states = list(all_last_layer_states())[::7]
        pairs = [(ONE_LOOK.lengths[top], TWO_LOOK.lengths[top]) for top in states]
        assert all(one <= two for one, two in pairs)
        assert sum(two - one for one, two in pairs) / len(pairs) > 6
