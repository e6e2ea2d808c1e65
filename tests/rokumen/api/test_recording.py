"""Recordings of runs: opened by the format's own reader."""

from __future__ import annotations

import json
import sys
from base64 import b64decode
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from solver.core.turn import Turn
from tests.support.command_line import Rokumen

PORT = "--port=sim://two-gripper?scramble=R U&ideal=true&seed=1&name=recorded"


def messages(path: Path) -> list[tuple[str, int, Any]]:
    """Return topic, time in nanoseconds and content of each message, in order."""
    reader = pytest.importorskip("mcap.reader")
    with path.open("rb") as file:
        opened = reader.make_reader(file)
        return [
            (channel.topic, message.log_time, json.loads(message.data))
            for _, channel, message in opened.iter_messages()
        ]


@pytest.mark.thorough
@pytest.mark.job
def test_a_run_is_recorded_with_events_poses_and_pictures(rokumen: Rokumen, tmp_path: Path) -> None:
    reader = pytest.importorskip("mcap.reader")
    path = tmp_path / "run.mcap"
    options = ("--seed=1", "--jam=0", "--ideal", "--method=two-phase")
    result = rokumen("demo", *options, f"--record={path}", "--json")
    assert result.status == 0, result.err
    recorded = messages(path)
    events = [each for topic, _, each in recorded if topic == "/events"]
    kinds = [each["kind"] for each in events]
    assert kinds.count("CommandStarted") == kinds.count("CommandDone") > 10
    assert "CubeRead" in kinds
    made = [turn for each in events if each["kind"] == "CommandDone" for turn in each["turns"]]
    *made, first, first_back, second, second_back = made
    assert made == result.json()["moves"].split()
    # The last turns are seen by the camera, and taken back.
    assert str(Turn.parse(first).inverse()) == first_back
    assert str(Turn.parse(second).inverse()) == second_back
    poses = [each for topic, _, each in recorded if topic == "/pose"]
    assert len(poses) == 1 + kinds.count("CommandDone")
    assert poses[-1]["grips"].keys() == {"L", "R"}
    assert {pose["angles"]["R"] for pose in poses} >= {0, 90}
    pictures = [each for topic, _, each in recorded if topic == "/pictures/0"]
    # One of each look of a scan, and one after each turn.
    assert len(pictures) >= len(made) + 6
    data = np.frombuffer(b64decode(pictures[0]["data"]), np.uint8)
    assert cv2.imdecode(data, cv2.IMREAD_COLOR) is not None
    times = [at for _, at, _ in recorded]
    assert times == sorted(times)
    with path.open("rb") as file:
        (about,) = reader.make_reader(file).iter_metadata()
        assert about.metadata["rig"] == "two-gripper"


def test_a_file_that_exists_is_kept(rokumen: Rokumen, tmp_path: Path) -> None:
    pytest.importorskip("mcap.writer")
    path = tmp_path / "run.mcap"
    path.write_text("mine")
    refused = rokumen("run", PORT, f"--record={path}")
    assert refused.status == 2
    assert "is there already, and a recording replaces no file" in refused.err
    assert path.read_text() == "mine"
    nowhere = rokumen("run", PORT, f"--record={tmp_path / 'none' / 'run.mcap'}")
    assert nowhere.status == 2
    assert "cannot write the recording" in nowhere.err


def test_without_the_extra_it_is_said_how_to_install_it(
    rokumen: Rokumen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "mcap.writer", None)
    missing = rokumen("run", PORT, f"--record={tmp_path / 'run.mcap'}")
    assert missing.status == 2
    assert "pip install 'rokumen[recordings]'" in missing.err
    assert not (tmp_path / "run.mcap").exists()
