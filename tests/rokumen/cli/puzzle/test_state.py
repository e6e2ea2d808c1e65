"""`rokumen puzzle state` writes the state of a cube in several formats."""

from __future__ import annotations

import pytest

from tests.support.command_line import Rokumen

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


def test_a_wrong_listing_is_quoted(rokumen: Rokumen) -> None:
    result = rokumen("puzzle", "state", AFTER_U.strip()[:-1])
    assert result.status == 2
    assert "53 cells" in result.err
