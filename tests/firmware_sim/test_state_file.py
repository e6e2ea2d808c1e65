"""The file of a simulated robot's physical state: saving, loading and rejecting."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_sim import state_file
from firmware_sim.errors import SimulatorError
from firmware_sim.physics.state import MisalignedLayer, PartialRotation, PhysicalState
from robot.rigs.mechanisms.two_gripper import RIG
from solver.core.orientation import Orientation
from solver.cube import Cube
from tests.support.strategies import cubes, orientations

degrees = st.floats(-180, 180)
truths = st.builds(
    PhysicalState,
    cubes,
    orientations,
    st.tuples(degrees, degrees),
    st.tuples(st.floats(0, 1), st.floats(0, 1)),
    st.lists(st.builds(MisalignedLayer, st.sampled_from("URFDLB"), degrees), max_size=2).map(tuple),
    st.none() | st.builds(PartialRotation, st.sampled_from("URFDLB"), degrees),
    st.booleans(),
)


@settings(deadline=None)
@given(truths)
def test_a_saved_state_is_loaded_unchanged(
    tmp_path_factory: pytest.TempPathFactory, truth: PhysicalState
) -> None:
    path = tmp_path_factory.getbasetemp() / "robots" / "state.json"
    state_file.save(path, RIG, truth)
    assert state_file.load(path, RIG) == truth
    assert [file.name for file in path.parent.iterdir()] == ["state.json"]


def test_an_error_names_a_file_of_another_kind(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    for text in ("", "[]", "{}", '{"rig": "two-gripper"}', "\x00"):
        path.write_text(text)
        with pytest.raises(SimulatorError, match=r"state\.json"):
            state_file.load(path, RIG)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("rig", "six-axis", "six-axis"),
        ("cube", "U" * 54, "centres"),
        ("orientation", "UDRLFB", "unknown orientation"),
        ("orientation", 5, "orientation = 5 must be a text"),
        ("cube", None, "cube = None must be a text"),
        ("angles", {"L": "x", "R": 0}, "L = 'x' must be a finite number"),
        ("openings", [1], "must be a table"),
        ("layers", [5], "must be a list of tables"),
        ("layers", [{"face": "U", "degrees": 1}] * 3, "must be a list of at most two tables"),
        ("layers", [{"face": "X", "degrees": 1}], "face = 'X' must be one of U"),
        ("tilt", 3, "tilt = 3 must be a table"),
        ("dropped", "no", "dropped = 'no' must be true or false"),
        ("popped", [12], "popped = \\[12\\] must be"),
        ("twisted", ["x"], "twisted = "),
    ],
)
def test_an_impossible_state_is_rejected(
    tmp_path: Path, key: str, value: str, message: str
) -> None:
    path = tmp_path / "state.json"
    state_file.save(path, RIG, PhysicalState.at_home(RIG.home, Cube.solved()))
    state = json.loads(path.read_text())
    path.write_text(json.dumps(state | {key: value}))
    with pytest.raises(SimulatorError, match=message):
        state_file.load(path, RIG)


def test_the_file_has_these_keys(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    truth = PhysicalState(
        Cube.solved(),
        Orientation(tuple("URFDLB")),
        (90.0, 0.0),
        (0.0, 1.0),
        (MisalignedLayer("F", 12.5),),
        PartialRotation("R", -3.0),
        popped=(3,),
        twisted=(5,),
    )
    state_file.save(path, RIG, truth)
    assert json.loads(path.read_text()) == {
        "rig": "two-gripper",
        "cube": "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB",
        "orientation": "URFDLB",
        "angles": {"L": 90.0, "R": 0.0},
        "openings": {"L": 0.0, "R": 1.0},
        "layers": [{"face": "F", "degrees": 12.5}],
        "tilt": {"position": "R", "degrees": -3.0},
        "dropped": False,
        "popped": [3],
        "twisted": [5],
    }
