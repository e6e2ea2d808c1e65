"""`rokumen read`: real picture files in any order, and bad input."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

from solver.core.numbers import colours_from_facelets
from solver.cube import Cube
from tests.support import mmays
from tests.support.command_line import Rokumen
from tests.support.videos import handheld_frames, write_video
from vision.capture.files import load_image

PHOTOS = Path(__file__).parents[3] / "data" / "cube-photos"
CUBE = "cube08"


def photos(cube: str = CUBE) -> list[str]:
    return [str(PHOTOS / cube / f"{face}.jpg") for face in "URFDLB"]


def truth(cube: str = CUBE) -> str:
    cubes = json.loads((PHOTOS / "truth.json").read_text())
    return next(str(entry["facelets"]) for entry in cubes if entry["cube"] == cube)


def test_six_photographs_in_any_order_and_quarter_turn(rokumen: Rokumen, tmp_path: Path) -> None:
    rng = Random(3)
    turned = []
    for path in photos():
        image = cv2.imread(path)
        assert image is not None
        turned.append(str(tmp_path / Path(path).with_suffix(".png").name))
        cv2.imwrite(turned[-1], np.rot90(image, rng.randrange(4)))
    rng.shuffle(turned)
    result = rokumen("read", "--json", *turned)
    assert result.status == 0, result.err
    reading = result.json()
    assert reading["facelets"] == truth()
    assert reading["certain"] is True
    assert reading["colours"] == "".join(colours_from_facelets(truth()))
    assert reading["faults"] == []
    assert Cube.from_numbers(reading["numbers"]).facelets == truth()
    assert len(reading["confidence"]) == 54
    assert reading["ambiguous"] == []
    assert {face["image"] for face in reading["faces"]} == set(turned)
    assert all(len(face["corners"]) == 4 for face in reading["faces"])
    assert reading["seconds"] > 0


@pytest.fixture
def reversed_photos(tmp_path: Path) -> list[str]:
    """Photographs of a cube whose colours run the other way round: those of a usual one flipped."""
    paths = [str(tmp_path / f"{face}.png") for face in "URFDLB"]
    for path, photo in zip(paths, photos(), strict=True):
        cv2.imwrite(path, load_image(photo).image[:, ::-1])
    return paths


def test_a_cube_with_an_order_of_its_own_is_read_where_it_is_said(
    rokumen: Rokumen, reversed_photos: list[str]
) -> None:
    doubted = rokumen("read", *reversed_photos)
    assert doubted.status == 3
    assert "add --not-mirrored, or --scheme WOGYRB" in doubted.err
    not_mirrored = rokumen("read", "--not-mirrored", *reversed_photos)
    assert not_mirrored.status == 0, not_mirrored.err
    own = rokumen("read", "--scheme", "wogyrb", "--camera", "desk", *reversed_photos, "--json")
    assert own.status == 0, own.err
    assert own.json()["facelets"] == not_mirrored.out.strip()
    colours = {face["face"]: face["colour"] for face in own.json()["faces"]}
    assert (colours["R"], colours["L"]) == ("orange", "red")
    # The camera has learnt it, and a usual cube is read as before.
    assert rokumen("read", "--camera", "desk", *reversed_photos).status == 0
    assert rokumen("read", "--camera", "desk", *photos()).out.strip() == truth()


def test_another_order_than_the_one_that_is_said_is_not_certain(rokumen: Rokumen) -> None:
    result = rokumen("read", "--scheme", "WOGYRB", *photos())
    assert result.status == 3
    assert "the mirror image of WOGYRB" in result.err
    quoted = rokumen("read", "--scheme", "WOGYR", *photos())
    assert quoted.status == 2
    assert "'WOGYR' is not the colours of U R F D L B" in quoted.err
    # Yellow is up where the scheme says so.
    turned = rokumen("read", "--scheme", "YOGWRB", "--json", *photos()).json()
    assert turned["certain"] is True
    assert [face["colour"] for face in turned["faces"]][:3] == ["yellow", "orange", "green"]


def test_the_text_has_facelets_and_a_net(rokumen: Rokumen) -> None:
    result = rokumen("read", *photos())
    assert result.status == 0
    assert result.out.strip() == truth()
    assert " G G G" in result.err or " W " in result.err
    shown = result.err.split("the 48 numbers\n")[1].splitlines()[:6]
    assert [line.split()[0] for line in shown] == list("ULFRBD")
    numbers = [int(number) for line in shown for number in line.split()[1:]]
    assert numbers == mmays.numbers_of(colours_from_facelets(truth()))
    assert rokumen("solve", result.out).status == 0


def test_the_reading_is_drawn(rokumen: Rokumen, tmp_path: Path) -> None:
    drawing = tmp_path / "seen.png"
    result = rokumen("read", "--draw", str(drawing), *photos())
    assert result.status == 0
    assert str(drawing) in result.err
    image = cv2.imread(str(drawing))
    assert image is not None
    assert image.shape[0] > 400
    assert image.shape[1] > 800


def replaced_photo(tmp_path: Path, face: str, image: object) -> list[str]:
    path = tmp_path / f"{face}.png"
    cv2.imwrite(str(path), np.asarray(image))
    return [str(path) if photo.endswith(f"{face}.jpg") else photo for photo in photos()]


def test_a_file_that_is_not_a_picture(rokumen: Rokumen, tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text("not a picture")
    result = rokumen("read", *photos()[:5], str(note))
    assert result.status == 2
    assert str(note) in result.err
    assert result.out == ""


def test_a_folder_is_read_without_the_files_that_are_no_pictures(
    rokumen: Rokumen, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for photo in photos():
        (tmp_path / Path(photo).name).symlink_to(photo)
    (tmp_path / "notes.txt").write_text("the second try")
    # As macOS leaves them on disks of other systems.
    (tmp_path / "._U.jpg").write_bytes(b"\0\5\x16\7\0\2\0\0Mac OS X        ")
    (tmp_path / ".DS_Store").write_bytes(b"\0\0\0\1Bud1")
    result = rokumen("read", str(tmp_path))
    assert result.status == 0, result.err
    assert result.out.strip() == truth()
    assert "._U" not in caplog.text
    assert "DS_Store" not in caplog.text
    assert f"left out: {str(tmp_path / 'notes.txt')!r} is not a photograph" in caplog.text


def test_pictures_of_a_folder_may_be_gif_and_avif(rokumen: Rokumen, tmp_path: Path) -> None:
    for number, photo in enumerate(photos()):
        suffix = (".gif", ".AVIF")[number % 2]
        encoded = cv2.imencode(suffix.lower(), load_image(photo).image)[1]
        (tmp_path / f"{number}{suffix}").write_bytes(encoded.tobytes())
    result = rokumen("read", str(tmp_path))
    assert result.status == 0, result.err
    assert result.out.strip() == truth()


def test_an_empty_folder(rokumen: Rokumen, tmp_path: Path) -> None:
    for command in ("read", "faces"):
        result = rokumen(command, str(tmp_path))
        assert result.status == 2
        assert f"no photographs in the folder {str(tmp_path)!r}" in result.err


@pytest.mark.thorough
def test_a_video_is_read_where_the_cube_stands_still(
    rokumen: Rokumen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rokumen.show.progress.LINE_SECONDS", 0.0)
    pictures = [load_image(photo).image for photo in photos("cube20")]
    video = tmp_path / "cube.avi"
    write_video(video, list(handheld_frames(pictures)))
    result = rokumen("read", str(video))
    assert "\n1 of " in result.err
    assert " s of the film seen\n" in result.err
    assert result.status == 0, result.err
    assert result.out.strip() == truth("cube20")
    mixed = rokumen("read", *photos(), str(video))
    assert mixed.status == 2
    assert f"{str(video)!r} is a video, not a photograph" in mixed.err


def test_a_video_of_too_few_faces(rokumen: Rokumen, tmp_path: Path) -> None:
    video = tmp_path / "one.avi"
    write_video(video, list(handheld_frames([load_image(photos()[0]).image])))
    result = rokumen("read", str(video))
    assert result.status == 3
    assert f"{str(video)!r} ended after 1 face held still" in result.err


def test_a_file_that_is_no_video(rokumen: Rokumen, tmp_path: Path) -> None:
    video = tmp_path / "cube.mp4"
    video.write_text("not a video")
    result = rokumen("read", str(video))
    assert result.status == 2
    assert f"cannot read {str(video)!r} as a video" in result.err


def test_a_missing_file(rokumen: Rokumen) -> None:
    result = rokumen("read", *photos()[:5], "/no/such/picture.jpg")
    assert result.status == 2
    assert "/no/such/picture.jpg" in result.err


def test_a_picture_without_a_cube_is_left_out(rokumen: Rokumen, tmp_path: Path) -> None:
    empty = np.full((480, 640, 3), (60, 90, 120), np.uint8)
    cv2.imwrite(str(tmp_path / "table.png"), empty)
    result = rokumen("read", str(tmp_path / "table.png"), *photos())
    assert result.status == 0
    assert result.out == truth() + "\n"
    assert "table.png' is left out: no face of a cube is found in it" in result.err
    as_json = rokumen("read", "--json", str(tmp_path / "table.png"), *photos()).json()
    assert [each["image"] for each in as_json["left_out"]] == [str(tmp_path / "table.png")]


def test_pictures_without_a_cube(rokumen: Rokumen, tmp_path: Path) -> None:
    empty = np.full((480, 640, 3), (60, 90, 120), np.uint8)
    result = rokumen("read", replaced_photo(tmp_path, "F", empty)[2])
    assert result.status == 3
    assert "F.png" in result.err
    assert "no cube face" in result.err
    assert result.out == ""


def test_five_faces_that_fit_one_cube(rokumen: Rokumen) -> None:
    result = rokumen("read", *(photo for photo in photos() if Path(photo).stem != "L"))
    assert result.status == 0
    assert result.out == truth() + "\n"
    assert "no photograph shows the orange face; it follows from the others" in result.err


def test_five_faces_that_fit_several_cubes(rokumen: Rokumen) -> None:
    result = rokumen("read", *photos()[:5])
    assert result.status == 3
    assert "add a photo of the blue face" in result.err
    assert result.out == ""


def test_four_faces(rokumen: Rokumen) -> None:
    result = rokumen("read", *photos()[:4])
    assert result.status == 3
    assert "six are needed" in result.err
    assert result.out == ""


# What a reading says of such pictures, tests/vision/test_reading.py checks.
@pytest.mark.slow
def test_the_same_face_twice(rokumen: Rokumen) -> None:
    pictures = photos()
    result = rokumen("read", *pictures[:5], pictures[0])
    assert result.status == 3
    assert "same face" in result.err
    assert result.out == ""


@pytest.mark.slow
def test_faces_of_two_cubes_are_never_called_certain(rokumen: Rokumen) -> None:
    mixed = [*photos("cube08")[:3], *photos("cube20")[3:]]
    result = rokumen("read", "--json", *mixed)
    assert result.status == 3
    assert result.out == "" or result.json()["certain"] is False
    assert "Traceback" not in result.err


def test_a_drawing_that_cannot_be_written(rokumen: Rokumen) -> None:
    result = rokumen("read", "--draw", "/no/such/folder/seen.png", *photos())
    assert result.status == 2
    assert "/no/such/folder/seen.png" in result.err


@pytest.mark.parametrize("name", ["seen", "seen.xyz"])
def test_a_drawing_of_an_unknown_kind(rokumen: Rokumen, tmp_path: Path, name: str) -> None:
    result = rokumen("read", "--draw", str(tmp_path / name), *photos())
    assert result.status == 2
    assert name in result.err


def test_no_pictures(rokumen: Rokumen) -> None:
    result = rokumen("read")
    assert result.status == 2
    assert "IMAGES" in result.err


PROFILE = """
[colours]
white = [94.0, 0.0, 0.0]
yellow = [86.0, -8.0, 80.0]
red = [45.0, 62.0, 38.0]
orange = [64.0, 45.0, 62.0]
green = [58.0, -50.0, 36.0]
blue = [40.0, 8.0, -52.0]
"""


def test_a_colour_profile_is_used(
    rokumen: Rokumen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROKUMEN_CONFIG", str(tmp_path / "config.toml"))
    file = tmp_path / "colours" / "mine.toml"
    file.parent.mkdir()
    file.write_text(PROFILE)
    for profile in (str(file), "mine"):
        result = rokumen("read", f"--profile={profile}", *photos())
        assert result.status == 0, result.err
        assert result.out.strip() == truth()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[colours]\nwhite = [94.0, 0.0, 0.0]", "[colours] of six"),
        (PROFILE.replace("86.0", "860"), "yellow = [860"),
        ("colours = [", "cannot read the profile"),
    ],
)
def test_an_error_names_a_file_that_is_not_a_profile(
    rokumen: Rokumen, tmp_path: Path, text: str, words: str
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text)
    result = rokumen("read", "--profile", str(file), *photos())
    assert result.status == 2
    assert str(file) in result.err
    assert words in result.err


def test_an_error_quotes_a_missing_profile(rokumen: Rokumen) -> None:
    result = rokumen("read", "--profile", "nobody", *photos())
    assert result.status == 2
    assert "'nobody'" in result.err


def test_large_photographs_are_reduced_and_read_the_same(
    rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = rokumen("read", "--json", *photos()).json()
    monkeypatch.setattr("rokumen.api.pictures.MAX_PIXELS", 640 * 480 // 4)
    reduced = rokumen("read", "--json", *photos()).json()
    assert reduced["facelets"] == whole["facelets"] == truth()
    assert reduced["certain"] is True
    for face, same in zip(reduced["faces"], whole["faces"], strict=True):
        assert np.abs(np.subtract(face["corners"], same["corners"])).max() < 12


def test_a_picture_of_too_many_pixels_is_rejected(rokumen: Rokumen, tmp_path: Path) -> None:
    path = tmp_path / "huge.jpg"
    small = photos()[0]
    data = Path(small).read_bytes()
    at = data.index(b"\xff\xc0") + 5
    path.write_bytes(data[:at] + (60_000).to_bytes(2) * 2 + data[at + 4 :])
    result = rokumen("read", small, str(path))
    assert result.status == 2
    assert "huge.jpg' as an image: 60000 x 60000 pixels are too many" in result.err


def test_a_folder_of_too_many_pictures_is_rejected(rokumen: Rokumen, tmp_path: Path) -> None:
    for number in range(201):
        (tmp_path / f"{number}.jpg").touch()
    result = rokumen("read", str(tmp_path))
    assert "201 photographs are too many; give at most 200" in result.err
    assert result.status != 0
