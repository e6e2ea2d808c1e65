"""Lens calibration from rendered pictures of the board with a known distortion."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.camera_lens import (
    SQUARES,
    BoardView,
    CameraProfile,
    calibrate_lens,
    detect_board,
    draw_board,
    load_camera_profile,
    save_camera_profile,
)
from calibration.errors import CalibrationError, CalibrationFileError
from rokumen.devices.cameras import open_calibrated
from rokumen.storage.settings import camera_file
from tests.support.command_line import Rokumen
from vision.arrays import FloatArray, Image
from vision.capture.files import ImageSequence
from vision.capture.frame import Frame, Lens, UndistortedCamera
from vision.capture.stream import lock_controls

WIDTH, HEIGHT = 640, 480
TRUE = Lens((WIDTH, HEIGHT), (620.0, 615.0), (330.0, 236.0), (-0.28, 0.09, 0.0, 0.0, 0.0))
SQUARE = 60  # pixels of the drawn board


def photograph(tilt: tuple[float, float, float], shift: tuple[float, float, float]) -> Image:
    """Return a picture of the board as the true lens shows it, by tracing each pixel's ray."""
    drawn = draw_board(SQUARE)
    pixels = np.stack(np.meshgrid(np.arange(WIDTH), np.arange(HEIGHT)), 2).reshape(-1, 1, 2)
    rays = cv2.undistortPoints(
        pixels.astype(float), TRUE.camera_matrix(), np.array(TRUE.distortion)
    )
    rotation = cv2.Rodrigues(np.array(tilt))[0]
    middle = np.array([SQUARES[0] / 2, SQUARES[1] / 2, 0])
    corner = np.array(shift) - rotation @ middle
    plane = np.column_stack([rotation[:, 0], rotation[:, 1], corner])
    ends = np.column_stack([rays.reshape(-1, 2), np.ones(len(rays))]) @ np.linalg.inv(plane).T
    board = (ends[:, :2] / ends[:, 2:]) * SQUARE + SQUARE / 2 - 0.5
    behind = ends[:, 2] <= 0
    board[behind] = -1
    maps = board.reshape(HEIGHT, WIDTH, 2).astype(np.float32)
    grey = cv2.remap(drawn, maps[..., 0], maps[..., 1], cv2.INTER_AREA, borderValue=(160,))
    return cv2.cvtColor(cv2.GaussianBlur(grey, (0, 0), 0.6), cv2.COLOR_GRAY2BGR).astype(np.uint8)


POSES = [
    ((0.0, 0.0, 0.0), (0.0, 0.0, 9.0)),
    ((0.4, 0.0, 0.1), (-1.0, 0.5, 9.0)),
    ((-0.4, 0.2, 0.0), (1.0, -0.5, 9.0)),
    ((0.0, 0.5, 0.3), (0.5, 0.8, 10.0)),
    ((0.1, -0.5, -0.2), (-0.6, -0.8, 10.0)),
    ((0.3, 0.3, 1.5), (0.0, 0.0, 11.0)),
    ((-0.3, -0.3, 0.7), (1.2, 0.6, 10.0)),
]


@pytest.fixture(scope="module")
def pictures() -> list[Image]:
    return [photograph(tilt, shift) for tilt, shift in POSES]


@pytest.fixture(scope="module")
def views(pictures: list[Image]) -> list[BoardView]:
    return [view for picture in pictures if (view := detect_board(picture)) is not None]


def test_the_true_lens_is_measured(views: list[BoardView]) -> None:
    assert len(views) == len(POSES)
    lens, error = calibrate_lens(views)
    assert error < 0.3
    assert lens.focal == pytest.approx(TRUE.focal, rel=0.02)
    assert lens.principal_point == pytest.approx(TRUE.principal_point, abs=6)
    assert lens.distortion[0] == pytest.approx(TRUE.distortion[0], abs=0.03)


class OnePicture(ImageSequence):
    """A camera that returns one picture."""

    def __init__(self, image: Image) -> None:
        super().__init__(["-"], "picture")
        self._image = image

    def read(self) -> Frame:
        return Frame(self._image, 0.0, self.name)


def straightness_error(corners: FloatArray) -> float:
    """Return the largest distance (pixels) of points from their best-fitting line."""
    spread = corners - corners.mean(0)
    return float(np.abs(spread @ np.linalg.svd(spread)[2][1]).max())


def test_straight_lines_are_straight_after_correction(
    pictures: list[Image], views: list[BoardView]
) -> None:
    lens, _ = calibrate_lens(views)
    with UndistortedCamera(OnePicture(pictures[0]), lens) as camera:
        straight = detect_board(camera.read().image)
        assert camera.read_after(0.0).image.shape == (HEIGHT, WIDTH, 3)
    assert straight is not None
    across = SQUARES[0] - 1
    before = straightness_error(views[0].corners[views[0].ids < across])
    after = straightness_error(straight.corners[straight.ids < across])
    assert before > 2
    assert after < 0.6


def test_too_few_views_are_reported(views: list[BoardView]) -> None:
    with pytest.raises(CalibrationError, match="found in 2 pictures"):
        calibrate_lens(views[:2])


def test_pictures_of_two_sizes_are_rejected(views: list[BoardView]) -> None:
    other = BoardView(views[0].corners, views[0].ids, (800, 600))
    with pytest.raises(CalibrationError, match="different sizes"):
        calibrate_lens([*views, other])


def test_a_repeated_view_does_not_differ(views: list[BoardView]) -> None:
    assert not views[0].differs_from(views)
    assert views[1].differs_from([views[0]])


@pytest.mark.parametrize("lens", [TRUE, None])
def test_a_saved_profile_is_loaded_unchanged(tmp_path: Path, lens: Lens | None) -> None:
    profile = CameraProfile('http://[::1]:8080/a b?c="d"', lens, {"exposure": 156.0})
    save_camera_profile(tmp_path / "deep" / "camera.toml", profile)
    assert load_camera_profile(tmp_path / "deep" / "camera.toml") == profile


@pytest.mark.parametrize(
    "text",
    [
        "camera = 0\n",
        'camera = "0"\nheld = 3\n',
        'camera = "0"\n[held]\nexposure = true\n',
        'camera = "0"\nlens = "wide"\n',
        'camera = "0"\n[lens]\nsize = [640, inf]\nfocal = [1, 1]\ncentre = [1, 1]\n'
        "distortion = [0, 0, 0, 0, 0]\n",
        "",
        "camera = 0\n[lens]\nsize = [640]\n",
        'camera = "0"\n[held]\nexposure = "much"\n',
        "[",
    ],
)
def test_an_error_names_a_file_without_a_profile(tmp_path: Path, text: str) -> None:
    path = tmp_path / "camera.toml"
    path.write_text(text)
    with pytest.raises(CalibrationFileError, match=r"camera\.toml"):
        load_camera_profile(path)


class Driver:
    """A capture whose driver claims to accept every property but ignores the `ignored` ones."""

    def __init__(self, ignored: tuple[int, ...]) -> None:
        self._ignored = ignored
        self.values = {
            cv2.CAP_PROP_AUTO_EXPOSURE: 3.0,
            cv2.CAP_PROP_EXPOSURE: 156.0,
            cv2.CAP_PROP_AUTO_WB: 1.0,
            cv2.CAP_PROP_WB_TEMPERATURE: 4600.0,
            cv2.CAP_PROP_AUTOFOCUS: 1.0,
            cv2.CAP_PROP_FOCUS: 30.0,
        }

    def get(self, number: int) -> float:
        return self.values[number]

    def set(self, number: int, value: float) -> bool:
        if number not in self._ignored:
            self.values[number] = value
        return True


def test_controls_that_the_driver_refuses_are_listed() -> None:
    driver = Driver(ignored=(cv2.CAP_PROP_AUTO_WB,))
    locked = lock_controls(driver)
    assert locked.values == {"exposure": 156.0, "focus": 30.0}
    assert driver.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 1.0
    assert locked.refused == ("white balance: the driver has no manual mode",)


def test_saved_control_values_are_set_again() -> None:
    driver = Driver(ignored=(cv2.CAP_PROP_FOCUS,))
    locked = lock_controls(driver, {"exposure": 80.0, "focus": 99.0})
    assert driver.values[cv2.CAP_PROP_EXPOSURE] == 80.0
    assert driver.values[cv2.CAP_PROP_AUTO_WB] == 1.0
    assert locked.refused == ("focus: the driver did not accept 99 (it reports 30)",)


def test_a_camera_calibrated_from_photographs_is_undistorted_when_opened(
    rokumen: Rokumen,
    pictures: list[Image],
    tmp_path: Path,
) -> None:
    folder = tmp_path / "photos"
    folder.mkdir()
    for number, picture in enumerate(pictures):
        cv2.imwrite(str(folder / f"{number}.png"), picture)
    photos = sorted(map(str, folder.iterdir()))
    result = rokumen("calibrate", "camera", *photos, "--camera", str(folder), "--json")
    assert result.status == 0, result.err
    assert result.json()["views"] == len(POSES)
    assert result.json()["profile"] == str(camera_file(str(folder)))
    camera, refused = open_calibrated(str(folder))
    with camera:
        assert isinstance(camera, UndistortedCamera)
        assert refused == ()
    shown = rokumen("calibrate", "camera", "--camera", str(folder))
    assert shown.status == 0, shown.err
    assert "lens: measured on" in shown.out


def test_the_board_is_drawn(rokumen: Rokumen, tmp_path: Path) -> None:
    path = tmp_path / "board.png"
    assert rokumen("calibrate", "camera", "--board", str(path)).status == 0
    drawn = cv2.imread(str(path))
    assert drawn is not None
    found = detect_board(np.asarray(drawn, np.uint8))
    assert found is not None
    assert len(found.ids) == (SQUARES[0] - 1) * (SQUARES[1] - 1)
    assert rokumen("calibrate", "camera", "--board", str(tmp_path / "no" / "b.png")).status == 2


def test_photographs_without_a_board_are_reported(rokumen: Rokumen, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "wall.png"), np.full((480, 640, 3), 90, np.uint8))
    result = rokumen("calibrate", "camera", str(tmp_path / "wall.png"))
    assert result.status == 1
    assert "the board was found in 0 pictures" in result.err
