"""The five basic operations have exactly the effects given by Shintani (2018), on every side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from papers.shintani.layers_1978.operations import (
    SIDES,
    cycle_three_corners,
    cycle_three_edges,
    flip_two_edges,
    move_two_edges,
    turn_two_corners_inward,
)
from solver.core.facelets import CORNER_NAMES, EDGE_NAMES
from solver.core.geometry import FACES
from solver.core.turn import Turn, inverse
from solver.cube import Cube
from solver.notation import shintani
from tests.support.cases import for_each

SOLVED = Cube.solved()
NAMES = str.maketrans("UDESWN", "UDRFLB")
Operation = Callable[..., tuple[Turn, ...]]
ALL: list[Operation] = [
    move_two_edges,
    flip_two_edges,
    cycle_three_corners,
    cycle_three_edges,
    turn_two_corners_inward,
]


def stickers(names: tuple[str, ...], cubies: tuple[int, ...], turned: tuple[int, ...]) -> set[str]:
    """Return for each moved cubie where its stickers went, as in 'UF -> FR'."""
    return {
        "".join(names[cubie]) + " -> " + place[turn:] + place[:turn]
        for place, cubie, turn in zip(names, cubies, turned, strict=True)
        if (names[cubie], 0) != (place, turn)
    }


def moved_edges(cube: Cube) -> set[str]:
    return stickers(EDGE_NAMES, cube.edges, cube.edge_flips)


def moved_corners(cube: Cube) -> set[str]:
    return stickers(CORNER_NAMES, cube.corners, cube.corner_twists)


def test_the_sequences_are_those_of_shintani() -> None:
    written = [shintani.print_turns(operation()).replace(" ", "") for operation in ALL]
    assert written == [
        "U1E1U3E3U3S3U1S1",
        "N3E1N1E3U3E3U1E1",
        "W3N3E3N1W1N3E1N1",
        "E1U1E3U1E1U2E3U2",
        "E1U1E3U1E1U2E3W3U3W1U3W3U2W1",
    ]


def test_the_edge_at_su_goes_to_se_and_that_at_eu_to_es() -> None:
    # The sticker on the side goes to that side: SU to SE, EU to ES.
    assert "UF -> RF" in moved_edges(SOLVED.apply(move_two_edges()))
    assert "UR -> FR" in moved_edges(SOLVED.apply(move_two_edges(from_east=True)))


def test_the_edges_at_un_and_ue_flip() -> None:
    cube = SOLVED.apply(flip_two_edges())
    flipped = {EDGE_NAMES[c] for c, flip in zip(cube.edges, cube.edge_flips, strict=True) if flip}
    assert flipped == {"UB", "UR"}


@pytest.mark.parametrize("back", [False, True])
def test_the_corner_cycle_moves_three_corners_and_nothing_else(back: bool) -> None:
    cube = SOLVED.apply(cycle_three_corners(back=back))
    assert moved_edges(cube) == set()
    assert len(moved_corners(cube)) == 3
    assert {CORNER_NAMES[i] for i in range(8) if cube.corners[i] != i} == {"ULB", "UBR", "UFL"}


@pytest.mark.parametrize("back", [False, True])
def test_the_edge_cycle_flips_no_edge_and_moves_no_corner(back: bool) -> None:
    cube = SOLVED.apply(cycle_three_edges(back=back))
    assert {EDGE_NAMES[i] for i in range(12) if cube.edges[i] != i} == {"UB", "UR", "UF"}
    assert cube.edge_flips == (0,) * 12
    assert cube.corners == tuple(range(8))


@pytest.mark.parametrize("outward", [False, True])
def test_two_corners_twist_and_nothing_else_changes(outward: bool) -> None:
    cube = SOLVED.apply(turn_two_corners_inward(outward=outward))
    assert moved_edges(cube) == set()
    assert cube.corners == tuple(range(8))
    twists = {CORNER_NAMES[i]: twist for i, twist in enumerate(cube.corner_twists) if twist}
    assert twists == ({"ULB": 2, "UFL": 1} if outward else {"ULB": 1, "UFL": 2})


def test_inward_twists_turn_the_top_stickers_towards_each_other() -> None:
    # NWU's top sticker moves to W or N; inward is the side that both corners share.
    facelets = SOLVED.apply(turn_two_corners_inward()).facelets
    west = facelets[9 * FACES.index("L") :][:9]
    assert west[0] == west[2] == "U"


def test_the_cube_solved_by_the_corner_cycle_is_the_printed_one() -> None:
    """The initial state of figure 11: for each face, its stickers of each colour."""
    printed = {"E": "EEUEEEEEE", "U": "UUSUUUNUU", "N": "WNENNNNNN", "S": "USSSSSSSS"}
    printed |= {"D": "DDDDDDDDD", "W": "NWWWWWWWW"}
    facelets = SOLVED.apply(inverse(cycle_three_corners())).facelets
    for face, stickers_ in printed.items():
        start = 9 * FACES.index(face.translate(NAMES))
        assert Counter(facelets[start : start + 9]) == Counter(stickers_.translate(NAMES))


@pytest.mark.parametrize("operation", ALL)
def test_an_operation_on_another_side_is_the_rotated_operation(operation: Operation) -> None:
    around = dict(zip("RFLB", "FLBR", strict=True))
    for side in SIDES:
        here, next_side = operation(side), operation((side + 1) % 4)
        assert next_side == tuple(
            Turn(around.get(turn.face, turn.face), turn.quarter_turns) for turn in here
        )
    assert len({operation(side) for side in SIDES}) == 4


@for_each("operation", ALL)
@for_each("side", SIDES)
@for_each("other_way", [False, True])
def test_operations_keep_the_solved_layers(
    operation: Operation, side: int, other_way: bool
) -> None:
    parameters = (side, other_way) if operation is not flip_two_edges else (side,)
    cube = SOLVED.apply(operation(*parameters))
    assert cube.corners[4:] == (4, 5, 6, 7)
    assert cube.corner_twists[4:] == (0,) * 4
    assert cube.edges[4:8] == (4, 5, 6, 7)
    assert cube.edge_flips[4:8] == (0,) * 4
    changed = [i for i in range(8, 12) if (cube.edges[i], cube.edge_flips[i]) != (i, 0)]
    assert len(changed) == (1 if operation is move_two_edges else 0)
