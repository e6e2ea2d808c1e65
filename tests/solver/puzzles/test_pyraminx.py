"""The Pyraminx: the polyhedra paper's geometry, the complete table, text and the methods."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.core.errors import CubeError, FaceletError, IllegalCubeError, NotationError
from solver.puzzles.polyhedra.polyhedron import after, format_turns, polyhedron
from solver.puzzles.pyraminx import (
    CYCLE,
    FLIP,
    Pyraminx,
    Stages,
    count_turns,
    optimal,
    random_state,
    solve_as_published,
    solve_by_steps,
)
from solver.puzzles.pyraminx_position import parse, read
from solver.puzzles.pyraminx_state import (
    CENTRES,
    EDGE_NAMES,
    EDGES,
    SOLVED,
    SOLVED_STATE,
    STICKERS,
    TIPS,
    TURNS,
    VERTICES,
    PyraminxState,
    PyraminxTurn,
    coordinates_of,
    state_of,
    tables,
)
from solver.puzzles.registry import load_puzzle
from tests.support.cases import for_each
from tests.support.variants import thorough_but

# The numbers of positions at each distance (Jaap Scherphuis, jaapsch.net/puzzles/pyraminx.htm).
KNOWN = [1, 8, 48, 288, 1728, 9896, 51808, 220111, 480467, 166276, 2457, 32]

DOC = Path(__file__).parents[3] / "docs" / "pyraminx.md"

sequences = st.lists(st.sampled_from(sorted(TURNS)), max_size=40)
states = st.integers(0, 2**64).map(lambda seed: random_state(Random(seed)))


def stickers_after(turns: list[PyraminxTurn] | tuple[PyraminxTurn, ...]) -> str:
    letters = SOLVED
    for turn in turns:
        letters = "".join(TURNS[turn].act(letters))
    return letters


def test_the_distances_of_all_positions_are_the_known_ones() -> None:
    assert np.bincount(tables()["all"]).tolist() == KNOWN


# Table 7.2 of the polyhedra paper: which piece goes to (i, j, k, l) in a positive turn about each
# axis.
COMES_FROM = {"U": (0, 2, 3, 1), "L": (3, 1, 0, 2), "R": (1, 3, 2, 0), "B": (2, 0, 1, 3)}


@pytest.mark.parametrize("vertex", VERTICES)
def test_turns_move_the_pieces_as_in_the_paper(vertex: str) -> None:
    # Positive is right-handed about the axis, so anticlockwise as seen from the vertex.
    turn = PyraminxTurn(VERTICES.index(vertex), False, False)
    moved = 0
    for start, target in enumerate(TURNS[turn].targets):
        start_piece, target_piece = STICKERS[start].piece, STICKERS[target].piece
        if start != target:
            assert start_piece == tuple(target_piece[source] for source in COMES_FROM[vertex])
            moved += 1
    assert moved == 3 + 3 + 6


def test_the_pieces_are_those_of_table_7_1() -> None:
    # N = 3: layer 0 holds 6 pieces forward and 3 inverse, layer 1 three of each, layer 2 a tip.
    pieces = {sticker.piece for sticker in STICKERS}
    for vertex in range(4):
        forward = [sum(p[vertex] == n and sum(p) == 2 for p in pieces) for n in range(3)]
        inverse = [sum(p[vertex] == n and sum(p) == 1 for p in pieces) for n in range(3)]
        assert forward == [6, 3, 1]
        assert inverse == [3, 1, 0]
        edges = [sum(p[vertex] == 1 and sorted(p) == [0, 0, 1, 1] for p in pieces)]
        assert edges == [3]
    assert sorted(s for place in TIPS + CENTRES + EDGES for s in place) == list(range(36))


def test_a_clockwise_turn_moves_the_right_face_to_the_front() -> None:
    # Stickers of the right face move to the front, as with U of a cube.
    assert stickers_after(parse("U"))[:9] == "RRRRFFFFF"
    assert stickers_after(parse("u"))[:9] == "RFFFFFFFF"


def test_turns_are_those_of_layers_of_the_polyhedron() -> None:
    shape, layer_turns = polyhedron("pyraminx"), Pyraminx("pyraminx").turns
    # Above, in front on the left, in front on the right, behind.
    assert " ".join(format_turns(shape, layer_turns("U L' r b'"))) == "1I 2I 1L' 2L' 1J 1K'"
    scramble = "U' R L' B' U L b r' l' u // a scramble"
    solution = load_puzzle("pyraminx").solve(scramble).moves
    back = after(shape, layer_turns(scramble) + layer_turns(solution))
    assert back == tuple(range(36))
    assert after(shape, layer_turns(scramble)) != back


def test_a_scramble_and_its_stickers_are_drawn_alike(tmp_path: Path) -> None:
    pyraminx = load_puzzle("pyraminx")
    pyraminx.draw("U' R B l", tmp_path / "moves.svg")
    pyraminx.draw("LLLDLFDDDRLRRRRFLDFFFFFFDDDLLLRRRRDF", tmp_path / "stickers.svg")
    pyraminx.draw("", tmp_path / "solved.svg")
    drawn, same, solved = (tmp_path / f"{name}.svg" for name in ("moves", "stickers", "solved"))
    assert drawn.read_text() == same.read_text() != solved.read_text()


def test_the_documented_position_is_the_documented_scramble() -> None:
    words = DOC.read_text(encoding="utf-8").split()
    stickers = next(word for word in words if len(word) == 36 and set(word) == set("FLRD"))
    assert read(stickers) == read("U' R B l")


@pytest.mark.parametrize(
    "method", thorough_but(["optimal", "paper"], ["optimal", "steps", "paper"])
)
@given(sequence=sequences)
def test_a_solution_solves(method: str, sequence: list[PyraminxTurn]) -> None:
    text = stickers_after(sequence)
    solution = load_puzzle("pyraminx").solve(text, method)
    turns = parse(solution.moves)
    assert stickers_after([*sequence, *turns]) == SOLVED
    assert solution.length == len(turns)


@pytest.mark.thorough
@pytest.mark.parametrize("solve", [solve_by_steps, solve_as_published])
@given(state=states)
def test_the_steps_are_no_longer_than_in_the_paper(
    solve: Callable[[PyraminxState], Stages], state: PyraminxState
) -> None:
    stages = solve(state)
    most = [4, 4, 7, 7, 7, 9, 11]
    assert [stage.name.split()[0] for stage in stages] == [
        *("Tips", "Centres", "Edge", "Edge", "Edge", "Flip", "Cycle")
    ]
    assert all(len(stage.turns) <= m for stage, m in zip(stages, most, strict=True))
    fewest = count_turns(optimal(state))
    assert fewest <= count_turns(stages)
    assert fewest <= 11 + 4


@given(state=states)
def test_the_papers_method_has_its_order_and_the_lengths_of_its_sequences(
    state: PyraminxState,
) -> None:
    stages = solve_as_published(state)
    # The edges of its face I in the order (0, 1, 1, 0), (0, 0, 1, 1), (0, 1, 0, 1), with I J K L
    # for U L R B; then 9 turns or none, and 11 turns or none.
    assert [stage.name for stage in stages[2:]] == [
        *("Edge LR", "Edge RB", "Edge LB", "Flip at U", "Cycle at U")
    ]
    flip, cycle = (stage.turns for stage in stages[5:])
    assert len(flip) in (0, 9)
    assert len(cycle) in (0, 11)
    assert state.apply(turn for stage in stages for turn in stage.turns) == SOLVED_STATE


def test_the_papers_two_sequences_change_nothing_but_edges_of_one_vertex() -> None:
    before = stickers_after([])
    for sequence, places in ((FLIP, 2), (CYCLE, 3)):
        after = stickers_after(sequence)
        moved = {i for i in range(36) if after[i] != before[i]}
        changed = [place for place in EDGES if moved & set(place)]
        assert len(changed) == places
        assert moved <= {sticker for place in changed for sticker in place}
        assert all("U" in EDGE_NAMES[EDGES.index(place)] for place in changed)


@given(sequence=sequences, letters=st.permutations("abcde"))
def test_stickers_are_read_in_any_four_letters(
    sequence: list[PyraminxTurn], letters: list[str]
) -> None:
    renamed = stickers_after(sequence).translate(str.maketrans("FLRD", "".join(letters[:4])))
    assert read(renamed) == SOLVED_STATE.apply(sequence)
    assert read(" . ".join(map(str, sequence)).replace("'", "’")) == SOLVED_STATE.apply(sequence)


@given(state=states)
def test_numbers_and_states_are_one_to_one(state: PyraminxState) -> None:
    assert state_of(*coordinates_of(state), state.tips) == state


def test_two_thirds_of_a_turn_are_one_third_back() -> None:
    assert parse("U2 U2' l2") == parse("U' U l'")


def test_the_distance_after_a_scramble_is_its_length() -> None:
    puzzle = load_puzzle("pyraminx")
    scramble = puzzle.scramble(3)
    assert scramble == puzzle.scramble(3)
    assert puzzle.solve(scramble, "optimal").length == len(scramble.split())


def with_swapped(first: int, second: int) -> str:
    letters = list(SOLVED)
    letters[first], letters[second] = letters[second], letters[first]
    return "".join(letters)


UL, UR, _, LR = EDGES[:4]


@for_each(
    ("text", "error", "words"),
    [
        (SOLVED[1:], FaceletError, "has 35 stickers; a Pyraminx has 36"),
        (SOLVED.replace("D", "F"), FaceletError, "3 letters"),
        ("U X R", NotationError, "'X' is not a turn of a Pyraminx"),
        (with_swapped(UL[0], UL[1]), IllegalCubeError, "an edge is flipped"),
        # They share the front face.
        (with_swapped(UL[0], UR[0]), IllegalCubeError, "two edges are swapped"),
        (with_swapped(UL[0], LR[1]), IllegalCubeError, "the edge at UL is F-F, and no edge is"),
        (with_swapped(TIPS[0][0], TIPS[0][1]), IllegalCubeError, "the tip at U is "),
        (with_swapped(CENTRES[1][0], CENTRES[1][1]), IllegalCubeError, "the centre at L is "),
        ("D" + SOLVED[1:], IllegalCubeError, "10 D, 8 F stickers"),
    ],
)
def test_a_bad_position_is_reported(text: str, error: type[CubeError], words: str) -> None:
    with pytest.raises(error, match=words):
        read(text)
