"""Files of pieces: reading them, and their errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from papers.packing import Polycube, read_pieces
from solver.core.errors import PuzzleError


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
