"""`rokumen robot`: what it prints and refuses."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from firmware_sim.sim_port import unregister_robot
from tests.support.command_line import Rokumen

PORT = "--port=sim://two-gripper"


def test_load_closes_the_grippers_after_enter(
    rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    result = rokumen("robot", "load", PORT)
    assert result.status == 0
    assert "press Enter" in result.out
    assert result.out.splitlines()[-1] == (
        "Closed: left wrist at 0°, right wrist at 0°, left gripper closed, right gripper closed"
    )


def test_load_without_enter_leaves_the_grippers_open(
    rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    result = rokumen("robot", "load", PORT)
    assert result.status == 1
    assert "stay open" in result.out


def test_release_and_off(rokumen: Rokumen) -> None:
    assert (
        rokumen("robot", "release", PORT)
        .out.strip()
        .endswith("left gripper open, right gripper open")
    )
    assert "no power" in rokumen("robot", "off", PORT).out


def test_jog_prints_the_pulse(rokumen: Rokumen) -> None:
    port = f"{PORT}?name=jogged"
    try:
        without_power = rokumen("robot", "jog", port, "--axis=L", "--by=-40")
        assert without_power.status == 1
        assert "the servo gets no pulse" in without_power.err
        for option, pulse in (("--to=1500", 1500), ("--by=-40", 1460), ("--to=1700", 1700)):
            words = rokumen("robot", "jog", port, "--axis=L", option).out.strip()
            assert words == f"Left wrist (axis:L): {pulse} µs"
        result = rokumen("robot", "jog", port, "--gripper=R", "--to=1300", "--json")
        assert json.loads(result.out)["pulse"] == 1300
    finally:
        unregister_robot("jogged")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--axis=L",), "--by MICROSECONDS or --to"),
        (("--by=5",), "--axis NAME or --gripper"),
        (("--axis=L", "--gripper=L", "--by=5"), "--axis NAME or --gripper"),
        (("--axis=Q", "--by=5"), "axis:Q"),
        (("--axis=L", "--to=3000"), "3000"),
    ],
)
def test_wrong_options_are_quoted(rokumen: Rokumen, options: tuple[str, ...], words: str) -> None:
    result = rokumen("robot", "jog", PORT, *options)
    assert result.status == 2
    assert words in result.err


def test_a_run_that_cannot_release_does_not_begin(rokumen: Rokumen) -> None:
    result = rokumen("run", "--port=sim://six-axis", "--release")
    assert result.status == 1
    assert "cannot load" in result.err


def test_a_run_ends_with_open_grippers_and_servos_without_power(
    rokumen: Rokumen, tmp_path: Path
) -> None:
    trace = tmp_path / "trace.txt"
    options = ("--release", "--off-after=0.1", f"--trace={trace}")
    result = rokumen("run", f"{PORT}?scramble=R+U", *options)
    assert result.status == 0
    assert "the grippers open now" in result.err
    assert "The servos lose their power in 0.1 s" in result.err
    sent = trace.read_text()
    assert sent.rindex(" LOAD") < sent.rindex(" OFF")


def test_servos_keep_their_power_while_they_hold_the_cube(rokumen: Rokumen) -> None:
    result = rokumen("run", PORT, "--off-after=5")
    assert result.status == 2
    assert "--off-after 5 needs --release" in result.err
