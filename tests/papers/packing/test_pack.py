"""Packing compared with known counts and with an exhaustive search."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from papers.packing import (
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
from papers.packing.pieces import ISOMETRIES, Isometry
from papers.packing.published_search import first_packing

CUBE = Box(3, 3, 3)
# The first solution printed by Avendia19's program: the occupied cells after each piece.
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


def test_the_six_pieces_of_avendia19_have_six_packings() -> None:
    found = pack(CUBE, SETS["six"])
    assert len(found.distinct) == 6
    assert found.copies == 6 * 24
    assert found.is_complete


def test_the_published_search_prints_the_blocks_of_avendia19() -> None:
    found = first_packing()
    blocks = [
        "|".join(row[1:-1].replace(" ", ".") for row in block.splitlines())
        for block in found.blocks()
    ]
    assert blocks == PRINTED.split()
    assert found.tried == 564_619


def test_the_printed_packing_is_among_them_and_no_mirror_image_of_it() -> None:
    """Its y points to the back, since its matrices turn right-handed; ours points to the front."""
    taken = [
        frozenset(
            CUBE.index((x, 2 - y, z))
            for (x, y, z), mark in zip(CUBE.cells(), row.replace("|", ""), strict=True)
            if mark == "#"
        )
        for row in PRINTED.split()
    ]
    assert [len(cells) for cells in taken] == [5, 9, 14, 19, 23, 27]
    before: frozenset[int] = frozenset()
    printed = {}
    for name, cells in zip("ABCDEF", taken, strict=True):
        printed[name] = cells - before
        before = cells

    def occurrences(are_rotations: bool) -> int:
        images = [
            {name: frozenset(target[cell] for cell in cells) for name, cells in printed.items()}
            for target in (
                CUBE.cell_images(motion)
                for motion in CUBE.symmetries()
                if motion.is_rotation == are_rotations
            )
        ]
        return sum(masks(packing) in images for packing in pack(CUBE, SETS["six"]).distinct)

    assert occurrences(are_rotations=True) == 1
    assert occurrences(are_rotations=False) == 0


def test_pieces_are_those_of_avendia19_and_not_their_mirror_images() -> None:
    """His B goes along x, y and z, which are right-handed; with y to the viewer it is not."""
    (piece,) = [piece for piece in SETS["six"] if piece.name == "B"]
    path = Polycube.of([(0, 1, 0), (1, 1, 0), (1, 0, 0), (1, 0, 1)])
    assert path in piece.polycube.orientations()
    mirrored = Polycube.of([(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)])
    assert mirrored not in piece.polycube.orientations()


def test_the_soma_cube_has_240_packings() -> None:
    """Conway and Guy, 1961."""
    found = pack(CUBE, SETS["soma"])
    assert len(found.distinct) == 240
    assert found.up_to_rotation == 480
    assert found.copies == 11520


def test_every_packing_fills_the_box_with_the_pieces() -> None:
    for name, pieces in SETS.items():
        shapes = {piece.name: piece.polycube.orientations() for piece in pieces}
        places = list(CUBE.cells())
        for packing in pack(CUBE, pieces).distinct:
            assert "" not in packing.names()
            for letter, cells in packing.pieces:
                lying = Polycube.of(places[cell] for cell in cells)
                assert lying in shapes[letter], name


@pytest.mark.parametrize(
    ("x", "y", "packings"), [(2, 2, 2), (4, 2, 5), (4, 4, 36), (6, 6, 6728), (8, 3, 153)]
)
def test_dominoes_have_the_known_number_of_tilings(x: int, y: int, packings: int) -> None:
    """Kasteleyn, 1961: the tilings of a rectangle, each of them counted."""
    assert pack(Box(x, y, 1), [line(2)] * (x * y // 2)).copies == packings


def test_equal_pieces_may_be_swapped() -> None:
    """The two tilings of a square by dominoes are equal up to a quarter turn."""
    found = pack(Box(2, 2, 1), [line(2, "A"), line(2, "B")])
    assert len(found.distinct) == 1
    assert found.copies == 2
    assert sorted(found.distinct[0].names()) == ["A", "A", "B", "B"]


def soma(letters: str) -> list[Piece]:
    pieces = {piece.name: piece for piece in SETS["soma"]}
    return [pieces[letter] for letter in letters]


def test_mirrored_pieces_must_be_asked_for() -> None:
    """Two equal chiral pieces make a cube; two opposite ones only if one may be mirrored."""
    cube = Box(2, 2, 2)
    assert pack(cube, soma("AA")).copies > 0
    assert infeasibility_reason(cube, soma("AB")) is None
    assert pack(cube, soma("AB")).copies == 0
    assert pack(cube, soma("AB"), with_mirrors=True).copies == 2 * pack(cube, soma("AA")).copies


def test_the_search_can_be_stopped() -> None:
    found = pack(CUBE, SETS["soma"], most=7)
    assert len(found.distinct) == 7
    assert not found.is_complete


def test_the_progress_is_reported() -> None:
    reports: list[tuple[int, int]] = []
    search = Search(CUBE, SETS["six"])
    search.run(on_progress=lambda tried, packings: reports.append((tried, packings)))
    assert reports[-1] == (search.packings().tried, 6)


def test_packings_found_before_an_interruption_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("papers.packing.search._PLACEMENTS_PER_REPORT", 500)

    def stop(tried: int, packings: int) -> None:
        if packings:
            raise KeyboardInterrupt

    search = Search(CUBE, SETS["soma"])
    with pytest.raises(KeyboardInterrupt):
        search.run(on_progress=stop)
    found = search.packings()
    assert 0 < len(found.distinct) < 240
    assert not found.is_complete


def pentominoes() -> list[Piece]:
    """Return the twelve flat pieces of five cubes."""
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
    """The known counts: 2 tilings of 3 x 20, and 2339 of 6 x 10."""
    assert len(pack(Box(20, 3, 1), pentominoes()).distinct) == 2


@pytest.mark.slow
def test_pentominoes_in_the_widest_box() -> None:
    assert len(pack(Box(10, 6, 1), pentominoes()).distinct) == 2339


class ExhaustiveCounts(NamedTuple):
    """Numbers of all packings, found by trying every set of placements.

    `turned` counts them up to rotations of the box, `distinct` up to all its symmetries, with
    mirror images if these exchange the pieces.
    """

    copies: int
    turned: int
    distinct: int


Shape = tuple[Polycube, ...]
Packed = frozenset[tuple[Shape, frozenset[int]]]


def count_exhaustively(box: Box, pieces: list[Piece]) -> ExhaustiveCounts:
    wanted = sorted(piece.polycube.orientations() for piece in pieces)
    places = [
        (shape, frozenset(place))
        for shape in set(wanted)
        for lying in shape
        for place in box.placements(lying)
    ]
    packings = [
        frozenset(chosen)
        for chosen in combinations(places, len(pieces))
        if sorted(shape for shape, _ in chosen) == wanted
        and sum(len(cells) for _, cells in chosen) == box.volume
        and len(frozenset().union(*(cells for _, cells in chosen))) == box.volume
    ]
    rotations = [motion for motion in box.symmetries() if motion.is_rotation]
    has_mirror = sorted(mirrored(shape) for shape in wanted) == wanted
    motions = list(box.symmetries()) if has_mirror else rotations
    return ExhaustiveCounts(
        len(packings),
        len(
            {frozenset(image(box, packing, motion) for motion in rotations) for packing in packings}
        ),
        len({frozenset(image(box, packing, motion) for motion in motions) for packing in packings}),
    )


def mirrored(shape: Shape) -> Shape:
    return shape[0].transformed(next(m for m in ISOMETRIES if not m.is_rotation)).orientations()


def image(box: Box, packing: Packed, motion: Isometry) -> Packed:
    target = box.cell_images(motion)
    return frozenset(
        (
            shape if motion.is_rotation else mirrored(shape),
            frozenset(target[cell] for cell in cells),
        )
        for shape, cells in packing
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


@pytest.mark.thorough
@given(small_boxes, pieces_of_three)
@settings(max_examples=40)
def test_the_counts_are_those_of_the_exhaustive_search(box: Box, shapes: list[Polycube]) -> None:
    left = box.volume - sum(len(shape.cells) for shape in shapes)
    if left < 0 or left > 2:
        shapes, left = shapes[:1], box.volume - len(shapes[0].cells)
    assume(0 <= left <= 3)
    single = [Polycube.of([(0, 0, 0)])] * left
    pieces = [Piece("A", shape) for shape in [*shapes, *single]]
    found = pack(box, pieces)
    counts = ExhaustiveCounts(found.copies, found.up_to_rotation, len(found.distinct))
    assert counts == count_exhaustively(box, pieces)


def test_a_wrong_total_volume_is_reported() -> None:
    reason = infeasibility_reason(Box(3, 3, 2), SETS["soma"])
    assert reason == "the pieces have 27 cubes, the box 3x3x2 has room for 18"
    assert pack(Box(3, 3, 2), SETS["soma"]) == PackingResult((), 0, 0, 0, True)
    assert pack(Box(2, 1, 1), [line(2)] * 3) == PackingResult((), 0, 0, 0, True)
    assert pack(Box(4, 1, 1), [line(2)]) == PackingResult((), 0, 0, 0, True)


def test_a_piece_that_is_too_long_is_reported() -> None:
    reason = infeasibility_reason(Box(2, 2, 2), [line(3, "A"), line(5, "B")])
    assert reason is not None
    assert "the piece A is too large" in reason
    assert "3x1x1" in reason


def test_an_unreachable_cell_is_reported() -> None:
    plus = Polycube.of([(1, 0, 0), (0, 1, 0), (1, 1, 0), (2, 1, 0), (1, 2, 0)])
    pieces = [Piece("P", plus), Piece("Q", Polycube.of([*plus.cells, (1, 3, 0)]))]
    reason = infeasibility_reason(Box(11, 1, 1), pieces)
    assert reason is not None
    assert "too large" in reason
    corners = infeasibility_reason(Box(3, 5, 1), [Piece("P", plus)] * 3)
    assert corners is not None
    assert "no piece reaches the cell (0, 0, 0)" in corners


def test_the_chessboard_argument_is_reported() -> None:
    """Four T-tetrominoes fill a square, five no rectangle: each covers 3 and 1 cells."""
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
def test_an_impossible_packing_is_not_found(box: Box, shapes: list[Polycube]) -> None:
    pieces = [Piece("A", shape) for shape in shapes]
    if infeasibility_reason(box, pieces) is not None:
        volume = sum(len(shape.cells) for shape in shapes)
        assert volume != box.volume or count_exhaustively(box, pieces).copies == 0


def test_a_packing_without_a_simple_obstacle_is_searched() -> None:
    pieces = soma("TTTTTTV")
    assert infeasibility_reason(CUBE, pieces) is None
    found = pack(CUBE, pieces)
    assert found.distinct == ()
    assert found.is_complete
    assert found.tried > 0
