"""Locking a camera's exposure, white balance and focus."""

import cv2
import pytest

from vision.capture.stream import MANUAL_EXPOSURE, lock_controls

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
