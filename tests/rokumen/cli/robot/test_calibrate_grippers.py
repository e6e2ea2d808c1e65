"""`rokumen calibrate grippers --camera`: wrists and grippers measured with the camera."""

from __future__ import annotations

import tomllib
from pathlib import Path

import cv2
import pytest

from tests.support.command_line import Rokumen

PORT = "sim://two-gripper?seed=3&scramble=R+U+F2+L+D'"
WATCHED = ("--camera", "sim", "--repeats", "1")


@pytest.mark.thorough
def test_wrists_are_measured_and_drawn(rokumen: Rokumen, tmp_path: Path) -> None:
    picture, output = tmp_path / "wrists.png", tmp_path / "rig.toml"
    options = ("--draw", str(picture), "--output", str(output), "--json")
    result = rokumen("calibrate", "grippers", "--port", PORT, *WATCHED, *options)
    assert result.status == 0, result.err
    document = result.json()
    assert set(document["seen"]) == {"L -90", "L +90", "R -90", "R +90"}
    for detent, angle in document["seen"].items():
        assert angle == pytest.approx(int(detent[1:]), abs=0.5)
    wrists = dict.fromkeys(("turn", "half_turn", "empty_turn", "empty_half_turn"), 1.0)
    assert document["durations"] == {**wrists, "open": 1.25, "close": 1.0}
    assert cv2.imread(str(picture)) is not None
    angles = tomllib.loads(output.read_text())["two-gripper"]["angles"]
    assert angles["L +90"] == document["seen"]["L +90"]


@pytest.mark.thorough
@pytest.mark.parametrize("fault", ["jam_silent@2", "drag_neighbour@1"])
def test_the_camera_detects_faults_that_the_servos_do_not(rokumen: Rokumen, fault: str) -> None:
    port = f"{PORT}&faults={fault}"
    blind = rokumen("calibrate", "grippers", "--port", port, "--repeats", "1")
    assert blind.status == 0, blind.err
    result = rokumen("calibrate", "grippers", "--port", port, *WATCHED)
    assert result.status == 1
    assert "does not see the cube" in result.err


def test_a_slip_ends_the_calibration(rokumen: Rokumen) -> None:
    result = rokumen("calibrate", "grippers", "--port", f"{PORT}&faults=grip_miss@2", *WATCHED)
    assert result.status == 1
    assert "a gripper lost the cube" in result.err


def test_a_lost_camera_is_reported(rokumen: Rokumen) -> None:
    result = rokumen("calibrate", "grippers", "--port", f"{PORT}&faults=camera_lost@2", *WATCHED)
    assert result.status == 1
    assert "sends no more pictures" in result.err


@pytest.mark.thorough
def test_rigs_without_presenting_grippers_are_checked_by_camera_too(rokumen: Rokumen) -> None:
    port = "sim://flipper?scramble=R+U+F2+L+D'"
    result = rokumen("calibrate", "grippers", "--port", port, *WATCHED, "--json")
    assert result.status == 0, result.err
    assert result.json()["seen"] == {}
    slipped = rokumen("calibrate", "grippers", "--port", f"{port}&faults=jam_silent@3", *WATCHED)
    assert slipped.status == 1
    assert "does not see the cube" in slipped.err


@pytest.mark.thorough
def test_a_camera_elsewhere_is_used_and_its_place_found(rokumen: Rokumen) -> None:
    options = (*WATCHED, "--json")
    port = "sim://flipper?camera_at=UF&scramble=R+U+F2+L+D'"
    result = rokumen("calibrate", "grippers", "--port", port, *options, "--camera-at=unknown")
    assert result.status == 0, result.err
    port = f"{PORT}&camera_at=D"
    result = rokumen("calibrate", "grippers", "--port", port, *options, "--camera-at=D")
    assert result.status == 0, result.err
    assert result.json()["seen"]["L +90"] == pytest.approx(90, abs=0.5)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--camera-at=F",), "--camera-at 'F' needs --camera"),
        ((*WATCHED, "--camera-at=UX"), "a camera cannot look at 'UX'"),
        ((*WATCHED, "--camera-at=U", "--camera-at=F"), "gives 2 places for 1 cameras"),
    ],
)
def test_places_that_cannot_be_are_refused(
    rokumen: Rokumen, options: tuple[str, ...], words: str
) -> None:
    result = rokumen("calibrate", "grippers", "--port", PORT, *options)
    assert result.status == 2
    assert words in result.err


def test_an_error_names_a_picture_that_cannot_be_written(rokumen: Rokumen, tmp_path: Path) -> None:
    nowhere = str(tmp_path / "no" / "wrists.png")
    result = rokumen("calibrate", "grippers", "--port", PORT, "--repeats", "1", "--draw", nowhere)
    assert result.status == 2
    assert "wrists.png" in result.err
