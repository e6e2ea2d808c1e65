"""A cube whose colours run another way round, as the page says it to the server."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rokumen.web.sessions.colours import ColourSession
from rokumen.web.sessions.photographs import read_cube
from rokumen.web.sessions.readings import on_page, scheme_of
from rokumen.web.sessions.scan import ScanSession
from rokumen.web.sessions.serving import write_jpeg
from solver.core.facelets import COLOUR_NAMES
from tests.support.photographs import PhotographedCube
from vision.capture.frame import Frame
from vision.colour.scheme import MIRRORED_SCHEME, USUAL_SCHEME, KnownScheme

# The letters of the usual order as a mirror shows it.
REVERSED = "WOGYRB"


def flipped(cube: PhotographedCube) -> list[Frame]:
    """Return photographs of a cube whose colours run the other way round."""
    images = [np.ascontiguousarray(frame.image[:, ::-1]) for frame in cube.frames]
    return [Frame(image, 5.0 + number, "") for number, image in enumerate(images)]


def test_a_page_says_the_order_or_nothing_of_it() -> None:
    assert scheme_of({"do": "read"}) == USUAL_SCHEME
    assert scheme_of({"scheme": "", "not_mirrored": False}) == USUAL_SCHEME
    assert scheme_of({"scheme": "", "not_mirrored": True}) == KnownScheme(None, False)
    own = scheme_of({"scheme": REVERSED.lower(), "not_mirrored": False})
    assert own.colours == tuple(COLOUR_NAMES[letter] for letter in REVERSED)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ({"scheme": "WOGYR", "not_mirrored": False}, "'WOGYR' is not the colours of U R F D L B"),
        ({"scheme": 7, "not_mirrored": False}, "scheme = 7"),
        ({"scheme": ""}, "not_mirrored is missing"),
    ],
)
def test_a_wrong_order_is_quoted(command: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        ScanSession().handle_command({"do": "order", **command})


@pytest.mark.parametrize("scheme", [USUAL_SCHEME, KnownScheme(("red", *MIRRORED_SCHEME[1:]))])
def test_advice_names_the_part_of_the_page_and_no_option_of_a_command(scheme: KnownScheme) -> None:
    advice = scheme.doubt(MIRRORED_SCHEME)
    assert "--" in advice
    assert "--" not in on_page(advice)
    assert "“Colours in another order”" in on_page(advice)


def test_captured_faces_are_read_anew_in_the_order_that_is_said(cube: PhotographedCube) -> None:
    session = ScanSession()
    for frame in flipped(cube):
        session.handle_command({"do": "take"})
        assert session.see(frame)["seen"]["took"]
    state = session.state()
    assert state["mirrored"]
    assert not state["reading"]["certain"]
    assert state["reading"]["doubted_order"] == REVERSED
    assert "Colours in another order" in state["words"]
    state = session.handle_command({"do": "order", "scheme": REVERSED, "not_mirrored": False})
    assert state["reading"]["certain"]
    assert state["reading"]["doubted_order"] == ""
    assert not state["mirrored"]
    # It is kept for the next cube.
    assert session.handle_command({"do": "restart"})["faces"] == []
    for frame in flipped(cube):
        session.handle_command({"do": "take"})
        session.see(frame)
    assert session.is_done


def test_colours_are_measured_whatever_their_order(cube: PhotographedCube) -> None:
    session = ColourSession()
    for frame in flipped(cube):
        session.handle_command({"do": "take"})
        session.see(frame)
    measured = session.state()["measured"]
    assert {each["name"] for each in measured["colours"]} == set(COLOUR_NAMES.values())


def test_photographs_are_read_in_the_order_that_is_said(cube: PhotographedCube) -> None:
    pictures = [write_jpeg(frame.image) for frame in flipped(cube)]

    def read(scheme: dict[str, Any]) -> dict[str, Any]:
        return dict(read_cube(pictures, scheme_of(scheme))["reading"])

    doubted = read({})
    assert not doubted["certain"]
    assert doubted["doubted_order"] == REVERSED
    own = read({"scheme": doubted["doubted_order"], "not_mirrored": False})
    assert own["certain"]
    any_order = read({"scheme": "", "not_mirrored": True})
    assert any_order["certain"]
    assert any_order["facelets"] == own["facelets"]
