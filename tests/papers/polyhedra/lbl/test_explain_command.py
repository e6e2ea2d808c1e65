"""`rokumen paper explain`: the steps of the LBL method of the polyhedra paper."""

from __future__ import annotations

from papers.polyhedra import axis_layer
from solver.cube import Cube
from solver.notation import parse
from tests.support.command_line import Rokumen

CUBE = Cube.random(11)


def test_the_papers_method_is_explained_in_its_notation(rokumen: Rokumen) -> None:
    method = ("paper", "explain", CUBE.facelets)
    found = rokumen(*method, "--json").json()["steps"]
    cube, held = CUBE, 0
    for step in found:
        # The turns that the person makes, on the cube as it is held at the beginning of the step.
        assert step["below"] == "D"
        cube = cube.apply(step["moves"])
        held += sum(2 if move.endswith("2") else 1 for move in step["algorithm"].split())
    assert cube.is_solved()
    text = rokumen(*method).out
    quarters = sum(step["quarters"] for step in found)
    assert quarters == held
    assert f"{quarters} quarter turns, one of a middle layer counting as one." in text
    paper = rokumen(*method, "--paper", "--json").json()["steps"]
    for one, other in zip(found, paper, strict=True):
        assert parse(one["algorithm"]).moves() == axis_layer.parse(other["algorithm"])
