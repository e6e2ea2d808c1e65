"""`rokumen scramble`: its text, seeds and JSON."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from itertools import pairwise

import pytest

from solver.core.geometry import OPPOSITE
from solver.core.turn import parse_turns
from solver.cube import Cube
from tests.support.command_line import Rokumen


def test_a_scramble_is_printed_on_one_line(rokumen: Rokumen) -> None:
    result = rokumen("scramble")
    assert result.status == 0
    (line,) = result.out.splitlines()
    assert not Cube.solved().apply(line).is_solved()


def test_a_seed_repeats_scrambles_and_others_differ(rokumen: Rokumen) -> None:
    first = rokumen("scramble", "5", "--seed=3").out
    assert rokumen("scramble", "5", "--seed=3").out == first
    assert len(set(first.splitlines())) == 5
    assert rokumen("scramble", "5", "--seed=4").out != first
    assert rokumen("scramble").out != rokumen("scramble").out


def test_no_turn_of_a_scramble_can_be_cancelled(rokumen: Rokumen) -> None:
    for line in rokumen("scramble", "20", "--seed=1").out.splitlines():
        faces = [turn.face for turn in parse_turns(line)]
        assert all(one != other for one, other in pairwise(faces))
        for first, second, third in zip(faces, faces[1:], faces[2:], strict=False):
            assert not (first == third and second == OPPOSITE[first])


def test_scrambles_are_as_long_as_in_competitions(rokumen: Rokumen) -> None:
    lengths = [len(line.split()) for line in rokumen("scramble", "30", "--seed=5").out.splitlines()]
    assert max(lengths) <= 20
    assert sum(lengths) / len(lengths) > 18


def test_a_seed_always_gives_the_same_scramble(rokumen: Rokumen) -> None:
    # Fixed expected values: a change of the generator, a search or a table would show here.
    assert rokumen("scramble", "--seed=1").out == (
        "B D' L U2 F L2 D' F' D' F2 D R F2 L D2 B2 U2 L B2 R\n"
    )


def test_building_the_tables_is_shown_with_the_time_left(
    rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rokumen.show import table_progress
    from solver.engines.two_phase import engine

    def build(metric: str, progress: Callable[[float], None]) -> None:
        time.sleep(0.3)
        progress(0.0)
        time.sleep(0.4)
        progress(0.5)
        time.sleep(0.3)

    monkeypatch.setattr(engine, "warm_up", build)
    monkeypatch.setattr(table_progress, "QUIET_SECONDS", 0.0)
    monkeypatch.setattr(table_progress, "LINE_SECONDS", 0.1)
    result = rokumen("scramble", "--seed=1")
    first, *others = result.err.splitlines()
    assert re.fullmatch(r"loading two-phase: \d+ s", first)
    building = r"building the tables of two-phase \(first use only\): 50 %, about \d+ s left"
    assert any(re.fullmatch(building, line) for line in others)
    assert len(result.out.splitlines()) == 1


def test_tables_that_are_there_are_not_announced(rokumen: Rokumen) -> None:
    rokumen("scramble", "--seed=1")
    assert rokumen("scramble", "--seed=1").err == ""


def test_json_has_the_cube(rokumen: Rokumen) -> None:
    for line in rokumen("scramble", "3", "--json", "--seed=8").out.splitlines():
        answer = json.loads(line)
        scrambled = Cube.solved().apply(answer["scramble"])
        assert answer["facelets"] == scrambled.facelets
        assert answer["htm"] == len(answer["scramble"].split())


def test_a_seed_is_the_same_cube_for_any_method(rokumen: Rokumen) -> None:

    from solver.cube import Cube

    answer = rokumen("scramble", "--json", "--seed=8").json()
    assert answer["facelets"] == Cube.random(8).facelets


def test_an_error_quotes_bad_input(rokumen: Rokumen) -> None:
    assert "0" in rokumen("scramble", "0").err
    assert rokumen("scramble", "many").status == 2
