"""What the terminal shows of a reading."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from drawing.palette import WESTERN
from rokumen import Reading
from rokumen.cli.cube.reading_output import print_reading
from solver.core.facelets import SOLVED


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
    net = capsys.readouterr().err.split("no picture")[0]
    assert net.split().count(letter) == 9
    assert len(set(net.split())) == 6
