"""The commands for twisty polyhedra, for the 2x2x2 and the Pyraminx."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from solver.puzzles.families import POLYHEDRA
from solver.puzzles.polyhedra.polyhedron import after, parse, polyhedron
from tests.support.command_line import Rokumen

SVG = "{http://www.w3.org/2000/svg}"


def test_a_scramble_is_solved_at_the_command_line(rokumen: Rokumen) -> None:
    scramble = rokumen("scramble", "--puzzle", "octahedron-faces-2", "--seed=4").out.strip()
    result = rokumen("solve", "--puzzle", "octahedron-faces-2", scramble, "--json")
    assert result.status == 0
    shape = polyhedron("octahedron-faces-2")
    places = after(shape, parse(shape, f"{scramble} {result.json()['moves']}"))
    pairs = {(shape.colours[i], shape.colours[place]) for i, place in enumerate(places)}
    assert len(pairs) == 8


def test_a_puzzle_is_described_with_its_layers(rokumen: Rokumen) -> None:
    result = rokumen("puzzle", "polyhedron", "dodecahedron-faces-b")
    assert result.status == 0
    assert "62 pieces with 132 stickers" in result.out
    assert "6 axes of 72° turns, 3 layers each" in result.out
    _, _, second, *_ = result.rows
    # Table 12.1 of the polyhedra paper; the layers come from the end of the axis.
    assert sorted(map(int, re.findall(r"\d+", " ".join(second)))) == [2, 10, 10, 20, 40]


def test_axes_of_two_angles_have_rows_of_their_own(rokumen: Rokumen) -> None:
    result = rokumen("puzzle", "polyhedron", "cube-faces-vertices-2")
    assert "32 pieces with 48 stickers" in result.out
    assert "3 axes of 90° turns and 4 axes of 120° turns, 2 layers each" in result.out
    _, *rows = result.rows
    assert [row[0] for row in rows] == ["X Y Z", "", "I J K L", ""]
    # A half has four of the eight corners, and half of the 24 triangles.
    for row in rows:
        assert sorted(map(int, re.findall(r"\d+", " ".join(row))))[1:] == [4, 12, 16]


def test_the_families_are_listed(rokumen: Rokumen) -> None:
    listed = rokumen("puzzle", "list").out
    names = {line.split()[0] for line in listed.splitlines() if line}
    assert {family.template for family in POLYHEDRA} <= names
    assert {"icosahedron-faces", "dodecahedron-edges-a", "cube-edges-odd-N"} <= names


def test_states_are_counted_on_demand(rokumen: Rokumen) -> None:
    result = rokumen("puzzle", "polyhedron", "octahedron-faces-2", "--states")
    assert "1,658,880 states" in result.out
    output = rokumen("puzzle", "polyhedron", "octahedron-faces-2", "--states", "--json").json()
    assert output["states"] == 138_240 * 12
    assert len(output["stickers"]) == 32


@pytest.mark.parametrize("name", [family.names[0] for family in POLYHEDRA])
def test_every_family_is_drawn(rokumen: Rokumen, tmp_path: Path, name: str) -> None:
    file = tmp_path / "drawn.svg"
    assert rokumen("puzzle", "draw", name, f"--output={file}").status == 0
    root = ElementTree.parse(file).getroot()
    assert root.findtext(f".//{SVG}text") == name
    colours = {polygon.get("fill") for polygon in root.iter(f"{SVG}polygon")}
    assert len(colours) >= 2


def test_the_faces_of_the_icosahedron_have_twenty_colours(rokumen: Rokumen, tmp_path: Path) -> None:
    file = tmp_path / "drawn.svg"
    colours = set()
    # From in front, and after half turns of the whole that bring other faces to the front.
    for whole in ("", "1A 2A", "1O 2O", "1N 2N", "1A 2A 1C 2C", "1F 2F", "1J 2J"):
        name = "icosahedron-edges-a"
        assert rokumen("puzzle", "draw", name, f"--moves={whole}", f"--output={file}").status == 0
        root = ElementTree.parse(file).getroot()
        colours |= {polygon.get("fill") for polygon in root.iter(f"{SVG}polygon")}
    assert len(colours) == 20


def test_a_partly_turned_layer_shows_the_inside(rokumen: Rokumen, tmp_path: Path) -> None:
    file = tmp_path / "drawn.svg"
    plain = rokumen("puzzle", "draw", "cube-faces-3", f"--output={file}")
    assert plain.status == 0
    closed = file.read_text()
    rokumen("puzzle", "draw", "cube-faces-3", "--turning=2Y", f"--output={file}")
    opened = file.read_text()
    assert 'fill="#26282c"' not in closed
    assert 'fill="#26282c"' in opened


def test_moves_change_the_colours(rokumen: Rokumen, tmp_path: Path) -> None:
    file = tmp_path / "drawn.svg"

    def fills(moves: str) -> list[str | None]:
        rokumen("puzzle", "draw", "cube-faces-2", f"--moves={moves}", f"--output={file}")
        root = ElementTree.parse(file).getroot()
        return [polygon.get("fill") for polygon in root.iter(f"{SVG}polygon")]

    assert fills("1X") != fills("")
    assert fills("1X 1X'") == fills("")


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        (("puzzle", "polyhedron", "cube-faces-99"), "cube-faces-99"),
        (("puzzle", "polyhedron", "cube-edges-odd-4"), "cube-edges-odd-4"),
        (("puzzle", "draw", "cube-faces-2", "--turning=1X 1Y", "--output=x.svg"), "1X 1Y"),
        (("puzzle", "draw", "cube-faces-2", "--moves=9X", "--output=x.svg"), "9X"),
        (("puzzle", "draw", "cube-faces-2", "--output=/nowhere/x.svg"), "/nowhere/x.svg"),
        (("puzzle", "draw", "cube-faces-2", "cube-faces-3", "--turning=1X", "--output=x"), "2"),
        (("puzzle", "draw", "icosahedron-faces", "--moves=1K", "--output=x.svg"), "1K"),
        (("solve", "--puzzle", "cube-vertices-a-9", "1A"), "cube-vertices-a-9"),
        (("solve", "--puzzle", "octahedron-edges-4", "1I"), "octahedron-edges-4"),
        (("solve", "--puzzle", "octahedron-faces-2", "1X"), "1X"),
    ],
)
def test_an_error_quotes_bad_input(
    rokumen: Rokumen, arguments: tuple[str, ...], quoted: str
) -> None:
    result = rokumen(*arguments)
    assert result.status == 2
    assert quoted in result.err


@pytest.mark.parametrize(
    ("name", "moves", "same"),
    [
        ("Megaminx", "R++ D-- U", "dodecahedron-faces-b"),
        ("skewb", "R U' L", "cube-vertices-b-2"),
        ("Pyraminx", "", "tetrahedron-vertices-3"),
        ("Pyraminx", "U' R l b'", "tetrahedron-vertices-3"),
    ],
)
def test_a_puzzle_is_drawn_by_its_name_and_in_its_notation(
    rokumen: Rokumen, tmp_path: Path, name: str, moves: str, same: str
) -> None:
    drawn, other = tmp_path / "drawn.svg", tmp_path / "other.svg"
    result = rokumen("puzzle", "draw", name, "--moves", moves, "--draw", str(drawn))
    assert result.status == 0, result.err
    assert rokumen("puzzle", "draw", same, "--draw", str(other)).status == 0
    named = other.read_text().replace(same, name.lower())
    assert (drawn.read_text() == named) == (not moves)
    assert name.lower() in drawn.read_text()
    wrong = rokumen("puzzle", "draw", name, "--moves", "Q", "--draw", str(drawn))
    assert wrong.status == 2
    assert "'Q' is not a turn of" in wrong.err
    assert same not in wrong.err


TWISTED = "WWWGWRRRGRGGYYYYOOOOBBBB"


def test_both_are_listed(rokumen: Rokumen) -> None:
    output = rokumen("puzzle", "list").out
    assert "2x2x2" in output
    assert "pyraminx" in output


@pytest.mark.parametrize("name", ["2x2x2", "pyraminx"])
def test_a_scramble_can_be_repeated_and_solved(rokumen: Rokumen, name: str) -> None:
    scrambles = rokumen("scramble", "2", "--puzzle", name, "--seed=7")
    assert scrambles.out == rokumen("scramble", "2", "--puzzle", name, "--seed=7").out
    scramble = scrambles.out.splitlines()[0]
    result = json.loads(rokumen("solve", "--puzzle", name, scramble, "--json").out)
    assert result["turns"] == len(scramble.split()) == len(result["moves"].split())


def test_the_steps_of_the_paper_are_named(rokumen: Rokumen) -> None:
    result = rokumen("solve", "--puzzle=pyraminx", "--method=paper", "U' R B l")
    for stage in ("Tips", "Centres", "Edge", "Flip", "Cycle"):
        assert stage in result.out


def test_an_impossible_puzzle_has_its_own_exit_status(rokumen: Rokumen, tmp_path: Path) -> None:
    one = rokumen("solve", "--puzzle=2x2x2", TWISTED)
    assert one.status == 4
    assert "the corner at URF is twisted" in one.err
    lines = tmp_path / "positions"
    lines.write_text(f"R U\n{TWISTED}\nF\n", encoding="utf-8")
    many = rokumen("solve", "--puzzle=2x2x2", f"--file={lines}")
    assert many.status == 4
    assert many.out.splitlines() == ["U' R'", "F'"]
    assert "line 2" in many.err
    assert rokumen("solve", "--puzzle=2x2x2", f"--file={lines}", "--processes=2") == many
    as_json = rokumen("solve", "--puzzle=2x2x2", f"--file={lines}", "--json").out.splitlines()
    first, second, _ = map(json.loads, as_json)
    assert (first["position"], first["turns"]) == ("R U", 2)
    assert (second["puzzle"], second["position"]) == ("2x2x2", TWISTED)
    lines.write_text("# none\n", encoding="utf-8")
    none = rokumen("solve", "--puzzle=2x2x2", f"--file={lines}")
    assert (none.status, "there is no cube in" in none.err) == (2, True)


def test_an_unknown_method_is_rejected(rokumen: Rokumen) -> None:
    result = rokumen("solve", "--puzzle=pyraminx", "--method=lbl", "U")
    assert result.status == 2
    assert "optimal, steps, paper" in result.err


# After U (Shintani: U1) the upper rows of the sides have gone round, E to S.
AFTER_U = """E   U   N   S   D   W
N N N U U U W W W E E E D D D S S S
E E E U U U N N N S S S D D D W W W
E E E U U U N N N S S S D D D W W W
"""


@pytest.mark.parametrize("cube", ["U", "U1", AFTER_U])
def test_a_cube_is_listed_as_shintanis_program_does(rokumen: Rokumen, cube: str) -> None:
    result = rokumen("puzzle", "state", cube)
    assert (result.status, result.out) == (0, AFTER_U)


def test_facelets_are_written_from_a_listing(rokumen: Rokumen) -> None:
    result = rokumen("puzzle", "state", AFTER_U, "--format=facelets")
    assert result.out.strip() == ("UUUUUUUUUBBBRRRRRRRRRFFFFFFDDDDDDDDDFFFLLLLLLLLLBBBBBB")
    assert "U3" in rokumen("solve", AFTER_U, "--notation=shintani").out


def test_a_list_of_numbers_is_drawn_with_its_numbers(rokumen: Rokumen, tmp_path: Path) -> None:
    drawn = tmp_path / "numbers.svg"
    result = rokumen("puzzle", "state", "R", "--format=numbers", f"--draw={drawn}")
    numbers = result.out.split()
    text = drawn.read_text(encoding="utf-8")
    assert all(f">{number}</text>" in text for number in numbers)
    # The right column of U (3, 5, 8 when solved) has what was on F: see mmays (2014).
    assert [numbers[i - 1] for i in (3, 5, 8)] == ["19", "21", "24"]
    plain = tmp_path / "plain.svg"
    rokumen("puzzle", "state", "R", "--format=colours", f"--draw={plain}")
    assert "</text>" not in plain.read_text(encoding="utf-8")


def test_a_wrong_listing_is_quoted(rokumen: Rokumen) -> None:
    result = rokumen("puzzle", "state", AFTER_U.strip()[:-1])
    assert result.status == 2
    assert "53 cells" in result.err
