"""`rokumen bench` prints what it measured beside what was published."""

from __future__ import annotations

from collections.abc import Callable

from tests.rokumen.conftest import Said

Rokumen = Callable[..., Said]


def test_the_papers_experiment_stands_beside_its_figures(rokumen: Rokumen) -> None:
    said = rokumen("bench", "lbl", "--cubes=20", "--processes=1")
    assert said.status == 0
    assert "100 cubes after 100 random turns" in said.out
    assert "20 random cubes" in said.out
    for figure in ("74", "6.8"):
        assert figure in said.out


def test_the_engines_stand_in_one_table_and_the_missing_are_named(rokumen: Rokumen) -> None:
    said = rokumen("bench", "engines", "--cubes=3")
    assert said.status == 0
    assert "3 random cubes" in said.out
    for row in ("lbl", "two-phase, 10 ms", "two-phase, 100 ms", "axial"):
        assert row in said.out
    for package in ("kociemba", "RubikTwoPhase"):
        assert (package in said.out) != (f"{package} is not installed" in said.err)


def test_bad_input_is_quoted(rokumen: Rokumen) -> None:
    said = rokumen("bench", "lbl", "--cubes=-1")
    assert said.status == 2
    assert "-1" in said.err
    assert rokumen("bench", "juggling").status == 2
