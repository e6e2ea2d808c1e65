"""What an order of colours says of mirrors, and the letters in which it is written.

Naming the six colours of a cube. Identifying the centres of a cube in coloured light with a colour
profile.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawing.palette import PAINT
from solver.core.geometry import FACES
from solver.core.orientation import ORIENTATIONS, Orientation
from tests.support.cases import for_each
from vision.arrays import FloatArray
from vision.colour.names import NAMES, name_colours
from vision.colour.profile import DEFAULT_COLOURS, ColourProfile, colours_of
from vision.colour.scheme import (
    MIRRORED_SCHEME,
    STANDARD_SCHEME,
    USUAL_SCHEME,
    KnownScheme,
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
    own = KnownScheme(scheme)
    assert own.doubt(turned(scheme, orientation)) == ""
    up, right, front, down, left, back = scheme
    mirrored = (up, left, front, down, right, back)
    letters = written_scheme(scheme)
    assert f"the mirror image of {letters}" in own.doubt(turned(mirrored, orientation))
    never = KnownScheme(scheme, may_be_mirrored=False)
    assert f"another order than {letters}" in never.doubt(turned(mirrored, orientation))


def test_without_a_scheme_only_the_mirror_image_of_the_usual_one_is_in_doubt() -> None:
    advice = USUAL_SCHEME.doubt(MIRRORED_SCHEME)
    assert "--not-mirrored, or --scheme WOGYRB" in advice
    assert USUAL_SCHEME.doubt(STANDARD_SCHEME) == ""
    assert USUAL_SCHEME.doubt(parse_scheme("WBGYOR")) == ""
    assert KnownScheme(may_be_mirrored=False).doubt(MIRRORED_SCHEME) == ""


@given(st.integers(0, 5), st.sampled_from(("pink", "purple", "black", "grey", "brown")))
def test_a_cube_with_another_colour_is_held_and_told_from_its_mirror_image_as_a_usual_one(
    place: int, other: str
) -> None:
    own = tuple(other if i == place else name for i, name in enumerate(STANDARD_SCHEME))
    up, right, front, down, left, back = own
    reversed_order = (up, left, front, down, right, back)
    assert standard_colours(own, STANDARD_SCHEME) == list(range(6))
    assert USUAL_SCHEME.doubt(own) == ""
    doubt = USUAL_SCHEME.doubt(reversed_order)
    assert f"--scheme {','.join(reversed_order)}" in doubt
    assert KnownScheme(parse_scheme(",".join(reversed_order))).doubt(reversed_order) == ""


def test_without_centres_an_order_that_runs_the_other_way_must_be_said() -> None:
    unsaid = KnownScheme(may_be_mirrored=False, has_centres=False)
    assert unsaid.doubt(MIRRORED_SCHEME).endswith("add --scheme WOGYRB")
    assert unsaid.possible == (STANDARD_SCHEME, MIRRORED_SCHEME)
    learnt = KnownScheme(MIRRORED_SCHEME, is_learnt=True, has_centres=False)
    assert learnt.possible[:2] == (MIRRORED_SCHEME, STANDARD_SCHEME)


def test_what_a_camera_has_learnt_does_not_exclude_a_usual_cube() -> None:
    learnt = KnownScheme(MIRRORED_SCHEME, is_learnt=True)
    assert learnt.doubt(MIRRORED_SCHEME) == ""
    assert learnt.doubt(STANDARD_SCHEME) == ""
    other = KnownScheme(parse_scheme("WBGYOR"), is_learnt=True)
    assert "--not-mirrored" in other.doubt(MIRRORED_SCHEME)


USUAL_PAINT = np.array(
    [DEFAULT_COLOURS.linear_bgr[list(DEFAULT_COLOURS.lab).index(name)] for name in NAMES]
)


@for_each("cast", [(1, 1, 1), (0.3, 0.7, 1.3), (1.5, 1, 0.6), (0.8, 1.3, 0.9)])
@for_each("shade", [1.0, 0.25, 0.1])
def test_names_are_right_in_coloured_light_and_with_a_white_face_in_the_shade(
    cast: tuple[float, float, float], shade: float
) -> None:
    light = USUAL_PAINT * cast
    light[NAMES.index("white")] *= shade
    order = np.random.default_rng(1).permutation(6)
    assert name_colours(light[order]) == tuple(NAMES[i] for i in order)


def test_yellow_and_orange_brighter_than_white_keep_their_names() -> None:
    """As with each face photographed alone: the camera brightened all but the white one."""
    white, yellow, red, orange, green, blue = (
        (0.63, 0.52, 0.50), (0.21, 1.56, 2.48), (0.13, 0.10, 1.27),
        (0.24, 0.75, 2.49), (0.18, 0.66, 0.12), (0.76, 0.24, 0.07),
    )  # fmt: skip
    assert name_colours(np.array([white, yellow, red, orange, green, blue])) == NAMES


# sRGB of other shades than those that the names were made from.
OTHERS = {"pink": "ff5fa2", "purple": "8e44ad", "black": "141416"}
LIGHTS = st.lists(st.floats(0.7, 1.4), min_size=3, max_size=3).map(np.array)


@given(st.sampled_from(tuple(OTHERS)), st.sampled_from(("orange", "blue")), LIGHTS)
def test_a_colour_that_is_none_of_the_six_has_its_own_name_and_the_others_keep_theirs(
    other: str, replaced: str, cast: FloatArray
) -> None:
    paint = USUAL_PAINT.copy()
    paint[NAMES.index(replaced)] = (np.array(list(bytes.fromhex(OTHERS[other])))[::-1] / 255) ** 2.2
    own = tuple(other if name == replaced else name for name in NAMES)
    assert name_colours(paint * cast) == own
    # Which six there are may be said: then no other name is given, whatever is nearest.
    assert name_colours(paint * cast, own) == own
    assert set(name_colours(paint * cast, NAMES)) == set(NAMES)


@given(st.permutations(range(6)), LIGHTS)
def test_a_colour_that_is_said_is_found_though_it_is_like_a_usual_one(
    order: list[int], cast: FloatArray
) -> None:
    """Dark brown stickers look like orange ones in the shade."""
    paint = USUAL_PAINT.copy()
    paint[NAMES.index("orange")] *= 0.2
    own = tuple("brown" if name == "orange" else name for name in NAMES)
    assert name_colours((paint * cast)[order], own) == tuple(own[i] for i in order)


CAST = np.array([0.3, 0.5, 0.6])
ORDER = [3, 0, 5, 1, 4, 2]  # the profile's colour of each centre
EXPECTED = colours_of(DEFAULT_COLOURS)
PAINTS = EXPECTED.linear_bgr


def test_a_profile_names_six_colours() -> None:
    with pytest.raises(ValueError, match="six colours, got 1: white"):
        ColourProfile({"white": (95, 0, 0)})


def test_linear_light_of_a_profile_is_in_its_order_and_within_range() -> None:
    lab = {
        "black": (0.0, 0.0, 0.0),
        "white": (100.0, 0.0, 0.0),
        "red": (53.2, 80.1, 67.2),
        "green": (87.7, -86.2, 83.2),
        "blue": (32.3, 79.2, -107.9),
        "none": (50.0, 0.0, 500.0),
    }
    linear = ColourProfile(lab).linear_bgr
    expected = np.array([[0, 0, 0], [1, 1, 1], [0, 0, 1], [0, 1, 0], [1, 0, 0]], float)
    assert linear[:5] == pytest.approx(expected, abs=0.02)
    assert linear.min() >= 0
    assert linear.max() <= 1


def test_centres_get_their_own_colours_under_a_coloured_light() -> None:
    centres = (PAINTS * CAST)[ORDER]
    light = np.repeat(PAINTS * CAST, 9, axis=0)
    found = EXPECTED.of_centres(light, centres, np.ones(6))
    assert found == pytest.approx(centres)


def test_a_hidden_centre_gets_the_colour_that_the_others_leave() -> None:
    right = (PAINTS * CAST)[ORDER]
    seen = right.copy()
    seen[2] = right[4]  # the occluder has the colour of another centre
    trust = np.array([1, 1, 0, 1, 1, 1.0])
    light = np.repeat(PAINTS * CAST, 9, axis=0)
    assert EXPECTED.of_centres(light, seen, trust) == pytest.approx(right)


def test_a_centre_under_a_mark_gets_the_colour_that_the_others_leave() -> None:
    right = (PAINTS * CAST)[ORDER]
    seen = right.copy()
    seen[2] = right[4]
    light = np.repeat(PAINTS * CAST, 9, axis=0)
    trust = np.array([1, 1, 0.3, 1, 1, 1.0])
    assert EXPECTED.of_centres(light, seen, trust) == pytest.approx(right)
