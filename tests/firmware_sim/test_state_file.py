from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_sim import state_file
from firmware_sim.errors import StateFileError
from firmware_sim.truth import Layer, Stuck, Tilt, Truth
from robot.rigs.two_gripper import RIG
from solver.cube import Cube
from tests.strategies import cubes, orientations

degrees = st.floats(-180, 180)
truths = st.builds(
    Truth,
    cubes,
    orientations,
    st.tuples(degrees, degrees),
    st.tuples(st.floats(0, 1), st.floats(0, 1)),
    st.lists(st.builds(Layer, st.sampled_from("URFDLB"), degrees), max_size=2).map(tuple),
    st.none() | st.builds(Tilt, st.sampled_from("URFDLB"), degrees),
    st.none() | st.builds(Stuck, st.sampled_from("LR"), st.sampled_from((-1, 1))),
    st.booleans(),
)


@settings(deadline=None)
@given(truths)
def test_what_is_saved_is_loaded(tmp_path_factory: pytest.TempPathFactory, truth: Truth) -> None:
    path = tmp_path_factory.getbasetemp() / "robots" / "state.json"
    state_file.save(path, RIG, truth)
    assert state_file.load(path, RIG) == truth
    assert [file.name for file in path.parent.iterdir()] == ["state.json"]


def test_another_file_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    for text in ("", "[]", "{}", '{"rig": "two-gripper"}', "\x00"):
        path.write_text(text)
        with pytest.raises(StateFileError, match=r"state\.json"):
            state_file.load(path, RIG)


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("rig", "six-axis", "six-axis"),
        ("cube", "U" * 54, "centres"),
        ("orientation", "UDRLFB", "held"),
    ],
)
def test_a_state_that_cannot_be_is_refused(tmp_path: Path, key: str, value: str, says: str) -> None:
    path = tmp_path / "state.json"
    state_file.save(path, RIG, Truth.at_home(RIG.home, Cube.solved()))
    state = json.loads(path.read_text())
    path.write_text(json.dumps(state | {key: value}))
    with pytest.raises(StateFileError, match=says):
        state_file.load(path, RIG)
