"""`rokumen paper pack`: sets, files, limits and drawings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from papers.packing import Search
from tests.support.command_line import Rokumen


@pytest.fixture
def pack(rokumen: Rokumen) -> Rokumen:
    return lambda *arguments: rokumen("paper", "pack", *arguments)


def test_the_six_pieces_are_shown_layer_by_layer(pack: Rokumen) -> None:
    result = pack()
    assert result.status == 0
    *packings, count = result.out.strip().split("\n\n")
    assert count == "6 packings up to symmetry; 6 up to rotation, 144 in all"
    assert len(packings) == 6
    for number, packing in enumerate(packings, start=1):
        head, *rows = packing.splitlines()
        assert head == str(number)
        assert [list(map(len, row.split())) for row in rows] == [[3, 3, 3]] * 3
        letters = "".join(rows).replace(" ", "")
        assert {letter: letters.count(letter) for letter in "ABCDEF"} == dict(
            zip("ABCDEF", (5, 4, 5, 5, 4, 4), strict=True)
        )


def test_the_published_search_is_repeated(pack: Rokumen) -> None:
    result = pack("--published")
    assert result.status == 0
    blocks = result.out.split("---\n")
    assert blocks[0].splitlines()[3:6] == ["[ # ]", "[## ]", "[   ]"]
    assert blocks[5] == "[###]\n" * 9
    assert "564,619 placements tried" in result.err
    output = pack("--published", "--json").json()
    assert [f"{block}\n" for block in output["blocks"]] == blocks[:-1]
    assert output["placements_tried"] == 564619


def test_the_soma_cube(pack: Rokumen) -> None:
    output = pack("--pieces", "soma", "--json").json()
    assert output["ways"] == len(output["packings"]) == 240
    assert (output["mirror_images_apart"], output["as_they_lie"]) == (480, 11520)
    assert output["all"] is True
    assert output["impossible"] is None
    result = pack("--pieces", "soma", "--show", "2")
    assert "238 not shown; --show 240 shows all" in result.out


def test_the_number_of_packings_is_limited(pack: Rokumen) -> None:
    output = pack("--pieces", "soma", "--most", "3", "--json").json()
    assert output["ways"] == 3
    assert output["all"] is False
    assert "there may be more" in pack("--pieces", "soma", "--most", "3").out


def test_ctrl_c_prints_the_packings_found(pack: Rokumen, monkeypatch: pytest.MonkeyPatch) -> None:
    run = Search.run

    def stopped(search: Search, most: int | None, on_progress: Callable[[int, int], None]) -> None:
        run(search, 5)
        raise KeyboardInterrupt

    monkeypatch.setattr(Search, "run", stopped)
    result = pack("--pieces", "soma")
    assert result.status == 130
    assert "5 packings found before the search was stopped; there may be more" in result.out


def test_pieces_of_a_file(pack: Rokumen, tmp_path: Path) -> None:
    path = tmp_path / "pieces.toml"
    path.write_text('T = {count = 4, layers = ["###", ".#."]}\n')
    result = pack("--pieces", str(path), "--box", "4x4x1")
    assert "1 packing up to symmetry; 1 up to rotation, 2 in all" in result.out
    # Each of the four has its own letter.
    first, *rows = result.out.splitlines()[:5]
    assert first == "1"
    assert sorted("".join(rows)) == sorted("TABC" * 4)


def test_an_impossible_packing_is_reported(pack: Rokumen, tmp_path: Path) -> None:
    result = pack("--pieces", "soma", "--box", "3x3x4")
    assert result.status == 1
    assert "impossible: the pieces have 27 cubes, the box 3x3x4 has room for 36" in result.out
    output = pack("--pieces", "soma", "--box", "3x3x4", "--json").json()
    assert output["ways"] == 0
    assert "27 cubes" in output["impossible"]


def test_a_search_without_result_is_reported(pack: Rokumen, tmp_path: Path) -> None:
    path = tmp_path / "pieces.toml"
    path.write_text('T = {count = 6, layers = ["###", ".#."]}\nV = ["##", "#."]\n')
    result = pack("--pieces", str(path))
    assert result.status == 1
    assert result.out.startswith("no packing exists (")
    output = pack("--pieces", str(path), "--json").json()
    assert output["impossible"] is None
    assert output["placements_tried"] > 0


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        (("--box", "3x3"), "'3x3'"),
        (("--pieces", "no_such_pieces"), "'no_such_pieces'"),
        (("--draw", "packed.gif"), "packed.gif"),
    ],
)
def test_an_error_quotes_bad_input(pack: Rokumen, arguments: tuple[str, ...], quoted: str) -> None:
    result = pack(*arguments)
    assert result.status == 2
    assert quoted in result.err


def test_drawing(pack: Rokumen, tmp_path: Path) -> None:
    path = tmp_path / "six.svg"
    pack("--draw", str(path), "--show", "2")
    svg = path.read_text()
    assert "packing 2" in svg
    assert "packing 3" not in svg
    # Three faces of every cube and a floor, in six pictures of each packing: 1 to 6 pieces.
    assert (svg.count("<polygon") - 2 * 6) % 3 == 0
    assert 2 * 6 < svg.count("<polygon") <= 2 * 6 * (1 + 3 * 27)
