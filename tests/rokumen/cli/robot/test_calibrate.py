"""`rokumen calibrate`: wrists and grippers with the camera, and profiles of colours."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import cv2
import pytest

from tests.support.command_line import Rokumen
from tests.support.photographs import PHOTOS, load_photographed_cubes
from tests.support.videos import handheld_frames, write_video

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


CUBE = [str(PHOTOS / "cube20" / f"{face}.jpg") for face in "URFDLB"]
COLOURS = {"white", "yellow", "red", "orange", "green", "blue"}


def test_a_scrambled_cube_gives_a_profile_and_a_picture(rokumen: Rokumen, tmp_path: Path) -> None:
    picture = tmp_path / "clouds.png"
    profile = tmp_path / "config" / "colours" / "desk.toml"
    profile.parent.mkdir(parents=True)
    profile.write_text("# that of the winter\n")
    result = rokumen("calibrate", "colours", *CUBE, "--name", "desk", "--draw", str(picture))
    assert result.status == 0, result.err
    for colour in COLOURS:
        assert colour in result.out
    named = re.search(r"Named by the other stickers, (\d+) of (\d+) are right", result.out)
    assert named is not None
    assert 50 <= int(named[1]) <= int(named[2]) <= 54
    assert cv2.imread(str(picture)) is not None
    assert "[colours]" in profile.read_text()
    # The one that was there before is kept, and it is said where.
    older = re.search(r"the profile that it replaces is kept in (\S+)", result.err)
    assert older is not None
    assert Path(older[1]).read_text() == "# that of the winter\n"
    assert "`rokumen read --profile desk PHOTOGRAPHS`" in result.err


def test_without_scikit_learn_a_profile_is_measured_and_not_tried(
    rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.discriminant_analysis", None)
    result = rokumen("calibrate", "colours", *CUBE)
    assert result.status == 0, result.err
    assert "not tried out, which needs scikit-learn: pip install 'rokumen[cal" in result.out
    assert rokumen("calibrate", "colours", *CUBE, "--json").json()["named"] is None


@pytest.mark.thorough
def test_the_profile_of_a_camera_is_used_by_scan(rokumen: Rokumen, tmp_path: Path) -> None:
    cube = next(cube for cube in load_photographed_cubes(PHOTOS) if cube.name == "cube20")
    video = str(tmp_path / "cube.avi")
    write_video(Path(video), list(handheld_frames([frame.image for frame in cube.frames])))
    found = rokumen("calibrate", "colours", "--camera", video, "--json").json()
    assert set(found["colours"]) == COLOURS
    assert len(found["pairs"]) == 15
    profile = Path(found["profile"])
    assert video in profile.read_text()
    assert rokumen("scan", "--camera", video).out.strip() == cube.facelets
    again = rokumen("calibrate", "colours", "--camera", video)
    assert f"the page use it with camera {video} from now on" in again.err
    profile.write_text(f'camera = "{video}"\n[colours]\n')
    broken = rokumen("scan", "--camera", video)
    assert broken.status == 1
    assert "cannot read the profile" in broken.err


def test_an_error_quotes_a_missing_profile(rokumen: Rokumen) -> None:
    result = rokumen("scan", "--profile", "attic", "--camera", "clip.mp4")
    assert result.status == 2
    assert "no profile 'attic'" in result.err
    assert "available: none" in result.err


@pytest.mark.parametrize("name", ["../desk", "a/b", ".hidden"])
def test_a_name_must_not_be_a_path(rokumen: Rokumen, name: str) -> None:
    result = rokumen("calibrate", "colours", *CUBE, "--name", name)
    assert result.status == 2
    assert repr(name) in result.err


def test_too_few_photographs_are_reported(rokumen: Rokumen) -> None:
    result = rokumen("calibrate", "colours", *CUBE[:3])
    assert result.status == 3
    assert "six are needed" in result.err


def test_a_picture_of_colours_that_cannot_be_written_is_named(
    rokumen: Rokumen, tmp_path: Path
) -> None:
    result = rokumen("calibrate", "colours", *CUBE, "--draw", str(tmp_path / "no" / "a.png"))
    assert result.status == 2
    assert "a.png" in result.err
