"""Where cameras look, as users write it."""

from __future__ import annotations

import pytest

from robot.errors import RigError
from robot.rigs.camera_places import check_place, parse_places


@pytest.mark.parametrize("place", ["", "UD", "UU", "URFL", "X"])
def test_a_place_that_does_not_exist_is_quoted(place: str) -> None:
    with pytest.raises(RigError, match=f"cannot look at '{place}'"):
        check_place(place)
    assert parse_places("urf, unknown") == ("URF", "")
