"""`rokumen faces`: the colours on single faces, from real picture files."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.storage import save_profile
from tests.support.command_line import Rokumen
from vision.colour.profile import DEFAULT_COLOURS, ColourProfile

PHOTOS = Path(__file__).parents[3] / "data" / "cube-photos"
NAMES = {"U": "white", "R": "red", "F": "green", "D": "yellow", "L": "orange", "B": "blue"}


def test_one_photograph_gives_the_colours_of_its_face(rokumen: Rokumen) -> None:
    path = str(PHOTOS / "cube08" / "R.jpg")
    result = rokumen("faces", "--json", path)
    (face,) = result.json()["faces"]
    assert list(face) == [
        "image", "corners", "colours", "confidence", "certain", "alternatives", "part_of",
    ]  # fmt: skip
    assert result.status == (0 if face["certain"] else 3)
    for colour, confidence, likely in zip(
        face["colours"], face["confidence"], face["alternatives"], strict=True
    ):
        assert next(iter(likely)) == colour
        assert likely[colour] == max(likely.values()) == confidence
        assert 0.99 < sum(likely.values()) <= 1.000001
    assert face["image"] == path
    assert len(face["corners"]) == 4
    cubes = json.loads((PHOTOS / "truth.json").read_text())
    facelets = next(entry["facelets"] for entry in cubes if entry["cube"] == "cube08")
    assert face["colours"][4] == "red"
    assert sorted(face["colours"]) == sorted(NAMES[letter] for letter in facelets[9:18])


@pytest.mark.thorough
def test_the_text_has_one_line_for_each_row(rokumen: Rokumen) -> None:
    result = rokumen("faces", *(str(PHOTOS / "cube20" / f"{face}.jpg") for face in "UFDRLB"))
    assert result.status == 0, result.err
    lines = result.out.splitlines()
    assert len(lines) == 24
    assert "U.jpg" in lines[0]
    assert "F.jpg" in lines[4]
    assert all(line.endswith(", certain") for line in lines[::4])
    lines = lines[:8]
    assert all(set(line.split()) <= set(NAMES.values()) for line in lines[1:4] + lines[5:])


def test_how_far_the_reading_is_can_be_seen(
    rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    photographs = [str(PHOTOS / "cube08" / f"{face}.jpg") for face in "FR"]
    assert "searching" not in rokumen("faces", *photographs).err
    monkeypatch.setenv("FORCE_COLOR", "1")  # as in a terminal
    assert "searching photograph 2 of 2" in rokumen("faces", *photographs).err


def test_uncertain_stickers_are_marked(rokumen: Rokumen, tmp_path: Path) -> None:
    image = cv2.imread(str(PHOTOS / "cube08" / "U.jpg"))
    assert image is not None
    truth = json.loads((PHOTOS / "truth.json").read_text())
    cube = next(entry for entry in truth if entry["cube"] == "cube08")
    (view,) = (each for each in cube["views"] if each["image"].endswith("U.jpg"))
    first, last = (np.array(view["faces"][0]["corners_px"][k]) for k in (0, 2))
    middle = tuple(int(each) for each in (first + last) / 2)
    # Noise over the centre: it matches no colour.
    side = int(np.hypot(*(last - first)) / 10)
    rows, columns = (slice(at - side, at + side) for at in middle[::-1])
    noise = np.random.default_rng(1).integers(0, 256, image[rows, columns].shape)
    image[rows, columns] = noise
    path = tmp_path / "hidden.png"
    cv2.imwrite(str(path), image)
    result = rokumen("faces", str(path))
    assert result.status == 3
    assert result.out.count("?") == 1
    (doubtful,) = [word for word in result.out.split() if word.endswith("?")]
    pair = sorted(doubtful.rstrip("?").split("/"))
    assert result.out.split()[-5] == doubtful
    assert "1 of 1 face not certain" in result.err
    assert f"cannot tell {' from '.join(pair)}" in result.err


def test_a_picture_without_a_face_and_no_picture(rokumen: Rokumen, tmp_path: Path) -> None:
    empty = tmp_path / "empty.png"
    cv2.imwrite(str(empty), np.full((480, 640, 3), 90, np.uint8))
    result = rokumen("faces", str(empty))
    assert result.status == 3
    assert "empty.png" in result.err
    none = tmp_path / "none.png"
    none.write_text("no picture")
    result = rokumen("faces", str(none))
    assert result.status == 2
    assert "none.png" in result.err


def test_a_profile_gives_the_names_of_the_colours(rokumen: Rokumen, tmp_path: Path) -> None:
    profile = tmp_path / "desk.toml"
    known = {f"my {name}": lab for name, lab in DEFAULT_COLOURS.lab.items()}
    save_profile(profile, ColourProfile(known))
    path = str(PHOTOS / "cube08" / "R.jpg")
    (alone,) = rokumen("faces", "--json", path).json()["faces"]
    (face,) = rokumen("faces", "--json", path, "--profile", str(profile)).json()["faces"]
    assert face["colours"] == [f"my {name}" for name in alone["colours"]]


def test_an_error_quotes_a_missing_profile(rokumen: Rokumen) -> None:
    result = rokumen("faces", str(PHOTOS / "cube20" / "U.jpg"), "--profile", "attic")
    assert result.status == 2
    assert "no profile 'attic'" in result.err
