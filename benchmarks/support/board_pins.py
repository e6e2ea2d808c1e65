"""What the pins of an emulated board do: pulses of servos, and steps of motors."""

from __future__ import annotations

from collections.abc import Sequence


class BoardPins:
    """The edges of outputs so far. Of servos and motors, `channels` are the pins, in their order;
    of motors, `directions` say where a step of each leads.
    """

    def __init__(self, channels: Sequence[int], directions: Sequence[int]) -> None:
        self._channels = {pin: channel for channel, pin in enumerate(channels)}
        self._directions = directions
        self._levels: dict[int, int] = {}
        self._rises: dict[int, float] = {}
        self._pulses: dict[int, float] = {}
        self._steps = [0] * len(directions)

    def take_edge(self, microseconds: float, pin: int, level: int) -> None:
        """Take the level of a pin from a time after the start on."""
        was = self._levels.get(pin, 0)
        self._levels[pin] = level
        channel = self._channels.get(pin)
        if channel is None or level == was:
            return
        if not level:
            self._pulses[channel] = microseconds - self._rises[channel]
            return
        self._rises[channel] = microseconds
        if channel < len(self._directions):
            self._steps[channel] += 1 if self._levels.get(self._directions[channel]) else -1

    def is_high(self, pin: str) -> bool:
        """Return True if a pin, such as "14", is high."""
        return bool(self._levels.get(int(pin)))

    def pulses(self) -> tuple[float | None, ...]:
        """Return the width of each servo's last pulse in microseconds; None without pulses."""
        return tuple(self._pulses.get(servo) for servo in range(len(self._channels)))

    def rise(self, servo: int) -> float:
        """Return when a servo's last pulse began, in microseconds since the start."""
        return self._rises.get(servo, 0.0)

    def steps(self, motor: int) -> int:
        """Return how far a motor has gone."""
        return self._steps[motor]

    def last_step(self, motor: int) -> float:
        """Return when a motor made its last step, in microseconds since the start."""
        return self._rises[motor]
