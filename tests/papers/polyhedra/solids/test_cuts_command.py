"""The command for possible cuts: axes of every solid, conditions and depths."""

from __future__ import annotations

import pytest

from tests.support.command_line import Rokumen


def test_the_axes_of_every_solid_are_listed(rokumen: Rokumen) -> None:
    result = rokumen("paper", "cuts")
    assert result.status == 0
    # The fourteen kinds of section 13.
    assert len(result.rows) == 1 + 14
    assert ["dodecahedron", "60", "edges", "15", "180°"] in [row[:5] for row in result.rows]
    kinds = rokumen("paper", "cuts", "--json").json()["kinds"]
    assert {kind["solid"] for kind in kinds if not kind["is_reversed"]} == {"tetrahedron"}


def test_conditions_are_checked(rokumen: Rokumen) -> None:
    result = rokumen("paper", "cuts", "cube", "faces", "--at", "0.5")
    assert result.status == 0
    second, third, fourth, fifth, needed = result.out.splitlines()
    assert second.endswith("yes")
    assert third.endswith("no, not where 1X turns")
    assert fourth.endswith("yes")
    assert fifth.endswith("no")
    assert needed.endswith("X at 0.5 and -0.5, Y at 0.5 and -0.5, Z at 0.5 and -0.5")
    two = ("paper", "cuts", "cube", "edges", "--at", "0.3", "--at", "-0.3", "--axes", "IL")
    output = rokumen(*two, "--json").json()
    assert output["needed"] == {"I": [0.3, -0.3], "L": [0.3, -0.3]}
    turned = rokumen(*two, "--angle", "90", "--json").json()
    assert not turned["keeps_solid"]
    assert turned["needed"] == {}


def test_depths_are_listed(rokumen: Rokumen) -> None:
    result = rokumen("paper", "cuts", "cube", "vertices")
    _, *rows = result.rows
    # Corners alone; then their planes cross; then the Dino Cube, where they meet in vertices.
    assert [row[0] for row in rows[:3]] == ["[0.6667, 1)", "(0.3333, 0.6667)", "0.3333"]
    assert rows[2][1:] == ["3", "12", "24", "yes", "cube-vertices-a-1"]
    found = rokumen("paper", "cuts", "cube", "vertices", "--json").json()["depths"]
    assert [depth["pieces"] for depth in found] == [int(row[2]) for row in rows]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("cube",), "name a solid and a kind of axis"),
        (("--at", "0.5"), "name a solid and a kind of axis"),
        (("tetrahedron", "faces"), "write `rokumen paper cuts tetrahedron vertices`"),
        (("cube", "faces", "--axes", "X"), "are for cuts that --at gives"),
        (("cube", "faces", "--at", "0.5", "--axes", "XQ"), "'Q' in --axes XQ is not one of X Y Z"),
        (("cube", "faces", "--at", "1"), "a plane at 1 does not cut the axis X"),
    ],
)
def test_what_cannot_be_cut_is_refused(
    rokumen: Rokumen, arguments: tuple[str, ...], words: str
) -> None:
    result = rokumen("paper", "cuts", *arguments)
    assert result.status != 0
    assert words in " ".join(result.err.split())
