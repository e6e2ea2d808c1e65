"""What an order of colours says of mirrors, and the letters in which it is written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawing.palette import PAINT
from solver.core.geometry import FACES
from solver.core.orientation import ORIENTATIONS, Orientation
from vision.colour.scheme import (
    MIRRORED_SCHEME,
    STANDARD_SCHEME,
    USUAL_ORDER,
    ColourOrder,
    Scheme,
    parse_scheme,
    standard_colours,
    written_scheme,
)

SCHEMES = st.permutations(STANDARD_SCHEME).map(tuple)
# With others in place of any of the usual six.
ANY_SCHEMES = st.permutations(tuple(PAINT)).map(lambda names: tuple(names[:6]))


def turned(scheme: Scheme, orientation: Orientation) -> Scheme:
    at = dict(zip(FACES, scheme, strict=True))
    return tuple(at[orientation.face_at(position)] for position in FACES)


@given(SCHEMES | ANY_SCHEMES)
def test_a_scheme_that_is_written_is_read_back(scheme: Scheme) -> None:
    assert parse_scheme(written_scheme(scheme)) == scheme
    assert parse_scheme(f" {written_scheme(scheme).upper().replace(',', ' , ')} ") == scheme


def test_usual_colours_may_be_written_in_full() -> None:
    assert parse_scheme("white, red, green, yellow, orange, blue") == STANDARD_SCHEME


@pytest.mark.parametrize(
    "text",
    ["", "WRGYO", "WRGYOBB", "WWGYOB", "URFDLB", "white", "white,red,green,yellow,pink,mauve"],
)
def test_other_letters_are_quoted(text: str) -> None:
    with pytest.raises(ValueError, match=f"^'{text}' is not the colours of U R F D L B"):
        parse_scheme(text)


@given(SCHEMES, st.sampled_from(ORIENTATIONS))
def test_a_scheme_of_its_own_is_right_however_the_cube_is_held(
    scheme: Scheme, orientation: Orientation
) -> None:
    own = ColourOrder(scheme)
    assert own.doubt(turned(scheme, orientation)) == ""
    up, right, front, down, left, back = scheme
    mirrored = (up, left, front, down, right, back)
    letters = written_scheme(scheme)
    assert f"the mirror image of {letters}" in own.doubt(turned(mirrored, orientation))
    never = ColourOrder(scheme, may_be_mirrored=False)
    assert f"another order than {letters}" in never.doubt(turned(mirrored, orientation))


def test_without_a_scheme_only_the_mirror_image_of_the_usual_one_is_in_doubt() -> None:
    advice = USUAL_ORDER.doubt(MIRRORED_SCHEME)
    assert "--not-mirrored, or --scheme WOGYRB" in advice
    assert USUAL_ORDER.doubt(STANDARD_SCHEME) == ""
    assert USUAL_ORDER.doubt(parse_scheme("WBGYOR")) == ""
    assert ColourOrder(may_be_mirrored=False).doubt(MIRRORED_SCHEME) == ""


@given(st.integers(0, 5), st.sampled_from(("pink", "purple", "black", "grey", "brown")))
def test_a_cube_with_another_colour_is_held_and_told_from_its_mirror_image_as_a_usual_one(
    place: int, other: str
) -> None:
    own = tuple(other if i == place else name for i, name in enumerate(STANDARD_SCHEME))
    up, right, front, down, left, back = own
    reversed_order = (up, left, front, down, right, back)
    assert standard_colours(own, STANDARD_SCHEME) == list(range(6))
    assert USUAL_ORDER.doubt(own) == ""
    doubt = USUAL_ORDER.doubt(reversed_order)
    assert f"--scheme {','.join(reversed_order)}" in doubt
    assert ColourOrder(parse_scheme(",".join(reversed_order))).doubt(reversed_order) == ""


def test_without_centres_an_order_that_runs_the_other_way_must_be_said() -> None:
    unsaid = ColourOrder(may_be_mirrored=False, has_centres=False)
    assert unsaid.doubt(MIRRORED_SCHEME).endswith("add --scheme WOGYRB")
    assert unsaid.possible == (STANDARD_SCHEME, MIRRORED_SCHEME)
    learnt = ColourOrder(MIRRORED_SCHEME, is_learnt=True, has_centres=False)
    assert learnt.possible[:2] == (MIRRORED_SCHEME, STANDARD_SCHEME)


def test_what_a_camera_has_learnt_does_not_exclude_a_usual_cube() -> None:
    learnt = ColourOrder(MIRRORED_SCHEME, is_learnt=True)
    assert learnt.doubt(MIRRORED_SCHEME) == ""
    assert learnt.doubt(STANDARD_SCHEME) == ""
    other = ColourOrder(parse_scheme("WBGYOR"), is_learnt=True)
    assert "--not-mirrored" in other.doubt(MIRRORED_SCHEME)
