"""Injected faults: their kinds, when each triggers, and the log of those that did.

A fault is read from text or a TOML file; the log is a file of JSON lines.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from files.access import read_text, replace_text
from files.bounds import entry
from files.documents import parse_json, read_toml
from files.records import check_record, read_record, record_table
from files.wording import reason
from firmware_sim.errors import OptionError
from robot.clock import Clock

TURN, LINE, HOST_LINE, ROBOT_LINE = "turn", "line", "line from the host", "line from the robot"
GRIP, HOMING, HELLO, FRAME = "closing", "homing", "greeting", "picture"

# What some faults need, which not every robot has.
FEEDBACK, SIMULATED_FIRMWARE = "motors that measure where they stand", "a simulated firmware"
FIRMWARE, TEXT_LINE = "our firmware", "a line that carries text"
PLUG = "a plug that can be pulled"
# What makes the motions of a rig, in the same process.
CONTROLLER = "a controller of its motions that measures"


@dataclass(frozen=True, slots=True)
class FaultType:
    """A type of fault: `counted` names the events that its number counts, from 1.

    `part`: what a robot must have for it, "" for nothing that not every one has.
    """

    counted: str
    description: str
    part: str = ""

    @property
    def needs(self) -> str:
        """Return what a robot must have for this fault, "" for nothing special."""
        is_of_line = self.counted in (LINE, HOST_LINE, ROBOT_LINE, HELLO)
        return self.part or (TEXT_LINE if is_of_line else "")


FAULT_TYPES = {
    # The line between host and robot
    "bit_flip": FaultType(LINE, "a bit is wrong; with a probability, that of each byte"),
    "drop_cmd": FaultType(HOST_LINE, "the line is lost"),
    "drop_reply": FaultType(ROBOT_LINE, "the line is lost"),
    "truncate": FaultType(LINE, "the line loses its tail"),
    "merge_lines": FaultType(
        LINE, "the line's end is lost, so that the next one follows without a gap"
    ),
    "dup_line": FaultType(LINE, "the line arrives twice"),
    "late_ack": FaultType(ROBOT_LINE, "the line arrives 0.3 s late"),
    "garbage": FaultType(LINE, "noise comes before the line"),
    "echo": FaultType(HOST_LINE, "the line is also echoed to the host"),
    "mute": FaultType(ROBOT_LINE, "the robot's replies no longer reach the host"),
    "unplug": FaultType(HOST_LINE, "the port disconnects", PLUG),
    "reboot_mid_turn": FaultType(TURN, "the firmware restarts", FIRMWARE),
    "lost_banner": FaultType(
        TURN, "the firmware restarts, and its BOOT never arrives", SIMULATED_FIRMWARE
    ),
    "busy_forever": FaultType(TURN, "the motion never ends", CONTROLLER),
    "bad_version": FaultType(
        HELLO, "the robot reports another version of the protocol from now on"
    ),
    # The mechanism
    "jam": FaultType(TURN, "the turn jams; each retry can jam again"),
    "jam_once": FaultType(TURN, "the turn jams once"),
    "jam_n": FaultType(TURN, "the turn jams the given number of times, then succeeds"),
    "jam_forever": FaultType(TURN, "the turn jams, and this face on this axis from then on"),
    "jam_on_backoff": FaultType(TURN, "the turn and its back-off jam the given number of times"),
    "false_jam": FaultType(TURN, "the turn succeeds but is reported as a jam", FEEDBACK),
    "jam_silent": FaultType(TURN, "the layer does not move, and the turn is reported as made"),
    "under_turn": FaultType(TURN, "the layer stops short, and the turn is reported as made"),
    "over_turn": FaultType(TURN, "the layer goes too far, and the turn is reported as made"),
    "drag_neighbour": FaultType(TURN, "the middle layer turns too, unnoticed"),
    "grip_slip": FaultType(TURN, "the gripper slips half-way, and the turn is reported as made"),
    "grip_miss": FaultType(GRIP, "the gripper misses the cube and reports a slip"),
    "cube_drop": FaultType(TURN, "the cube falls out of the grippers, unnoticed"),
    "piece_pop": FaultType(TURN, "an edge piece pops out, unnoticed"),
    "corner_twist": FaultType(TURN, "a corner is twisted in its place, unnoticed"),
    "servo_offline": FaultType(TURN, "the servo of this axis no longer responds"),
    "brownout": FaultType(TURN, "the supply falls below what the servos need, and stays there"),
    "home_fail": FaultType(HOMING, "an axis does not reach its home position", CONTROLLER),
    "collision": FaultType(TURN, "an obstacle blocks this axis from now on"),
    # What the camera sees
    "rescan_wrong": FaultType(
        TURN,
        "after it, two edges look flipped until the next turn, or two stickers are exchanged in "
        "one scan, or one picture or one face is of an earlier moment",
    ),
    "rescan_unreadable": FaultType(FRAME, "the picture shows no cube"),
    "camera_lost": FaultType(FRAME, "no picture comes any more"),
}


_FAULT = re.compile(
    r"(?P<kind>[a-z_]+)(?:@(?P<at>[1-9][0-9]{0,8})(?:x(?P<times>[1-9][0-9]{0,8}))?"
    r"|[~=](?P<probability>[01]|[01]?\.[0-9]+))?"
)


@dataclass(frozen=True, slots=True)
class FaultSpec:
    """A fault that triggers `times` times from number `at` on, or with a probability.

    Raises OptionError for one that cannot be.
    """

    kind: str = entry(choices=tuple(FAULT_TYPES))
    at: int = entry(1, minimum=1)
    times: int = entry(1, minimum=1)
    probability: float | None = entry(None, minimum=0, maximum=1)

    def __post_init__(self) -> None:
        if self.probability is not None and (self.at, self.times) != (1, 1):
            raise OptionError(f"{self.kind} has a probability and a number; use one of them")
        try:
            check_record(self)
        except ValueError as error:
            raise OptionError(f"the fault {self.kind!r}: {error}") from error

    @classmethod
    def parse(cls, text: str) -> FaultSpec:
        """Parse a fault such as jam~0.05, jam_once@3 or jam_n@3x2. Raises OptionError."""
        match = _FAULT.fullmatch(text)
        if match is None:
            raise OptionError(
                f"{text!r} is not a fault; write kind, kind@number, kind@numberxtimes "
                f"or kind~probability, such as jam~0.05, jam_n@3x2 or drop_reply~0.1"
            )
        probability = match["probability"]
        return cls(
            match["kind"],
            int(match["at"] or 1),
            int(match["times"] or 1),
            None if probability is None else float(probability),
        )


@dataclass(frozen=True, slots=True)
class _FaultFile:
    """A TOML file with a table [[fault]] for each."""

    fault: tuple[FaultSpec, ...] = entry()


def read_faults(text: str) -> tuple[FaultSpec, ...]:
    """Read faults separated by commas, or from the TOML file of that name, a [[fault]] each.

    Raises OptionError, which quotes what is wrong and says where.
    """
    path = Path(text)
    if text.endswith(".toml") or ("@" not in text and "~" not in text and path.is_file()):
        return _read_file(path)
    return tuple(FaultSpec.parse(part.strip()) for part in text.split(",") if part.strip())


def _read_file(path: Path) -> tuple[FaultSpec, ...]:
    try:
        return read_record(_FaultFile, read_toml(path)).fault
    except (OSError, ValueError) as error:
        raise OptionError(f"cannot read the faults in {str(path)!r}: {reason(error)}") from error


def write_fault_log(path: Path, injections: Iterable[Injection]) -> None:
    """Write the faults that triggered, in order. Raises OSError."""
    lines = [json.dumps(record_table(injection)) + "\n" for injection in injections]
    replace_text(path, "".join(lines))


def read_fault_log(path: Path) -> tuple[Injection, ...]:
    """Read what `write_fault_log` wrote; () if there is no such file.

    Raises OptionError for a file that it did not write.
    """
    try:
        lines = read_text(path).splitlines()
        return tuple(read_record(Injection, parse_json(line)) for line in lines)
    except FileNotFoundError:
        return ()
    except (OSError, ValueError) as error:
        raise OptionError(
            f"cannot read the injected faults in {str(path)!r}: {reason(error)}; remove the file"
        ) from error


_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Injection:
    """A fault that triggered, in seconds since the start, at turn, line or picture `number`."""

    seconds: float = entry(key="when")
    kind: str = entry(choices=tuple(FAULT_TYPES))
    number: int = entry()

    def __str__(self) -> str:
        kind = FAULT_TYPES[self.kind]
        return (
            f"{self.seconds:8.2f} s  {self.kind}, {kind.counted} {self.number}: {kind.description}"
        )


class FaultSchedule:
    """Decides, reproducibly for a seed, whether a fault triggers; `log` has those that did."""

    def __init__(
        self, faults: Iterable[FaultSpec] = (), seed: int = 0, clock: Clock | None = None
    ) -> None:
        self.log: list[Injection] = []
        self._clock = clock
        self._began = clock.now() if clock else 0.0
        self._random = {kind: Random(f"{seed} {kind}") for kind in FAULT_TYPES}
        self._armed: dict[str, list[_ArmedFault]] = {}
        for fault in faults:
            self._armed.setdefault(fault.kind, []).append(_ArmedFault(fault, fault.times))
        self._latched: set[tuple[str, ...]] = set()

    def triggers(self, kind: str, number: int) -> bool:
        """Return True if `kind` triggers now, at the turn or line of this number."""
        # Every fault is evaluated, so that one that triggers does not change another's random
        # numbers.
        triggered = [self._fires(armed, number) for armed in self._armed.get(kind, ())]
        if any(triggered):
            self._record(kind, number)
        return any(triggered)

    def trigger_count(self, kind: str, number: int) -> int:
        """Return how often in a row `kind` triggers from now on, 0 if not; it is then spent."""
        times = 0
        for armed in self._armed.get(kind, ()):
            if self._fires(armed, number):
                times, armed.remaining = max(times, armed.remaining + 1), 0
        if times:
            self._record(kind, number)
        return times

    def triggers_or_latched(self, kind: str, number: int, *what: str) -> bool:
        """Return True if `kind` triggers now, or did so before: it stays until it is cleared.

        `what` names the affected part.
        """
        if self.triggers(kind, number):
            self._latched.add((kind, *what))
        return (kind, *what) in self._latched

    def is_latched(self, kind: str, *what: str) -> bool:
        """Return True if `kind` has triggered for `what` and has not been cleared."""
        return (kind, *what) in self._latched

    def jams(self, number: int, axis: str, face: str) -> bool:
        """Return True if turn `number`, of the cube's `face` by `axis`, jams this time."""
        stuck = self.triggers_or_latched("jam_forever", number, axis, face)
        triggered = [self.triggers(kind, number) for kind in ("jam", "jam_once", "jam_n")]
        return any(triggered) or stuck

    def triggers_by_number(self, kind: str, number: int) -> bool:
        """Return True if `kind` triggers now because of its number, not by probability."""
        for armed in self._armed.get(kind, ()):
            if armed.fault.probability is None and self._fires(armed, number):
                self._record(kind, number)
                return True
        return False

    def triggers_by_chance(self, kind: str, number: int) -> bool:
        """Return True if `kind` triggers now by probability, as for each byte of line `number`."""
        for armed in self._armed.get(kind, ()):
            if armed.fault.probability is not None and self._fires(armed, number):
                self._record(kind, number)
                return True
        return False

    def any_armed(self, kinds: Collection[str]) -> bool:
        """Return True if a fault of these kinds may still trigger or is latched."""
        return not self._armed.keys().isdisjoint(kinds)

    def clear(self) -> None:
        """Disarm all faults and clear the latched ones."""
        self._armed.clear()
        self._latched.clear()

    def rng(self, kind: str) -> Random:
        """Return the random generator of one kind, for the details of a fault."""
        return self._random[kind]

    def _fires(self, armed: _ArmedFault, number: int) -> bool:
        if armed.fault.probability is not None:
            return self._random[armed.fault.kind].random() < armed.fault.probability
        if number < armed.fault.at or not armed.remaining:
            return False
        armed.remaining -= 1
        return True

    def _record(self, kind: str, number: int) -> None:
        now = self._clock.now() if self._clock else 0.0
        injection = Injection(now - self._began, kind, number)
        _log.info("injected %s", injection)
        self.log.append(injection)


@dataclass(slots=True)
class _ArmedFault:
    """A fault, and how many more times it triggers."""

    fault: FaultSpec
    remaining: int
