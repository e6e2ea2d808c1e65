"""Live cameras: the newest frame, frozen cameras, and locked exposure and focus."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Event, Thread
from typing import cast

import cv2
import numpy as np
import pytest

from tests.support.photographs import PHOTOS
from vision.arrays import Image
from vision.capture.files import ImageSequence
from vision.capture.frame import Frame, Lens, UndistortedCamera
from vision.capture.stream import (
    MANUAL_EXPOSURE,
    FreezeDetector,
    LiveCamera,
    is_live,
    lock_controls,
)
from vision.errors import CameraError, EndOfStreamError

AUTO = {
    cv2.CAP_PROP_AUTO_EXPOSURE: 3.0,
    cv2.CAP_PROP_AUTO_WB: 1.0,
    cv2.CAP_PROP_AUTOFOCUS: 1.0,
}
PRESENT = {
    cv2.CAP_PROP_EXPOSURE: 157.0,
    cv2.CAP_PROP_WB_TEMPERATURE: 4600.0,
    cv2.CAP_PROP_FOCUS: 30.0,
}


class ScriptedCapture:
    """The methods of cv2.VideoCapture that a live camera uses; None ends the stream."""

    def __init__(self) -> None:
        self.images: SimpleQueue[Image | None] = SimpleQueue()
        self.released = Event()

    def read(self) -> tuple[bool, Image | None]:
        image = self.images.get()
        return image is not None, image

    def release(self) -> None:
        self.released.set()


def plain(level: int) -> Image:
    return np.full((2, 3, 3), level, np.uint8)


@contextmanager
def live(
    timeout: float = 5.0, latency: float = 0.0
) -> Iterator[tuple[LiveCamera, ScriptedCapture]]:
    capture = ScriptedCapture()
    camera = LiveCamera(cast(cv2.VideoCapture, capture), "camera 3", timeout, latency)
    try:
        yield camera, capture
    finally:
        capture.images.put(None)
        camera.close()


def test_each_frame_is_returned_once() -> None:
    with live() as (camera, capture):
        for level in (10, 20):
            capture.images.put(plain(level))
            frame = camera.read()
            assert (frame.image == level).all()
            assert frame.name == "camera 3"


def test_a_frame_carries_the_time_at_which_it_came() -> None:
    with live() as (camera, capture):
        before = time.monotonic()
        capture.images.put(plain(10))
        frame = camera.read()
        assert before <= frame.time <= time.monotonic()


def test_the_newest_frame_is_returned_and_older_ones_are_dropped() -> None:
    with live() as (camera, capture):
        for level in (10, 20, 30):
            capture.images.put(plain(level))
        capture.images.put(None)
        assert capture.released.wait(5)
        assert (camera.read().image == 30).all()
        with pytest.raises(EndOfStreamError, match="camera 3: the stream has ended"):
            camera.read()


def test_without_a_new_frame_reading_times_out() -> None:
    silent = pytest.raises(CameraError, match=r"camera 3: no new frame within 0\.02 s")
    with live(timeout=0.02) as (camera, _), silent:
        camera.read()


@pytest.mark.parametrize("latency", [0.0, 60.0])
def test_a_frame_within_the_latency_does_not_count_as_taken_later(latency: float) -> None:
    with live(timeout=0.2, latency=latency) as (camera, capture):
        moment = time.monotonic()
        capture.images.put(plain(10))
        assert (camera.read().image == 10).all()
        if latency:
            with pytest.raises(CameraError, match="no new frame"):
                camera.read_after(moment)
        else:
            assert (camera.read_after(moment).image == 10).all()


def test_what_comes_soon_after_a_gap_between_frames_may_have_been_taken_within_it() -> None:
    with live() as (camera, capture):
        capture.images.put(plain(10))
        camera.read()
        time.sleep(0.3)
        moment = time.monotonic()
        # Two pictures of before, which a busy machine reads late, and those that come regularly.
        for level in (20, 30):
            capture.images.put(plain(level))
        regular = Thread(target=_send_regularly, args=(capture,))
        regular.start()
        assert (camera.read_after(moment).image == 40).all()
        regular.join()


def _send_regularly(capture: ScriptedCapture) -> None:
    for _ in range(8):
        time.sleep(0.05)
        capture.images.put(plain(40))


def test_closing_releases_the_device() -> None:
    with live() as (_, capture):
        assert not capture.released.is_set()
    assert capture.released.is_set()


def test_an_image_that_never_changes_is_frozen() -> None:
    still = np.full((4, 4, 3), 7, np.uint8)
    watch = FreezeDetector(timeout=2.0)
    for second in range(3):
        watch.check(Frame(still, float(second), "camera 0"))
    with pytest.raises(CameraError, match="camera 0: the image has not changed"):
        watch.check(Frame(still, 2.5, "camera 0"))


def test_any_noise_means_that_the_camera_is_not_frozen() -> None:
    watch = FreezeDetector(timeout=2.0)
    for second in range(9):
        image = np.full((4, 4, 3), 7, np.uint8)
        image[0, 0, 0] = second
        watch.check(Frame(image, float(second), "camera 0"))


def test_a_camera_is_live_whether_its_frames_are_undistorted_or_not() -> None:
    lens = Lens((3, 2), (3.0, 3.0), (1.0, 0.5), (0.1, 0.0, 0.0, 0.0, 0.0))
    pictures = ImageSequence([str(PHOTOS / "cube08" / "F.jpg")], "F.jpg")
    with live() as (camera, _):
        assert is_live(camera)
        assert is_live(UndistortedCamera(camera, lens))
    assert not is_live(pictures)
    assert not is_live(UndistortedCamera(pictures, lens))


class Driver:
    """A driver that stores its properties, except those that it silently ignores."""

    def __init__(self, ignored: set[int] | None = None, step: float = 0) -> None:
        self.properties = {**AUTO, **PRESENT}
        self.ignored = ignored or set()
        self.step = step

    def get(self, number: int, /) -> float:
        return self.properties[number]

    def set(self, number: int, value: float, /) -> bool:
        if number not in self.ignored:
            self.properties[number] = value + self.step * (number in PRESENT)
        return True


def test_the_present_values_are_locked_and_automatic_control_is_off() -> None:
    driver = Driver()
    locked = lock_controls(driver)
    assert locked.values == {"exposure": 157.0, "white_balance": 4600.0, "focus": 30.0}
    assert locked.refused == ()
    assert driver.get(cv2.CAP_PROP_AUTO_EXPOSURE) == MANUAL_EXPOSURE
    assert driver.get(cv2.CAP_PROP_AUTO_WB) == 0
    assert driver.get(cv2.CAP_PROP_AUTOFOCUS) == 0


def test_only_the_given_controls_are_set() -> None:
    driver = Driver()
    locked = lock_controls(driver, {"focus": 55.0})
    assert locked.values == {"focus": 55.0}
    assert driver.get(cv2.CAP_PROP_FOCUS) == 55
    assert driver.get(cv2.CAP_PROP_AUTO_EXPOSURE) == AUTO[cv2.CAP_PROP_AUTO_EXPOSURE]
    assert driver.get(cv2.CAP_PROP_EXPOSURE) == PRESENT[cv2.CAP_PROP_EXPOSURE]


def test_a_control_that_stays_automatic_is_rejected() -> None:
    locked = lock_controls(Driver({cv2.CAP_PROP_AUTO_WB}))
    assert set(locked.values) == {"exposure", "focus"}
    assert locked.refused == ("white balance: the driver has no manual mode",)


def test_a_value_that_the_driver_ignores_is_rejected_with_both_values() -> None:
    locked = lock_controls(Driver({cv2.CAP_PROP_FOCUS}), {"exposure": 80.0, "focus": 55.0})
    assert locked.values == {"exposure": 80.0}
    assert locked.refused == ("focus: the driver did not accept 55 (it reports 30)",)


@pytest.mark.parametrize(("step", "taken"), [(4.0, True), (60.0, False)])
def test_a_driver_may_round_a_value_by_one_hundredth(step: float, taken: bool) -> None:
    locked = lock_controls(Driver(step=step), {"white_balance": 5000.0})
    assert (locked.values == {"white_balance": 5000.0}) is taken
    assert (locked.refused == ()) is taken
