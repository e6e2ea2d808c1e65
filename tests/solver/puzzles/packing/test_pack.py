"""Packing against what is known, and against trying everything."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from solver.puzzles.packing import (
    SETS,
    Box,
    Packing,
    PackingResult,
    Piece,
    Polycube,
    Search,
    infeasibility_reason,
    pack,
)
from solver.puzzles.packing.polycube import ISOMETRIES, Isometry

CUBE = Box(3, 3, 3)
# What Avendia19's program prints of its first way: the cells that are taken, after each piece.
PRINTED = """
...|...|...|.#.|##.|...|.##|...|...
...|.##|..#|.#.|##.|..#|.##|...|...
...|.##|.##|.#.|##.|.##|.##|..#|.##
...|.##|.##|.#.|##.|###|###|###|###
.##|.##|.##|.##|###|###|###|###|###
###|###|###|###|###|###|###|###|###
"""


def masks(packing: Packing) -> dict[str, frozenset[int]]:
    return {name: frozenset(cells) for name, cells in packing.pieces}


def line(length: int, name: str = "A") -> Piece:
    return Piece(name, Polycube.of((i, 0, 0) for i in range(length)))


def test_the_six_pieces_of_the_seed_can_be_packed_in_six_ways() -> None:
    found = pack(CUBE, SETS["six"])
    assert len(found.distinct) == 6
    assert found.copies == 6 * 24
    assert found.is_complete


def test_the_seeds_own_way_is_among_them() -> None:
    taken = [
        frozenset(i for i, mark in enumerate(row.replace("|", "")) if mark == "#")
        for row in PRINTED.split()
    ]
    assert [len(cells) for cells in taken] == [5, 9, 14, 19, 23, 27]
    seed = {}
    before: frozenset[int] = frozenset()
    for name, cells in zip("ABCDEF", taken, strict=True):
        seed[name] = cells - before
        before = cells
    alike = [
        {name: frozenset(target[cell] for cell in cells) for name, cells in seed.items()}
        for target in (
            CUBE.cell_images(motion) for motion in CUBE.symmetries() if motion.is_rotation
        )
    ]
    assert sum(masks(packing) in alike for packing in pack(CUBE, SETS["six"]).distinct) == 1


def test_the_soma_cube_has_240_ways() -> None:
    """Conway and Guy, 1961."""
    found = pack(CUBE, SETS["soma"])
    assert len(found.distinct) == 240
    assert found.up_to_rotation == 480
    assert found.copies == 11520


def test_every_way_fills_the_box_with_the_pieces() -> None:
    for name, pieces in SETS.items():
        shapes = {piece.name: piece.polycube.orientations() for piece in pieces}
        places = list(CUBE.cells())
        for packing in pack(CUBE, pieces).distinct:
            assert "" not in packing.names()
            for letter, cells in packing.pieces:
                lying = Polycube.of(places[cell] for cell in cells)
                assert lying in shapes[letter], name


@pytest.mark.parametrize(
    ("x", "y", "ways"), [(2, 2, 2), (4, 2, 5), (4, 4, 36), (6, 6, 6728), (8, 3, 153)]
)
def test_dominoes_have_as_many_ways_as_is_known(x: int, y: int, ways: int) -> None:
    """Kasteleyn, 1961: the tilings of a rectangle, each of them counted."""
    assert pack(Box(x, y, 1), [line(2)] * (x * y // 2)).copies == ways


def test_pieces_that_are_alike_may_be_swapped() -> None:
    """Of the two tilings of a square by dominoes a quarter turn makes one."""
    found = pack(Box(2, 2, 1), [line(2, "A"), line(2, "B")])
    assert len(found.distinct) == 1
    assert found.copies == 2
    assert sorted(found.distinct[0].names()) == ["A", "A", "B", "B"]


def soma(letters: str) -> list[Piece]:
    pieces = {piece.name: piece for piece in SETS["soma"]}
    return [pieces[letter] for letter in letters]


def test_mirrored_pieces_must_be_asked_for() -> None:
    """Two screws of one hand make a cube, one of each hand do not, unless one is mirrored."""
    cube = Box(2, 2, 2)
    assert pack(cube, soma("AA")).copies > 0
    assert infeasibility_reason(cube, soma("AB")) is None
    assert pack(cube, soma("AB")).copies == 0
    assert pack(cube, soma("AB"), with_mirrors=True).copies == 2 * pack(cube, soma("AA")).copies


def test_the_search_can_be_stopped() -> None:
    found = pack(CUBE, SETS["soma"], most=7)
    assert len(found.distinct) == 7
    assert not found.is_complete


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    search = Search(CUBE, SETS["six"])
    search.run(on_progress=lambda tried, ways: told.append((tried, ways)))
    assert told[-1] == (search.packings().tried, 6)


def test_what_is_found_when_it_is_broken_off_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.puzzles.packing.search._PLACEMENTS_PER_REPORT", 500)

    def stop(tried: int, ways: int) -> None:
        if ways:
            raise KeyboardInterrupt

    search = Search(CUBE, SETS["soma"])
    with pytest.raises(KeyboardInterrupt):
        search.run(on_progress=stop)
    found = search.packings()
    assert 0 < len(found.distinct) < 240
    assert not found.is_complete


def pentominoes() -> list[Piece]:
    """Draw the twelve flat pieces of five cubes."""
    drawn = {
        "F": ".##/##./.#.",
        "I": "#####",
        "L": "####/#...",
        "N": "###./..##",
        "P": "##/##/#.",
        "T": "###/.#./.#.",
        "U": "#.#/###",
        "V": "###/#../#..",
        "W": "#../##./.##",
        "X": ".#./###/.#.",
        "Y": "####/.#..",
        "Z": "##./.#./.##",
    }
    return [
        Piece(
            name,
            Polycube.of(
                (x, y, 0)
                for y, row in enumerate(rows.split("/"))
                for x, mark in enumerate(row)
                if mark == "#"
            ),
        )
        for name, rows in drawn.items()
    ]


def test_pentominoes_in_the_narrowest_box() -> None:
    """As is known: 2 ways into 3 x 20, and 2339 into 6 x 10."""
    assert len(pack(Box(20, 3, 1), pentominoes()).distinct) == 2


@pytest.mark.slow
def test_pentominoes_in_the_widest_box() -> None:
    assert len(pack(Box(10, 6, 1), pentominoes()).distinct) == 2339


class Everything(NamedTuple):
    """All ways, by trying every set of places, and how many are alike.

    `turned` are those that no rotation of the box turns into each other, `distinct` those that no
    motion does, mirror images too where the pieces are each other's.
    """

    copies: int
    turned: int
    distinct: int


Shape = tuple[Polycube, ...]
Way = frozenset[tuple[Shape, frozenset[int]]]


def everything(box: Box, pieces: list[Piece]) -> Everything:
    wanted = sorted(piece.polycube.orientations() for piece in pieces)
    places = [
        (shape, frozenset(place))
        for shape in set(wanted)
        for lying in shape
        for place in box.placements(lying)
    ]
    ways = [
        frozenset(chosen)
        for chosen in combinations(places, len(pieces))
        if sorted(shape for shape, _ in chosen) == wanted
        and sum(len(cells) for _, cells in chosen) == box.volume
        and len(frozenset().union(*(cells for _, cells in chosen))) == box.volume
    ]
    rotations = [motion for motion in box.symmetries() if motion.is_rotation]
    has_mirror = sorted(mirrored(shape) for shape in wanted) == wanted
    motions = list(box.symmetries()) if has_mirror else rotations
    return Everything(
        len(ways),
        len({frozenset(image(box, way, motion) for motion in rotations) for way in ways}),
        len({frozenset(image(box, way, motion) for motion in motions) for way in ways}),
    )


def mirrored(shape: Shape) -> Shape:
    return shape[0].transformed(next(m for m in ISOMETRIES if not m.is_rotation)).orientations()


def image(box: Box, way: Way, motion: Isometry) -> Way:
    target = box.cell_images(motion)
    return frozenset(
        (
            shape if motion.is_rotation else mirrored(shape),
            frozenset(target[cell] for cell in cells),
        )
        for shape, cells in way
    )


pieces_of_three = st.lists(
    st.sampled_from(
        [
            Polycube.of([(0, 0, 0)]),
            Polycube.of([(0, 0, 0), (1, 0, 0)]),
            Polycube.of([(0, 0, 0), (1, 0, 0), (2, 0, 0)]),
            Polycube.of([(0, 0, 0), (1, 0, 0), (0, 1, 0)]),
            Polycube.of([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]),
            Polycube.of([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 1, 1)]),
        ]
    ),
    min_size=1,
    max_size=3,
)
small_boxes = st.sampled_from(
    [Box(2, 2, 2), Box(3, 2, 1), Box(2, 2, 1), Box(4, 1, 1), Box(3, 3, 1)]
)


@given(small_boxes, pieces_of_three)
@settings(max_examples=40)
def test_the_same_is_found_as_by_trying_everything(box: Box, shapes: list[Polycube]) -> None:
    left = box.volume - sum(len(shape.cells) for shape in shapes)
    if left < 0 or left > 2:
        shapes, left = shapes[:1], box.volume - len(shapes[0].cells)
    assume(0 <= left <= 3)
    single = [Polycube.of([(0, 0, 0)])] * left
    pieces = [Piece("A", shape) for shape in [*shapes, *single]]
    found = pack(box, pieces)
    counts = Everything(found.copies, found.up_to_rotation, len(found.distinct))
    assert counts == everything(box, pieces)


def test_too_much_and_too_little_are_said() -> None:
    reason = infeasibility_reason(Box(3, 3, 2), SETS["soma"])
    assert reason == "the pieces have 27 cubes, the box 3x3x2 has room for 18"
    assert pack(Box(3, 3, 2), SETS["soma"]) == PackingResult((), 0, 0, 0, True)
    assert pack(Box(2, 1, 1), [line(2)] * 3) == PackingResult((), 0, 0, 0, True)
    assert pack(Box(4, 1, 1), [line(2)]) == PackingResult((), 0, 0, 0, True)


def test_a_piece_that_is_too_long_is_said() -> None:
    reason = infeasibility_reason(Box(2, 2, 2), [line(3, "A"), line(5, "B")])
    assert reason is not None
    assert "the piece A is too large" in reason
    assert "3x1x1" in reason


def test_a_cell_out_of_reach_is_said() -> None:
    plus = Polycube.of([(1, 0, 0), (0, 1, 0), (1, 1, 0), (2, 1, 0), (1, 2, 0)])
    pieces = [Piece("P", plus), Piece("Q", Polycube.of([*plus.cells, (1, 3, 0)]))]
    reason = infeasibility_reason(Box(11, 1, 1), pieces)
    assert reason is not None
    assert "too large" in reason
    corners = infeasibility_reason(Box(3, 5, 1), [Piece("P", plus)] * 3)
    assert corners is not None
    assert "no piece reaches the cell (0, 0, 0)" in corners


def test_the_chessboard_argument_is_said() -> None:
    """Four T-tetrominoes make a square, five make no rectangle: each covers 3 and 1."""
    t = Piece("T", Polycube.of([(0, 0, 0), (1, 0, 0), (2, 0, 0), (1, 1, 0)]))
    assert infeasibility_reason(Box(4, 4, 1), [t] * 4) is None
    assert pack(Box(4, 4, 1), [t] * 4).copies == 2
    reason = infeasibility_reason(Box(5, 4, 1), [t] * 5)
    assert reason is not None
    assert "chessboard" in reason
    assert "has 0 more cells" in reason
    assert pack(Box(5, 4, 1), [t] * 5).distinct == ()


@given(small_boxes, pieces_of_three)
@settings(max_examples=40)
def test_what_is_called_impossible_is_not_found(box: Box, shapes: list[Polycube]) -> None:
    pieces = [Piece("A", shape) for shape in shapes]
    if infeasibility_reason(box, pieces) is not None:
        volume = sum(len(shape.cells) for shape in shapes)
        assert volume != box.volume or everything(box, pieces).copies == 0


def test_what_has_no_cheap_reason_is_tried() -> None:
    pieces = soma("TTTTTTV")
    assert infeasibility_reason(CUBE, pieces) is None
    found = pack(CUBE, pieces)
    assert found.distinct == ()
    assert found.is_complete
    assert found.tried > 0
