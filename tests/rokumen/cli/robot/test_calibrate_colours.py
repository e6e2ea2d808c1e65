"""`rokumen calibrate colours`: profiles, pictures and the benchmark."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import cv2
import pytest

from tests.support.command_line import Rokumen
from tests.support.photographs import PHOTOS, load_photographed_cubes
from tests.support.videos import handheld_frames, write_video

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


def test_an_error_names_a_picture_that_cannot_be_written(rokumen: Rokumen, tmp_path: Path) -> None:
    result = rokumen("calibrate", "colours", *CUBE, "--draw", str(tmp_path / "no" / "a.png"))
    assert result.status == 2
    assert "a.png" in result.err
