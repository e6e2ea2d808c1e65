"""What to simulate, declared once: for `rokumen simulate`, `sim://` URLs and Python alike."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from files.bounds import entry
from files.records import check_record
from firmware_sim.camera.optics import IDEAL_OPTICS, WEBCAM, Optics
from firmware_sim.errors import OptionError
from firmware_sim.faults import FaultSpec, read_faults
from firmware_sim.physics.cube_forces import CUBES, Forces
from firmware_sim.physics.jaws import (
    IDEAL_CONTACT,
    JAW_NEWTONS_PER_MM,
    RIGID_NEWTONS_PER_MM,
    USUAL_CONTACT,
    JawContact,
)
from firmware_sim.physics.powered_servos import USUAL_OHM, Supply
from firmware_sim.physics.servo import (
    IDEAL_SERVO,
    USUAL_SERVO,
    ServoModel,
    fast_enough,
    usual_servo,
)
from firmware_sim.physics.servo_mechanics import CORNER_CUTTING_DEGREES
from firmware_sim.server import (
    BOOT_SECONDS,
    FTDI_LINE,
    IDEAL_LINE,
    UNO_LINE,
    USB_LINE,
    SerialLine,
)
from robot.rigs.camera_places import parse_places, with_cameras
from robot.rigs.registry import DEFAULT_RIG, load_rig
from robot.rigs.rig import Rig
from robot.rigs.servo_presets import SERVO_PRESETS
from robot.rigs.servo_speeds import with_servos
from solver.cube import Cube

# What the system does with the line DTR, whose edge resets an Arduino Uno: it raises it at each
# opening of the port, or holds it raised.
EDGE, HELD = "edge", "held"


@dataclass(frozen=True, slots=True)
class RobotOptions:
    """A simulated robot, with or without a port of its own.

    The cube is held white up and green in front; the robot holds the scramble unless the file
    `state` exists and says otherwise. One in this process lives in virtual time: with a `pace` it
    is slow enough to look at. Raises OptionError for a value that is not
    allowed, and for options that do not fit together.
    """

    rig: str = entry(DEFAULT_RIG, help="The mechanism.")
    scramble: str | None = entry(None, help="The cube: moves or a list [random].", metavar="CUBE")
    seed: int | None = entry(
        None, minimum=0, maximum=2**63 - 1, help="Seed of the random cube and the faults [random]."
    )
    jam: float = entry(0.0, minimum=0, maximum=1, help="Probability that a turn jams.")
    faults: str = entry(
        "",
        help="Faults: jam_once@12,bit_flip~0.001 or a TOML file.",
        metavar="LIST|FILE",
        is_rare=True,
    )
    corner_cutting: float = entry(
        CORNER_CUTTING_DEGREES,
        minimum=0,
        maximum=44,
        help="Degrees by which a layer may be misaligned and still give way to a turn.",
        is_rare=True,
    )
    pace: float | None = entry(
        None,
        minimum=0.1,
        maximum=1000,
        help="Speed: fast, real, or how many times that of a real robot [real].",
    )
    dtr: str | None = entry(
        None,
        choices=(EDGE, HELD),
        help="Whether each opening of the port restarts the robot [edge; with ideal held].",
        is_rare=True,
    )
    ideal: bool = entry(
        False, help="Servos, line and camera without any imperfection.", is_rare=True
    )
    feedback: bool = entry(True, help="Motors do not measure where they stand.", is_rare=True)
    jaws: float | None = entry(
        None,
        minimum=-0.5,
        maximum=1.5,
        help="Where grippers without feedback hold, from 1000 µs (0) to 2000 µs (1).",
        is_rare=True,
    )
    servos: str | None = entry(
        None,
        choices=tuple(SERVO_PRESETS),
        help=f"The kind of its servos, by which its motions take their time [{USUAL_SERVO}, and "
        "the rig's own times].",
        is_rare=True,
    )
    stiffness: float | None = entry(
        None,
        minimum=1,
        maximum=60,
        help="Degrees from its place at which a servo gives all of its torque [as its kind].",
        metavar="DEGREES",
        is_rare=True,
    )
    supply: str | None = entry(
        None,
        help=f"Volts of the servos, and the ohms before them [as their kind, {USUAL_OHM:g}].",
        metavar="VOLTS,OHM",
        is_rare=True,
    )
    cube: str | None = entry(
        None,
        choices=tuple(CUBES),
        help="How a cube turns, and what it weighs [usual].",
        is_rare=True,
    )
    jaw_stiffness: float | None = entry(
        None,
        minimum=1,
        maximum=RIGID_NEWTONS_PER_MM,
        help=(
            "Newtons by which jaws and cube push back for a millimetre; 100 is rigid "
            f"[{JAW_NEWTONS_PER_MM:g}]."
        ),
        metavar="N/MM",
        is_rare=True,
    )
    wiring: str = entry(
        "",
        help="Servos without feedback that are wrongly connected: swap A B, reverse A, dead "
        "CHANNEL, clip A LOW HIGH, horn A DEGREES.",
        metavar="LIST",
        is_rare=True,
    )
    camera_at: tuple[str, ...] = entry(
        (),
        help="Where each camera stands: U, UF or URF, once for each [as the rig says].",
        is_rare=True,
    )
    state: Path | None = entry(None, help="Store the cube in this file.", is_rare=True)
    fault_log: Path | None = entry(
        None, help="Write the injected faults to this file.", is_rare=True
    )

    def __post_init__(self) -> None:
        try:
            check_record(self)
        except ValueError as error:
            raise OptionError(str(error)) from error
        if not self.feedback and self.has_board:
            raise OptionError("feedback=false: boards never have feedback; leave it out")
        if self.jaws is not None and self.feedback and not self.has_board:
            raise OptionError(f"jaws={self.jaws:g} needs --maestro, --board or feedback=false")
        if self.wiring and self.feedback and not self.has_board:
            raise OptionError(f"wiring={self.wiring!r} needs --maestro, --board or feedback=false")
        read_supply(self.supply or "")
        for name in ("stiffness", "supply", "cube"):
            given = getattr(self, name)
            if self.ideal and given is not None:
                raise OptionError(
                    f"{name}={given}: ideal servos have any torque; leave --ideal out, or say "
                    "ideal=false in a URL"
                )

    @property
    def has_board(self) -> bool:
        """Return True if the servos are driven by the electronics of a real robot."""
        return False

    def make_rig(self) -> Rig:
        """Return the rig, with its cameras and the times of its servos. Raises RigError."""
        rig = load_rig(self.rig)
        if self.servos is not None:
            rig = with_servos(rig, self.servos)
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
        """Return the model of the robot's servos: where no kind is said, as fast as its rig."""
        if self.ideal:
            return IDEAL_SERVO
        if self.servos is None:
            servo = fast_enough(usual_servo(USUAL_SERVO), load_rig(self.rig))
        else:
            servo = usual_servo(self.servos)
        return servo if self.stiffness is None else replace(servo, full_drive_error=self.stiffness)

    @property
    def optics(self) -> Optics:
        """Return the optics of the robot's cameras."""
        return IDEAL_OPTICS if self.ideal else WEBCAM

    @property
    def forces(self) -> Forces:
        """Return the supply and the cube, whose friction the seed draws from its range."""
        cube = CUBES[self.cube or "usual"]
        if self.seed is not None:
            cube = cube.with_friction_drawn(Random(f"{self.seed} friction"))
        return Forces(read_supply(self.supply or ""), cube)

    @property
    def contact(self) -> JawContact:
        """Return where its grippers touch the cube, if they are driven by pulses alone."""
        contact = IDEAL_CONTACT if self.ideal else USUAL_CONTACT
        if self.jaws is not None:
            contact = replace(contact, contact_opening=self.jaws)
        if self.jaw_stiffness is not None:
            contact = replace(contact, newtons_per_mm=self.jaw_stiffness)
        return contact


@dataclass(frozen=True, slots=True)
class SimulatorOptions(RobotOptions):
    """A simulated robot with a port and a camera, in real time."""

    board: Path | None = entry(
        None,
        help="Run a chip's program, drive-CHIP.elf of firmware/build. See docs/firmware.md.",
        metavar="ELF",
        is_rare=True,
    )
    maestro: bool = entry(False, help="Emulate a Pololu Maestro. See docs/maestro.md.")
    factory_settings: bool = entry(
        False,
        help="With --maestro: a board that was not set up, limited to 992..2000 µs.",
        is_rare=True,
    )
    latency: float | None = entry(
        None,
        minimum=0,
        maximum=0.255,
        help="Seconds for which the line's USB chip waits [0.016; 0.001 of a board; with ideal 0].",
        metavar="S",
        is_rare=True,
    )
    tcp: str | None = entry(
        None, help="Serve at this HOST:PORT instead of on a pseudo-terminal.", metavar="HOST:PORT"
    )
    camera_port: int | None = entry(
        0, minimum=0, maximum=65535, help="The port of the camera; 0: any free one.", is_rare=True
    )

    def __post_init__(self) -> None:
        RobotOptions.__post_init__(self)
        if self.board is not None and self.maestro:
            raise OptionError("--board and --maestro are two different boards; leave one out")
        if self.maestro and self.dtr == EDGE:
            raise OptionError("dtr=edge: no opening of its port restarts a Maestro; leave it out")
        if self.pace is not None:
            raise OptionError(
                f"pace={self.pace:g}: a robot at a port lives in real time; sim:// has a pace"
            )
        if self.factory_settings and not self.maestro:
            raise OptionError("factory_settings needs --maestro")

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
        if self.dtr is not None:
            line = replace(line, boot_seconds=BOOT_SECONDS if self.dtr == EDGE else 0.0)
        return line if self.latency is None else replace(line, latency=self.latency)


def read_supply(text: str) -> Supply | None:
    """Return the supply that VOLTS,OHM names, None for "". Raises OptionError."""
    if not text:
        return None
    try:
        volts, ohm = (float(part) for part in text.split(","))
    except ValueError:
        volts = ohm = math.nan
    if not (_LEAST_VOLTS <= volts <= _MOST_VOLTS and 0 <= ohm <= _MOST_OHM):
        raise OptionError(
            f"supply={text!r} is not VOLTS,OHM, such as 5,0.1: from {_LEAST_VOLTS:g} to "
            f"{_MOST_VOLTS:g} V, and from 0 to {_MOST_OHM:g} ohm"
        )
    return Supply(volts, ohm)


# What servos are sold for, and weaker batteries; more ohms are a broken wire.
_LEAST_VOLTS, _MOST_VOLTS, _MOST_OHM = 3.0, 15.0, 5.0
