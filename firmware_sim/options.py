"""What to simulate, declared once: for `rokumen simulate`, `sim://` URLs and Python alike."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from files.bounds import entry
from files.records import check_record
from firmware_sim.camera.optics import IDEAL_OPTICS, WEBCAM, Optics
from firmware_sim.errors import OptionError
from firmware_sim.faults import FaultSpec, read_faults
from firmware_sim.physics.jaws import IDEAL_CONTACT, USUAL_CONTACT, JawContact
from firmware_sim.physics.mechanism import CORNER_CUTTING_DEGREES
from firmware_sim.physics.servo import HOBBY_SERVO, IDEAL_SERVO, ServoModel
from firmware_sim.server import FTDI_LINE, IDEAL_LINE, UNO_LINE, USB_LINE, SerialLine
from robot.rigs.camera_places import parse_places, with_cameras
from robot.rigs.registry import DEFAULT_RIG, load_rig
from robot.rigs.rig import Rig
from solver.cube import Cube


@dataclass(frozen=True, slots=True)
class RobotOptions:
    """A simulated robot, with or without a port of its own.

    The cube is held white up and green in front. Raises OptionError for a value that is not
    allowed, and for options that do not fit together.
    """

    rig: str = entry(DEFAULT_RIG, help="The mechanism.")
    scramble: str | None = entry(None, help="The cube: moves or a list [random].", metavar="CUBE")
    seed: int | None = entry(
        None, minimum=0, maximum=2**63 - 1, help="Seed of the random cube and the faults."
    )
    jam: float = entry(0.0, minimum=0, maximum=1, help="Probability that a turn jams.")
    faults: str = entry(
        "", help="Faults: jam_once@12,bit_flip~0.001 or a TOML file.", metavar="LIST|FILE"
    )
    corner_cutting: float = entry(
        CORNER_CUTTING_DEGREES,
        minimum=0,
        maximum=44,
        help="Degrees by which a layer may be misaligned and still give way to a turn.",
    )
    pace: float = entry(1.0, minimum=0.1, maximum=1000, help="Multiple of real speed.")
    board: Path | None = entry(
        None,
        help="Run the firmware of this board, an ELF file. See docs/firmware.md.",
        metavar="ELF",
    )
    ideal: bool = entry(False, help="Servos, line and camera without any imperfection.")
    feedback: bool = entry(True, help="Without it, motors do not measure where they stand.")
    jaws: float | None = entry(
        None,
        minimum=-0.5,
        maximum=1.5,
        help="Where grippers without feedback hold, from 1000 µs (0) to 2000 µs (1).",
    )
    lag: float | None = entry(
        None,
        minimum=0,
        maximum=1,
        help="Seconds by which servos lag behind their pulses [0.04; with ideal 0].",
        metavar="S",
    )
    wiring: str = entry(
        "",
        help="Servos without feedback that are wrongly connected: swap A B, reverse A, dead "
        "CHANNEL, clip A LOW HIGH, horn A DEGREES.",
        metavar="LIST",
    )
    camera_at: tuple[str, ...] = entry(
        (), help="Where each camera stands: U, UF or URF, once for each [as the rig says]."
    )

    def __post_init__(self) -> None:
        try:
            check_record(self)
        except ValueError as error:
            raise OptionError(str(error)) from error
        if not self.feedback and self.has_board:
            raise OptionError("--no-feedback: boards never have feedback; leave it out")
        if self.jaws is not None and self.feedback and not self.has_board:
            raise OptionError(f"--jaws {self.jaws:g} needs --maestro, --board or --no-feedback")
        if self.wiring and self.feedback and not self.has_board:
            raise OptionError(f"--wiring {self.wiring!r} needs --maestro, --board or --no-feedback")

    @property
    def has_board(self) -> bool:
        """Return True if the servos are driven by the electronics of a real robot."""
        return self.board is not None

    def make_rig(self) -> Rig:
        """Return the rig, with its cameras. Raises RigError."""
        rig = load_rig(self.rig)
        return with_cameras(rig, parse_places(",".join(self.camera_at))) if self.camera_at else rig

    def make_cube(self) -> Cube:
        """Return the cube; a scramble of "" is a solved one. Raises CubeError."""
        if self.scramble is None:
            return Cube.random(self.seed)
        return Cube.parse(self.scramble) if self.scramble else Cube.solved()

    def make_faults(self) -> tuple[FaultSpec, ...]:
        """Return all faults. Raises OptionError."""
        jams = (FaultSpec("jam", probability=self.jam),) if self.jam else ()
        return (*read_faults(self.faults), *jams)

    @property
    def servo(self) -> ServoModel:
        """Return the model of the robot's servos."""
        servo = IDEAL_SERVO if self.ideal else HOBBY_SERVO
        return servo if self.lag is None else replace(servo, lag=self.lag)

    @property
    def contact(self) -> JawContact:
        """Return where its grippers touch the cube, if they are driven by pulses alone."""
        contact = IDEAL_CONTACT if self.ideal else USUAL_CONTACT
        return contact if self.jaws is None else replace(contact, contact_opening=self.jaws)


@dataclass(frozen=True, slots=True)
class SimulatorOptions(RobotOptions):
    """A simulated robot with a port and a camera.

    It holds the scramble unless the file `state` exists and says otherwise. With a pace its line,
    bootloader and camera are as many times faster too.
    """

    maestro: bool = entry(False, help="Emulate a Pololu Maestro. See docs/maestro.md.")
    factory_settings: bool = entry(
        False, help="With --maestro: a board that was not set up, limited to 992..2000 µs."
    )
    latency: float | None = entry(
        None,
        minimum=0,
        maximum=0.255,
        help="Seconds for which the line's USB chip waits [0.016; 0.001 of a board; with ideal 0].",
        metavar="S",
    )
    tcp: str | None = entry(
        None, help="Serve at this HOST:PORT instead of on a pseudo-terminal.", metavar="HOST:PORT"
    )
    camera_port: int | None = entry(
        0, minimum=0, maximum=65535, help="The port of the camera; 0: any free one."
    )
    state: Path | None = entry(None, help="Store the cube in this file.")
    fault_log: Path | None = entry(None, help="Write the injected faults to this file.")

    def __post_init__(self) -> None:
        RobotOptions.__post_init__(self)
        if self.board is not None and self.maestro:
            raise OptionError("--board and --maestro are two different boards; leave one out")
        if self.factory_settings and not self.maestro:
            raise OptionError("--factory-settings needs --maestro")

    @property
    def has_board(self) -> bool:
        """See `RobotOptions.has_board`."""
        return self.board is not None or self.maestro

    @property
    def line(self) -> SerialLine:
        """Return the line to its host."""
        if self.ideal:
            line = IDEAL_LINE
        elif self.maestro:
            line = USB_LINE
        else:
            line = UNO_LINE if self.board else FTDI_LINE
        return line if self.latency is None else replace(line, latency=self.latency)

    @property
    def optics(self) -> Optics:
        """Return the optics of the robot's cameras."""
        return (IDEAL_OPTICS if self.ideal else WEBCAM).at_pace(self.pace)
