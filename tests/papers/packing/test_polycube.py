"""Polycubes and boxes: the group of rotations, and all placements of a piece.

Files of pieces: reading them, and their errors.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papers.packing import SETS, Box, Polycube, read_pieces
from papers.packing.pieces import ISOMETRIES, ROTATIONS, Isometry
from solver.core.errors import PuzzleError

cells = st.tuples(*(st.integers(-2, 2),) * 3)
polycubes = st.sets(cells, min_size=1, max_size=6).map(Polycube.of)
motions = st.sampled_from(ISOMETRIES)
boxes = st.builds(Box, *(st.integers(1, 4),) * 3)


def test_there_are_24_rotations_and_48_motions() -> None:
    corner = (1, 2, 3)
    assert len({motion.move(corner) for motion in ISOMETRIES}) == 48
    assert len({motion.move(corner) for motion in ROTATIONS}) == 24
    assert all(motion.is_rotation for motion in ROTATIONS)


@given(polycubes, motions)
def test_turning_keeps_the_orientations(piece: Polycube, motion: Isometry) -> None:
    turned = piece.transformed(motion)
    assert len(turned.cells) == len(piece.cells)
    assert set(turned.orientations(ISOMETRIES)) == set(piece.orientations(ISOMETRIES))
    if motion.is_rotation:
        assert turned.orientations() == piece.orientations()


@given(polycubes)
def test_the_number_of_orientations_divides_24(piece: Polycube) -> None:
    assert 24 % len(piece.orientations()) == 0
    assert len(piece.orientations(ISOMETRIES)) in (
        len(piece.orientations()),
        2 * len(piece.orientations()),
    )


@pytest.mark.parametrize(
    ("piece", "count", "with_mirrors"),
    [("V", 12, 12), ("L", 24, 24), ("T", 12, 12), ("Z", 12, 12), ("A", 12, 24), ("P", 8, 8)],
)
def test_the_soma_pieces_have_the_known_number_of_orientations(
    piece: str, count: int, with_mirrors: int
) -> None:
    (polycube,) = (each.polycube for each in SETS["soma"] if each.name == piece)
    assert len(polycube.orientations()) == count
    assert len(polycube.orientations(ISOMETRIES)) == with_mirrors


def test_the_sets_fill_27_cells() -> None:
    for pieces in SETS.values():
        assert sum(len(piece.polycube.cells) for piece in pieces) == 27
        assert all(piece.polycube.is_connected for piece in pieces)
        assert len({piece.polycube.orientations() for piece in pieces}) == len(pieces)


@given(boxes, polycubes)
def test_the_placements_are_all_that_fit_inside(box: Box, piece: Polycube) -> None:
    inside = {
        tuple(sorted(box.index(cell) for cell in moved))
        for dx in range(4)
        for dy in range(4)
        for dz in range(4)
        for moved in [[(x + dx, y + dy, z + dz) for x, y, z in piece.cells]]
        if all(at < length for cell in moved for at, length in zip(cell, box.lengths, strict=True))
    }
    places = [tuple(sorted(place)) for place in box.placements(piece)]
    assert set(places) == inside
    assert len(places) == len(inside)


@given(boxes)
def test_motions_of_a_box_permute_its_cells(box: Box) -> None:
    moved = [box.cell_images(motion) for motion in box.symmetries()]
    assert all(sorted(targets) == list(range(box.volume)) for targets in moved)
    assert list(range(box.volume)) in [list(targets) for targets in moved]
    assert len(moved) == {1: 48, 2: 16, 3: 8}[len(set(box.lengths))]


@given(boxes)
def test_cells_are_in_the_order_of_their_indices(box: Box) -> None:
    assert [box.index(cell) for cell in box.cells()] == list(range(box.volume))


def test_a_disconnected_piece_is_rejected() -> None:
    assert not Polycube.of([(0, 0, 0), (1, 1, 0)]).is_connected
    assert Polycube.of([(0, 0, 0), (1, 1, 0), (1, 0, 0)]).is_connected


def test_boxes_are_read() -> None:
    assert Box.parse(" 3x4X5 ") == Box(3, 4, 5)
    assert str(Box(3, 4, 5)) == "3x4x5"
    for text in ("3x3", "3x3x0", "axbxc", "9x9x9", ""):
        with pytest.raises(PuzzleError, match=f"'{text}'"):
            Box.parse(text)


def read(tmp_path: Path, text: str) -> list[tuple[str, Polycube]]:
    path = tmp_path / "pieces.toml"
    path.write_text(text)
    return [(piece.name, piece.polycube) for piece in read_pieces(path)]


def test_flat_pieces_layers_and_counts(tmp_path: Path) -> None:
    pieces = read(
        tmp_path,
        'T = ["###", ".#."]\nP = [["##", "#."], ["#."]]\nI = {count = 2, layers = ["xx"]}\n',
    )
    t = Polycube.of([(0, 0, 0), (1, 0, 0), (2, 0, 0), (1, 1, 0)])
    p = Polycube.of([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)])
    i = Polycube.of([(0, 0, 0), (1, 0, 0)])
    assert pieces == [("T", t), ("P", p), ("I", i), ("A", i)]


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("T = [", "is not valid TOML"),
        ("", "has 0 pieces"),
        ('TT = ["#"]', "'TT'"),
        ('"1" = ["#"]', "'1'"),
        ('T = "###"', "'###'"),
        ("T = [[1]]", r"\[\[1\]\]"),
        ('T = ["#q"]', "'q'"),
        ('T = [".."]', "no cube"),
        ("T = []", "no cube"),
        ('T = ["#.#"]', "falls apart"),
        ('T = {layers = ["#"], cuont = 2}', "cuont"),
        ("T = {count = 2}", "count"),
        ('T = {layers = ["#"], count = 0}', "count 0"),
        ('T = {layers = ["#"], count = 53}', "count 53"),
        ('T = {layers = ["#"], count = 30}\nS = {layers = ["#"], count = 30}', "has 60 pieces"),
    ],
)
def test_an_error_quotes_the_bad_line(tmp_path: Path, text: str, quoted: str) -> None:
    with pytest.raises(PuzzleError, match=quoted):
        read(tmp_path, text)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(PuzzleError, match=r"no_such\.toml"):
        read_pieces(tmp_path / "no_such.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(PuzzleError, match=r"bytes\.toml"):
        read_pieces(tmp_path / "bytes.toml")
