"""`spike://HUB`: a LEGO hub (SPIKE, MINDSTORMS 51515, Technic) with Pybricks and our program.

HUB is the name of a hub that is reached by Bluetooth, `usb` for the one at the USB port, or the
path of a serial port. `?gears=3,1` behind it are the turns of the motors at ports A, B, ... for one
turn of what they drive. Places are said as the pulses of a hobby servo: 1500 µs is where a motor
stood when it got power first, and 2000 µs are 180 degrees of what it drives, so that rigs, files
and limits are the same for both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Self

from robot.drives import hub_port  # registers the scheme of hubs
from robot.drives.chip import ChipDrive
from robot.drives.chip_line import ChipLine, whole_number
from robot.drives.drive import ChannelState, Feedback
from robot.drives.drive_urls import (
    PULSE_OPTIONS,
    gear_option,
    number_option,
    numbers_option,
    parse_url,
)
from robot.errors import DriveError
from robot.link.port import open_port
from robot.link.protocol import Message
from robot.link.serial_device import closed_on_error
from robot.rigs.command import USUAL_PULSE_PER_DEGREE, WIDEST_PULSES

MIDDLE_PULSE = 1500.0
PORTS = "ABCDEF"


class SpikeDrive(ChipDrive):
    """The motors of a hub; `gears` are those of ports that have any."""

    def __init__(
        self,
        line: ChipLine,
        channels: tuple[int, ...],
        limits: tuple[float, float],
        gears: Mapping[int, float],
    ) -> None:
        self._gears = gears
        super().__init__(line, channels, *limits)
        least = min(gears.get(number, 1.0) for number in channels)
        self._info = replace(
            self._info,
            step=USUAL_PULSE_PER_DEGREE / least,
            feedback=frozenset((Feedback.MEASURED, Feedback.LOAD)),
        )

    @classmethod
    def open(cls, url: str) -> Self:
        """See `Drive`. Raises PortError too."""
        options = {"channels": "0-3", "gears": "1", **PULSE_OPTIONS}
        device, options = parse_url(url, options)
        channels = numbers_option(options, "channels", len(PORTS) - 1)
        gears = gear_option(options, len(PORTS))
        low, high = (number_option(options, name, *WIDEST_PULSES) for name in ("min", "max"))
        port = open_port(device if "/" in device else f"{hub_port.SCHEME}://{device}")
        with closed_on_error(port):
            return cls(ChipLine(port), channels, (low, high), gears)

    def read(self) -> tuple[ChannelState, ...]:
        """See `Drive`."""
        reply = self._order("READ")
        self._begin_again()
        now = self._info.clock.now()
        at, measured, load = (reply.get(key).split(",") for key in ("at", "measured", "load"))
        try:
            return tuple(
                ChannelState(
                    number,
                    now,
                    commanded=self._pulse(number, at[number]),
                    measured=self._pulse(number, measured[number]) if at[number] != "-" else None,
                    load=None if load[number] == "-" else int(load[number]) / 100,
                )
                for number in (each.number for each in self._info.channels)
            )
        except (ValueError, IndexError) as error:
            raise DriveError(f"the hub says of its motors {dict(reply.fields)}") from error

    def on_wire(self, channel: int, target: float) -> int:
        """Return the degrees of a motor at a pulse."""
        degrees = (target - MIDDLE_PULSE) / USUAL_PULSE_PER_DEGREE
        return round(degrees * self._gears.get(channel, 1.0))

    def from_wire(self, channel: int, place: int) -> float:
        """Return the pulse at some degrees of a motor."""
        turned = place / self._gears.get(channel, 1.0)
        return MIDDLE_PULSE + turned * USUAL_PULSE_PER_DEGREE

    def _pulse(self, channel: int, degrees: str) -> float | None:
        """Return the pulse at some degrees of a motor, None without any."""
        return None if degrees == "-" else self.from_wire(channel, int(degrees))

    def _error(self, reply: Message) -> DriveError:
        if reply.get("code") != "MOTOR":
            return super()._error(reply)
        # The hub has dropped all segments.
        self._forget_segments()
        channel = whole_number(reply, "channel")
        return DriveError(
            f"no motor answers at the hub's port {PORTS[channel]}: look at its plug", channel
        )
