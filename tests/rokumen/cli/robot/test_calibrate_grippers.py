"""`rokumen calibrate grippers --camera`: what the robot does not know of its grippers is seen."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import cv2
import pytest

from tests.support.command_line import CommandResult

Rokumen = Callable[..., CommandResult]
PORT = "sim://two-gripper?seed=3&scramble=R+U+F2+L+D'"
WATCHED = ("--camera", "sim", "--repeats", "1")


def test_wrists_are_seen_and_drawn(rokumen: Rokumen, tmp_path: Path) -> None:
    picture, output = tmp_path / "wrists.png", tmp_path / "rig.toml"
    options = ("--picture", str(picture), "--output", str(output), "--json")
    result = rokumen("calibrate", "grippers", "--port", PORT, *WATCHED, *options)
    assert result.status == 0, result.err
    told = result.json()
    assert set(told["seen"]) == {"L -90", "L +90", "R -90", "R +90"}
    for place, angle in told["seen"].items():
        assert angle == pytest.approx(int(place[1:]), abs=0.5)
    assert told["durations"] == {"turn": 1.0, "open": 1.25, "close": 1.0}
    assert cv2.imread(str(picture)) is not None
    angles = tomllib.loads(output.read_text())["two-gripper"]["angles"]
    assert angles["L +90"] == told["seen"]["L +90"]


@pytest.mark.parametrize("fault", ["jam_silent@2", "drag_neighbour@1"])
def test_what_the_servos_do_not_notice_the_camera_does(rokumen: Rokumen, fault: str) -> None:
    port = f"{PORT}&fault={fault}"
    blind = rokumen("calibrate", "grippers", "--port", port, "--repeats", "1")
    assert blind.status == 0, blind.err
    result = rokumen("calibrate", "grippers", "--port", port, *WATCHED)
    assert result.status == 1
    assert "does not see the cube" in result.err


def test_a_grip_that_misses_ends_it(rokumen: Rokumen) -> None:
    result = rokumen("calibrate", "grippers", "--port", f"{PORT}&fault=grip_miss@2", *WATCHED)
    assert result.status == 1
    assert "a gripper lost the cube" in result.err


def test_a_camera_that_is_lost_is_said(rokumen: Rokumen) -> None:
    result = rokumen("calibrate", "grippers", "--port", f"{PORT}&fault=camera_lost@2", *WATCHED)
    assert result.status == 1
    assert "sends no more pictures" in result.err


def test_rigs_whose_hands_cannot_show_it_alone_are_watched_too(rokumen: Rokumen) -> None:
    port = "sim://flipper?scramble=R+U+F2+L+D'"
    result = rokumen("calibrate", "grippers", "--port", port, *WATCHED, "--json")
    assert result.status == 0, result.err
    assert result.json()["seen"] == {}
    slipped = rokumen("calibrate", "grippers", "--port", f"{port}&fault=jam_silent@3", *WATCHED)
    assert slipped.status == 1
    assert "does not see the cube" in slipped.err


def test_a_picture_that_cannot_be_drawn_is_quoted(rokumen: Rokumen, tmp_path: Path) -> None:
    nowhere = str(tmp_path / "no" / "wrists.png")
    result = rokumen(
        "calibrate", "grippers", "--port", PORT, "--repeats", "1", "--picture", nowhere
    )
    assert result.status == 2
    assert "wrists.png" in result.err
