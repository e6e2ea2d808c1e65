"""Colour profiles: measuring, checking, saving and loading."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.colours import (
    MIN_SEPARATION,
    ColourMeasurement,
    colour_pairs,
    measure_colours,
    separation_warnings,
    try_to_name,
)
from calibration.errors import CalibrationError, CalibrationFileError
from calibration.storage import (
    load_chosen_profiles,
    load_profile,
    newest_profile_for,
    profile_names,
    save_chosen_profile,
    save_profile,
)
from rokumen.show.drawings.colour_clouds import draw_colour_plot
from solver.core.facelets import SOLVED
from tests.support.drawn_faces import PAINT, single
from vision.colour.profile import DEFAULT_COLOURS, ColourProfile
from vision.detect.photograph import ImageFaces

SCRAMBLED = "DRLUUBFBRBLURRLRUBLRDDFDLFUFUFFDBRDUBRUFLLFDDBFLUBLRBD"
Lab = tuple[float, float, float]
numbers = st.tuples(st.floats(0, 100), st.floats(-128, 128), st.floats(-128, 128))


def six_faces(facelets: str) -> list[ImageFaces]:
    rng = np.random.default_rng(1)
    return [single(facelets, face, turn, rng) for turn, face in enumerate("DFRULB")]


def cloud(measured: ColourMeasurement, **moved: tuple[float, float, float]) -> ColourMeasurement:
    samples = {
        name: values + moved.get(name, (0, 0, 0)) for name, values in measured.lab_samples.items()
    }
    return ColourMeasurement(measured.profile, samples, measured.overexposed)


@pytest.fixture(scope="module")
def measured() -> ColourMeasurement:
    return measure_colours(six_faces(SCRAMBLED))


@given(st.lists(numbers, min_size=6, max_size=6))
def test_a_saved_profile_is_loaded_unchanged(
    tmp_path_factory: pytest.TempPathFactory, labs: list[Lab]
) -> None:
    path = tmp_path_factory.mktemp("profiles") / "desk.toml"
    names = ["white", "yellow", "rot-1", "sky blue", 'so-called "green"', "blau_ß"]
    profile = ColourProfile(dict(zip(names, labs, strict=True)))
    save_profile(path, profile, 'cam "0"')
    found = load_profile(path)
    assert list(found.lab) == names
    for name in names:
        assert found.lab[name] == pytest.approx(profile.lab[name], abs=0.006)
    assert newest_profile_for('cam "0"', path.parent) == path


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "colours is missing"),
        ("[colours\n", "cannot read the profile"),
        ("[colours]\nwhite = [1, 2, 3]\n", "of six"),
        (
            "[colours]\n" + "".join(f"{c} = [1, 2, 3]\n" for c in "abcde") + "f = [1, 2]\n",
            "f = [1, 2] must be",
        ),
        (
            "[colours]\n" + "".join(f"{c} = [1, 2, 3]\n" for c in "abcde") + "f = [1, nan, 2]\n",
            "nan",
        ),
        ("[colours]\n" + "".join(f"{c} = [1, 2, 3]\n" for c in "abcde") + 'f = "red"\n', "'red'"),
    ],
)
def test_an_error_names_a_file_that_is_not_a_profile(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "desk.toml"
    path.write_text(text)
    with pytest.raises(CalibrationFileError, match=r"desk\.toml") as error:
        load_profile(path)
    assert words in str(error.value)


def test_the_newest_profile_of_a_camera_is_chosen(tmp_path: Path) -> None:
    save_profile(tmp_path / "lamp.toml", DEFAULT_COLOURS, "0")
    save_profile(tmp_path / "phone.toml", DEFAULT_COLOURS, "http://phone:8080/video")
    assert newest_profile_for("0", tmp_path) == tmp_path / "lamp.toml"
    assert newest_profile_for("7", tmp_path) is None
    assert profile_names(tmp_path) == ("lamp", "phone")


@pytest.mark.parametrize(
    ("facelets", "solved"), [(SCRAMBLED, False), (SOLVED, False), (SOLVED, True)]
)
def test_the_measured_colours_are_the_painted_ones(facelets: str, solved: bool) -> None:
    found = measure_colours(six_faces(facelets), solved=solved)
    painted = dict(zip(["white", "red", "green", "yellow", "orange", "blue"], PAINT, strict=True))
    light = dict(zip(found.profile.lab, found.profile.linear_bgr, strict=True))
    brightest = max(float(((bgr / 255) ** 2.2).max()) for bgr in PAINT)
    for name, bgr in painted.items():
        assert light[name] == pytest.approx((bgr / 255) ** 2.2 / brightest, abs=0.06), name
        assert len(found.lab_samples[name]) == 9


@pytest.mark.thorough
def test_an_uncertain_cube_is_not_measured() -> None:
    doubtful = SOLVED.translate(str.maketrans("UD", "DU"))[:9] + SOLVED[9:]
    swapped = doubtful[:4] + "U" + doubtful[5:]
    with pytest.raises(CalibrationError, match="--solved"):
        measure_colours(six_faces(swapped))


def test_colours_far_apart_need_no_warning(measured: ColourMeasurement) -> None:
    assert colour_pairs(measured)[0].separation > MIN_SEPARATION
    assert separation_warnings(measured) == ()


def test_close_colours_are_named_with_advice(measured: ColourMeasurement) -> None:
    red, orange = (np.median(measured.lab_samples[name], 0) for name in ("red", "orange"))
    towards = 0.85 * (orange - red)
    near = cloud(measured, red=(0.0, float(towards[1]), float(towards[2])))
    (line, *_) = separation_warnings(near)
    assert line.startswith("red and orange are close")
    assert "daylight" in line
    glaring = ColourMeasurement(near.profile, near.lab_samples, 0.6)
    assert "exposure" in separation_warnings(glaring)[0]
    lamp = {**near.profile.lab, "white": (90.0, 4.0, 30.0)}
    assert (
        "light is warm"
        in separation_warnings(ColourMeasurement(ColourProfile(lamp), near.lab_samples, 0.0))[0]
    )


def test_the_plot_shows_every_colour(measured: ColourMeasurement) -> None:
    picture = draw_colour_plot(measured)
    assert picture.dtype == np.uint8
    for name, bgr in zip(["white", "red", "green", "yellow", "orange", "blue"], PAINT, strict=True):
        seen = np.abs(picture[:, :700].astype(int) - bgr).max(2) < 40
        assert seen.sum() > 100, name


def test_a_damaged_profile_hides_no_other(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    save_profile(tmp_path / "good.toml", DEFAULT_COLOURS, "0")
    (tmp_path / "broken.toml").write_text("camera = ")
    (tmp_path / "empty.toml").write_text('camera = "0"')
    (tmp_path / "link.toml").symlink_to("nowhere")
    (tmp_path / "endless.toml").symlink_to("/dev/zero")
    assert newest_profile_for("0", tmp_path) == tmp_path / "good.toml"
    assert newest_profile_for("7", tmp_path) is None
    for name in ("broken", "empty", "link", "endless"):
        assert f"{name}.toml" in caplog.text


@pytest.mark.parametrize("camera", ['cam "0"', "\U0001f4f7", "\x7f\x01\n", "a\\b"])
def test_a_selected_profile_is_stored_under_any_name(tmp_path: Path, camera: str) -> None:
    save_chosen_profile(tmp_path / "chosen.toml", camera, "evening")
    assert load_chosen_profiles(tmp_path / "chosen.toml") == {camera: "evening"}
    save_profile(tmp_path / "it.toml", DEFAULT_COLOURS, camera)
    assert newest_profile_for(camera, tmp_path) == tmp_path / "it.toml"


def test_a_name_that_no_file_can_hold_is_rejected_before_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "chosen.toml"
    save_chosen_profile(path, "0", "evening")
    for camera, name in (("\ud800", "evening"), ("1", "\udc80")):
        with pytest.raises(CalibrationFileError, match="cannot write the selected profiles"):
            save_chosen_profile(path, camera, name)
        with pytest.raises(CalibrationFileError, match="cannot write the profile"):
            save_profile(tmp_path / "it.toml", DEFAULT_COLOURS, "\ud800")
    assert load_chosen_profiles(path) == {"0": "evening"}


def test_a_selection_of_another_type_hides_no_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "chosen.toml"
    path.write_text('[colours]\n"0" = "evening"\n"1" = 7\n')
    assert load_chosen_profiles(path) == {"0": "evening"}
    assert "'1' = 7 must be the name of a profile" in caplog.text


def test_a_huge_number_in_a_profile_is_quoted(tmp_path: Path) -> None:
    path = tmp_path / "it.toml"
    save_profile(path, DEFAULT_COLOURS)
    path.write_text(path.read_text().replace("94,", "1" + 400 * "0" + ","))
    with pytest.raises(CalibrationFileError, match="white = \\["):
        load_profile(path)


def test_colours_that_are_far_apart_name_one_another(measured: ColourMeasurement) -> None:
    trial = try_to_name(measured)
    assert trial is not None
    assert (trial.right, trial.stickers, trial.confusions) == (54, 54, ())


def test_two_colours_that_are_mixed_up_are_named(measured: ColourMeasurement) -> None:
    """Orange as measured, but three of its stickers where red is, as behind a warm reflection."""
    samples = dict(measured.lab_samples)
    red = np.median(samples["red"], axis=0)
    samples["orange"] = np.concatenate([samples["orange"][3:], np.tile(red, (3, 1))])
    trial = try_to_name(ColourMeasurement(measured.profile, samples, 0))
    assert trial is not None
    assert trial.right == trial.stickers - 3
    (confusion,) = trial.confusions
    assert (confusion.colour, confusion.taken_for, confusion.stickers) == ("orange", "red", 3)


def test_a_colour_of_one_clear_sticker_cannot_be_tried(measured: ColourMeasurement) -> None:
    samples = dict(measured.lab_samples)
    samples["blue"] = samples["blue"][:1]
    with pytest.raises(CalibrationError, match="of blue there are fewer than two"):
        try_to_name(ColourMeasurement(measured.profile, samples, 0))
