"""What the terminal shows of a reading; `rokumen read --solve` and `--fix`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from drawing.palette import WESTERN
from rokumen import Reading
from rokumen.cli.cube.reading_output import print_reading
from solver.core.facelets import SOLVED
from solver.core.turn import parse_turns
from solver.cube import Cube
from tests.support.command_line import Rokumen

PHOTOS = Path(__file__).parents[3] / "data" / "cube-photos"
CUBE = "cube08"


@pytest.fixture(scope="module")
def photographs() -> list[str]:
    return [str(PHOTOS / CUBE / f"{face}.jpg") for face in "URFDLB"]


@pytest.fixture(scope="module")
def truth() -> str:
    cubes = json.loads((PHOTOS / "truth.json").read_text())
    return next(str(entry["facelets"]) for entry in cubes if entry["cube"] == CUBE)


def test_the_solution_follows_the_facelets(
    rokumen: Rokumen, photographs: list[str], truth: str
) -> None:
    result = rokumen("read", "--solve", *photographs)
    assert result.status == 0, result.err
    first, *solution = result.out.splitlines()
    assert first == truth
    assert "\n".join(solution) == rokumen("solve", truth).out.rstrip()
    assert "hold it with white on top and green in front" in result.err


def test_the_solution_is_in_the_json(rokumen: Rokumen, photographs: list[str], truth: str) -> None:
    document = rokumen("read", "--solve", "--json", *photographs).json()
    turns = parse_turns(document["solution"]["moves"])
    assert Cube.from_facelets(document["facelets"]).apply(turns).is_solved()
    assert document["facelets"] == truth
    assert "solution" not in rokumen("read", "--json", *photographs).json()


def test_corrected_stickers_make_another_cube(
    rokumen: Rokumen, photographs: list[str], truth: str
) -> None:
    # As if someone had turned the upper face since.
    turned = Cube.from_facelets(truth).apply("U").facelets
    colours = dict(
        zip("URFDLB", ("white", "red", "green", "yellow", "orange", "blue"), strict=True)
    )
    fixes = [
        f"--fix={'URFDLB'[at // 9]}{at % 9 + 1}={colours[now]}"
        for at, (before, now) in enumerate(zip(truth, turned, strict=True))
        if before != now
    ]
    assert len(fixes) > 10
    result = rokumen("read", *fixes, *photographs)
    assert result.status == 0, result.err
    assert result.out.strip() == turned


def test_a_correction_that_no_cube_has_is_not_certain(
    rokumen: Rokumen, photographs: list[str], truth: str
) -> None:
    assert truth[0] != "U"
    result = rokumen("read", "--fix", "u1=White", "--solve", *photographs)
    assert result.status == 3
    assert "10 white and 8 " in result.err
    assert result.err.count("look again at U1") == 1
    assert "as it was seen" not in result.err
    assert result.out == ""
    faults = rokumen("read", "--fix", "u1=White", "--json", *photographs).json()["faults"]
    assert "look again at U1" in faults[0]


@pytest.mark.parametrize(
    ("fix", "words"),
    [
        ("R7", "'R7' is not a sticker and its colour: write R7=red"),
        ("R0=red", "'R0=red' is not a sticker and its colour"),
        ("X1=red", "'X1=red' is not a sticker and its colour"),
        ("R7=purple", "'R7': 'purple' is not a sticker with a colour"),
        ("R10=red", "'R10': 'red' is not a sticker with a colour; stickers are U1 to B9"),
        ("R5=green", "'R5': 'green' is not the colour of this face"),
    ],
)
def test_a_wrong_correction_is_quoted(
    rokumen: Rokumen, photographs: list[str], fix: str, words: str
) -> None:
    result = rokumen("read", "--fix", fix, *photographs)
    assert result.status == 2
    assert words in " ".join(result.err.split())


def reading_of(as_seen: str, *, certain: bool, scheme: Mapping[str, str] = WESTERN) -> Reading:
    return Reading(
        facelets=SOLVED,
        certain=certain,
        confidence=(1.0,) * 54,
        ambiguous=() if certain else (8,),
        scheme=scheme,
        places=(),
        advice="",
        unconstrained_facelets=as_seen,
    )


# U9 belongs to the corner at URF, F2 to the edge at UF.
WRONG = SOLVED[:8] + "R" + SOLVED[9:19] + "U" + SOLVED[20:]


def test_an_uncertain_reading_names_the_corner_and_the_edge_that_match_no_piece(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_reading(reading_of(WRONG, certain=False))
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "the 48 numbers" not in printed.err
    assert "  - the corner at URF is red-red-green, and no piece has these colours" in printed.err
    assert "  - the edge at UF is white-white, and no piece has these colours" in printed.err


def test_a_certain_reading_has_numbers_even_where_a_sticker_was_seen_otherwise(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_reading(reading_of(WRONG, certain=True))
    printed = capsys.readouterr()
    assert printed.out.strip() == SOLVED
    assert "no piece has these colours" not in printed.err
    assert "  B  33  34  35  36  37  38  39  40\n" in printed.err


@pytest.mark.parametrize(
    ("face", "other", "letter"), [("L", "pink", "P"), ("L", "black", "L"), ("L", "grey", "E")]
)
def test_another_colour_has_a_letter_of_its_own_in_the_net(
    capsys: pytest.CaptureFixture[str], face: str, other: str, letter: str
) -> None:
    """Black is no second B beside blue."""
    print_reading(reading_of(SOLVED, certain=True, scheme={**WESTERN, face: other}))
    net = capsys.readouterr().err.split("no photograph")[0]
    assert net.split().count(letter) == 9
    assert len(set(net.split())) == 6
