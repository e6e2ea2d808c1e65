"""A virtual clock by which emulated devices do what is due."""

from __future__ import annotations

from collections.abc import Callable

from robot.clock import VirtualClock


class DeviceClock(VirtualClock):
    """A clock that calls each of its `devices` after a sleep, in small steps of a long one."""

    _STEP_SECONDS = 0.01

    def __init__(self) -> None:
        super().__init__()
        self.devices: list[Callable[[], None]] = []

    def sleep(self, seconds: float) -> None:
        """Advance by `seconds`, and let the devices follow."""
        end = self.now() + max(seconds, 0.0)
        while (left := end - self.now()) > 0:
            super().sleep(min(left, self._STEP_SECONDS))
            for device in tuple(self.devices):
                device()
