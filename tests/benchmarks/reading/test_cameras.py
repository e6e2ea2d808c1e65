"""Which camera took a labelled picture, and to which half it belongs."""

from pathlib import Path

import pytest

from benchmarks.reading.labelled_pictures import camera_of, is_chosen_on


@pytest.mark.parametrize(
    ("picture", "camera"),
    [
        ("robot-photos/2000.jpg", "robot A"),
        ("robot-photos/2099.jpg", "robot A"),
        ("robot-photos/2110.jpg", "robot C"),
        ("robot-photos/2295.jpg", "robot B"),
        ("robot-photos/2400.jpg", "robot C"),
        ("robot-photos/5001.jpg", "robot F"),
        ("real-photos/lazycube_0943.jpg", "lazycube"),
        ("real-photos/lazycube_PXL_20221103_095531427-MP.jpg", "lazycube_PXL"),
        ("real-photos/cubix_001.jpg", "cubix"),
        ("cube-photos/cube07/U.jpg", "cube-photos/cube07"),
    ],
)
def test_the_path_of_a_picture_says_its_camera(picture: str, camera: str) -> None:
    assert camera_of(Path("data", picture)) == camera


def test_no_camera_is_in_both_halves() -> None:
    assert is_chosen_on("cube-photos/cube08")
    assert not is_chosen_on("cube-photos/cube09")
    assert is_chosen_on("cubix")
    assert not is_chosen_on("lazycube")
