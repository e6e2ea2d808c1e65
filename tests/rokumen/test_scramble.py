"""`rokumen scramble` as a user meets it."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise

from solver.cube import Cube
from solver.geometry import OPPOSITE
from solver.turn import turns
from tests.rokumen.conftest import Said

Rokumen = Callable[..., Said]


def test_a_scramble_is_one_line_that_scrambles(rokumen: Rokumen) -> None:
    said = rokumen("scramble")
    assert said.status == 0
    (line,) = said.out.splitlines()
    assert not Cube.solved().apply(turns(line)).is_solved


def test_a_seed_repeats_scrambles_and_others_differ(rokumen: Rokumen) -> None:
    first = rokumen("scramble", "5", "--seed=3").out
    assert rokumen("scramble", "5", "--seed=3").out == first
    assert len(set(first.splitlines())) == 5
    assert rokumen("scramble", "5", "--seed=4").out != first
    assert rokumen("scramble").out != rokumen("scramble").out


def test_no_turn_of_a_scramble_is_wasted(rokumen: Rokumen) -> None:
    for line in rokumen("scramble", "20", "--seed=1").out.splitlines():
        faces = [turn.face for turn in turns(line)]
        assert all(one != other for one, other in pairwise(faces))
        for first, second, third in zip(faces, faces[1:], faces[2:], strict=False):
            assert not (first == third and second == OPPOSITE[first])


def test_json_tells_the_cube(rokumen: Rokumen) -> None:
    for line in rokumen("scramble", "3", "--json", "--seed=8").out.splitlines():
        answer = json.loads(line)
        scrambled = Cube.solved().apply(turns(answer["scramble"]))
        assert answer["facelets"] == scrambled.facelets()
        assert answer["htm"] == len(answer["scramble"].split())


def test_a_seed_is_the_same_cube_for_any_method(rokumen: Rokumen) -> None:
    from random import Random

    from solver.scramble import random_cube

    answer = rokumen("scramble", "--json", "--seed=8").json()
    assert answer["facelets"] == random_cube(Random(8)).facelets()


def test_bad_input_is_quoted(rokumen: Rokumen) -> None:
    assert "0" in rokumen("scramble", "0").err
    assert rokumen("scramble", "many").status == 2
