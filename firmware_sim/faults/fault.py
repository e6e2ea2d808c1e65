"""One injected fault: its kind, when it triggers, and reading it from text or a TOML file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from files.bounds import entry
from files.documents import read_toml
from files.records import check_record, read_record
from firmware_sim.errors import OptionError

TURN, LINE, HOST_LINE, ROBOT_LINE = "turn", "line", "line from the host", "line from the robot"
GRIP, HOMING, HELLO, FRAME = "closing", "homing", "greeting", "picture"


@dataclass(frozen=True, slots=True)
class FaultType:
    """A type of fault: `counted` names the events that its number counts, from 1."""

    counted: str
    description: str


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
    "unplug": FaultType(HOST_LINE, "the port disconnects"),
    "reboot_mid_turn": FaultType(TURN, "the firmware restarts"),
    "lost_banner": FaultType(TURN, "the firmware restarts, and its BOOT never arrives"),
    "busy_forever": FaultType(TURN, "the motion never ends"),
    "bad_version": FaultType(HELLO, "the robot reports protocol version 2 from now on"),
    # The mechanism
    "jam": FaultType(TURN, "the turn jams; each retry can jam again"),
    "jam_once": FaultType(TURN, "the turn jams once"),
    "jam_n": FaultType(TURN, "the turn jams the given number of times, then succeeds"),
    "jam_forever": FaultType(TURN, "the turn jams, and this face on this axis from then on"),
    "jam_on_backoff": FaultType(TURN, "the turn and its back-off jam the given number of times"),
    "false_jam": FaultType(TURN, "the turn succeeds but is reported as a jam"),
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
    "home_fail": FaultType(HOMING, "an axis does not reach its home position"),
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
        raise OptionError(f"cannot read the faults in {str(path)!r}: {error}") from error
