"""`rokumen watch` with smart cubes that need no Bluetooth."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from solver.cube import Cube
from tests.support.command_line import Rokumen

EMULATED = "emulated:qiyi?moves=R U2 F'"


def test_turns_are_printed_as_they_are_made_and_the_cube_at_the_end(rokumen: Rokumen) -> None:
    shown = rokumen("watch", "--cube", EMULATED)
    *lines, facelets = shown.out.splitlines()
    assert [line.split()[-1] for line in lines] == ["R", "U", "U", "F'"]
    times = [float(line.split()[0]) for line in lines]
    assert times == sorted(times)
    assert facelets == Cube.solved().apply("R U2 F'").facelets
    assert shown.status == 0


def test_json_has_turns_with_times_the_cube_and_whether_it_is_certain(rokumen: Rokumen) -> None:
    shown = rokumen("watch", "--cube", EMULATED, "--json")
    told = shown.json()
    assert set(told) == {"turns", "facelets", "certain"}
    assert [turn["turn"] for turn in told["turns"]] == ["R", "U", "U", "F'"]
    assert all(turn["start"] == turn["end"] > 0 for turn in told["turns"])
    assert told["facelets"] == Cube.solved().apply("R U2 F'").facelets
    assert told["certain"] is True


def test_the_cube_before_can_be_given(rokumen: Rokumen) -> None:
    shown = rokumen("watch", "--cube", EMULATED, "--from", "D L", "--json")
    assert shown.json()["facelets"] == Cube.solved().apply("D L R U2 F'").facelets
    nothing = rokumen("watch", "--cube", "emulated:qiyi", "--from", "D L", "--json")
    assert nothing.json()["facelets"] == Cube.solved().apply("D L").facelets


def test_lost_sync_is_said_and_the_result_is_not_certain(rokumen: Rokumen) -> None:
    shown = rokumen("watch", "--cube", f"emulated:gocube?moves={'R U F ' * 9}&loss=0.2", "--json")
    assert "lost sync" in shown.err
    assert shown.json()["certain"] is False
    assert shown.status == 3


def test_a_recording_is_written_and_replayed(rokumen: Rokumen, tmp_path: Path) -> None:
    file = tmp_path / "cube.json"
    first = rokumen("watch", "--cube", EMULATED, "--record", str(file))
    assert json.loads(file.read_text())["device"]["name"] == "QY-QYSC"
    again = rokumen("watch", "--cube", f"replay:{file}")
    assert again.out.splitlines()[-1] == first.out.splitlines()[-1]
    assert again.status == 0


def test_what_is_untried_and_a_low_battery_are_said(rokumen: Rokumen) -> None:
    shown = rokumen("watch", "--cube", "emulated:gan-gen3?moves=R&battery=7")
    assert "untried" in shown.err
    assert "7%" in shown.err


def test_a_file_that_is_not_there_is_named(rokumen: Rokumen, tmp_path: Path) -> None:
    shown = rokumen("watch", "--cube", f"replay:{tmp_path / 'none.json'}", "--json")
    assert "none.json" in shown.json()["error"]["message"]
    assert shown.status == 2


def test_without_bleak_it_is_said_what_to_install(
    rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "bleak", None)
    shown = rokumen("watch", "--cube", "GAN", "--json")
    assert "rokumen[smart-cubes]" in shown.json()["error"]["message"]
    assert shown.status == 2
