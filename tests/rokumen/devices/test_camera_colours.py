"""What a camera learns of the six colours, and what that may change."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rokumen.devices.camera_colours import LearntColours, learnt_file, load_learnt, teach
from tests.support.command_line import Rokumen
from tests.support.photographs import PHOTOS
from vision.colour.profile import DEFAULT_COLOURS, ColourProfile

PICTURES = [str(PHOTOS / "cube08" / f"{face}.jpg") for face in "URFDLB"]
FACELETS = "RUFLURULDBULBRRRBLRULRFLBFDRDBFDDUDFDFFRLBBUUDBFFBDULL"


@given(st.lists(st.floats(0, 100), min_size=1, max_size=9))
def test_the_first_cubes_count_equally(lightness: list[float]) -> None:
    first, *others = [
        ColourProfile({f"colour {number}": (each, 0, 0) for number in range(6)})
        for each in lightness
    ]
    learnt = LearntColours(first, 1)
    for seen in others:
        learnt = learnt.after(seen)
    assert learnt.cubes == len(lightness)
    mean = sum(lightness) / len(lightness)
    assert learnt.profile.lab["colour 0"][0] == pytest.approx(mean, abs=1e-6)


def test_a_certain_reading_teaches_its_camera(rokumen: Rokumen) -> None:
    result = rokumen("read", *PICTURES, "--camera=phone")
    assert result.status == 0, result.err
    learnt = load_learnt("phone")
    assert learnt is not None
    assert learnt.cubes == 1
    assert learnt.profile.lab["blue"][2] < -30 < 30 < learnt.profile.lab["yellow"][2]
    assert load_learnt("another") is None
    # Red and orange exchanged, and white and blue: a cube that is certain stays as it is.
    wrong = dict(DEFAULT_COLOURS.lab)
    for one, other in (("red", "orange"), ("white", "blue")):
        wrong[one], wrong[other] = wrong[other], wrong[one]
    for _ in range(50):
        teach("phone", ColourProfile(wrong))
    again = rokumen("read", *PICTURES, "--camera=phone")
    assert again.status == 0
    assert again.out == result.out
    assert FACELETS in again.out


def test_a_damaged_file_teaches_nothing_and_stops_nothing(rokumen: Rokumen) -> None:
    path = learnt_file("phone")
    path.parent.mkdir(parents=True)
    path.write_text("[colours]\nred = 7\n")
    assert load_learnt("phone") is None
    teach("phone", DEFAULT_COLOURS)
    assert load_learnt("phone") == LearntColours(ColourProfile(dict(DEFAULT_COLOURS.lab)), 1)
