"""The contract of a drive: what a robot's electronics can do, knowing no rig, no cube, no jaws."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from robot.clock import Clock
from robot.errors import UnsupportedError
from robot.link.protocol import StopLevel

# No drive changes its outputs for longer than a period and this time, in seconds, after a stop.
STOP_SECONDS = 0.005
# So many turns are counted, and then from 0 again.
TURN_NUMBERS = 1 << 16
# Within this time, in seconds, channels have relaxed.
RELAX_SECONDS = 1.0


class ChannelKind(StrEnum):
    """What the channels of a drive are."""

    PULSE = "pulse"
    SERVO = "servo"
    STEPPER = "stepper"


class OnSilence(StrEnum):
    """What becomes of the outputs once the program is silent, or has closed the drive.

    They stay (HOLD); they go to where the drive was told to relax (RELAX); they end (OFF), and with
    them the holding force of servos that have any (DROPS_POWER); or the drive does not notice, and
    goes on with what it was told (NOTHING).
    """

    HOLD = "hold"
    RELAX = "relax"
    OFF = "off"
    DROPS_POWER = "drops_power"
    NOTHING = "nothing"


class Feedback(StrEnum):
    """What a drive measures of a channel: the fields of `ChannelState` that are not None."""

    MEASURED = "measured"
    LOAD = "load"
    CURRENT = "current"
    VOLTS = "volts"
    TEMPERATURE = "temperature"
    ERRORS = "errors"


@dataclass(frozen=True, slots=True)
class Channel:
    """A channel and the lowest and the highest target that it takes, in the drive's unit."""

    number: int
    lowest: float
    highest: float

    @property
    def middle(self) -> float:
        """Return the target half-way between the limits."""
        return (self.lowest + self.highest) / 2


@dataclass(frozen=True, slots=True)
class DriveInfo:
    """What a drive says of itself; it does not change while the drive is open.

    `unit`: of targets, such as "µs"; `step`: the smallest difference of two targets; `period_s`:
    how often the outputs change, in seconds; `depth`: how many segments each channel keeps, with
    the one that it executes; `clock`: the drive's own, by which segments begin; `watchdog_s`: the
    seconds without `beat` after which `on_silence` happens, None where the drive has no watchdog;
    `lead_s`: how long before they begin it should get four segments, for the time on its line.
    """

    name: str
    channels: tuple[Channel, ...]
    kind: ChannelKind
    unit: str
    step: float
    period_s: float
    depth: int
    clock: Clock
    feedback: frozenset[Feedback] = frozenset()
    on_silence: OnSilence = OnSilence.HOLD
    watchdog_s: float | None = None
    lead_s: float = 0.0


@dataclass(frozen=True, slots=True)
class ChannelState:
    """What is known of a channel `at` a time of the drive's clock; None is unknown.

    `commanded`: the target that it has now, on its way along a segment; None without power, and
    where the drive cannot tell; `measured`: where it is, in the drive's unit; `load`: a share of
    its torque, 0 to 1; `current` in amperes; `temperature` in degrees Celsius; `errors`: what it
    reports to be wrong.
    """

    channel: int
    at: float
    commanded: float | None = None
    measured: float | None = None
    load: float | None = None
    current: float | None = None
    volts: float | None = None
    temperature: float | None = None
    errors: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Segment:
    """A channel goes evenly to a target, from `at` on by the drive's clock, for some seconds.

    It begins at the target that the channel has then.
    """

    channel: int
    at: float
    target: float
    seconds: float

    @property
    def end(self) -> float:
        """Return the time at which the target is reached."""
        return self.at + self.seconds


class Drive(ABC):
    """A robot's electronics. Every method raises DriveError if they do not do what they should.

    A reply that is late, short, of another channel or damaged is asked for again within 50 ms,
    three times; then the drive stops at HOLD, as well as it can, and raises the error. No method is
    called while another one runs.
    """

    @classmethod
    @abstractmethod
    def open(cls, url: str) -> Self:
        """Return the drive at `scheme://...`; its outputs stay as they are.

        Raises DriveError, and PortError for a device that cannot be opened.
        """

    @property
    @abstractmethod
    def info(self) -> DriveInfo:
        """Return what the drive says of itself."""

    @abstractmethod
    def read(self) -> tuple[ChannelState, ...]:
        """Return the state of each channel, in the order of `info.channels`. Moves nothing."""

    @abstractmethod
    def start(self, segments: tuple[Segment, ...]) -> None:
        """Take segments: all of them, or none, with a DriveError and nothing moved.

        `robot.drives.segments.check_batch` says which are refused. A segment that was taken before
        is not taken again.
        """

    @abstractmethod
    def stop(self, level: StopLevel, targets: Mapping[int, float]) -> None:
        """Drop all segments; no output changes later than a period and STOP_SECONDS.

        At HOLD the outputs stay, at OFF they end. At RELAX the channels of `targets`, which is
        empty otherwise, go there within RELAX_SECONDS, not at full speed where the drive can;
        others stay. Channels without power get none.
        """

    @abstractmethod
    def enable(self, channel: int, target: float) -> None:
        """Give a channel without power its first target, to which it may jump at full speed.

        A channel that has power, or a target beyond its limits, is refused with a DriveError.
        """

    def set_relaxing(self, targets: Mapping[int, float]) -> None:
        """Say where channels are to relax if the program falls silent; all others stay then.

        Raises UnsupportedError in a drive whose `info.on_silence` is not RELAX.
        """
        raise UnsupportedError(f"{self.info.name} does not relax in silence")

    def set_detents(self, steps: Mapping[int, int]) -> None:
        """Say that channels rest at multiples of so many steps, and where a stop may end them.

        At HOLD a channel of these ends the turn that it has begun: the segments up to the first
        target that is such a multiple. What begins later is dropped at once, and other channels
        stay. A motor that stopped in its motion would lose its place. Raises UnsupportedError, or
        DriveError, where the drive cannot.
        """
        raise UnsupportedError(f"{self.info.name} cannot end a turn after a stop")

    def turns(self) -> dict[int, int]:
        """Return how many turns each channel with detents has begun, after TURN_NUMBERS from 0.

        At rest these have ended. Raises what `set_detents` does.
        """
        raise UnsupportedError(f"{self.info.name} does not count turns")

    @property
    def stopped_by(self) -> str:
        """Return why the drive has stopped by itself: "button", "silence"; "" after `stop`."""
        return ""

    @property
    def late_s(self) -> float:
        """Return how late steps are that this program makes, in seconds: segments wait so long.

        Those that follow are executed as much later than they say. It is 0 at rest, and for a
        drive that makes its steps by itself.
        """
        return 0.0

    def limit(self, channel: int, share: float) -> None:
        """Limit a channel's torque to a share of the whole, 0 to 1.

        Raises UnsupportedError where the drive cannot.
        """
        raise UnsupportedError(f"{self.info.name} cannot limit the torque of a channel")

    @abstractmethod
    def beat(self) -> None:
        """Feed the drive's watchdog, if any, and make the steps that are due.

        It is called each `info.period_s` while segments are on their way, and else at least twice
        in `info.watchdog_s`. The steps of a drive that has no clock of its own are made here.
        """

    @abstractmethod
    def close(self) -> None:
        """Release the device; the outputs are left as `info.on_silence` says."""
