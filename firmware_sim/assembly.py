"""Builds the simulated robot that options describe, of one kind or another."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from firmware_sim import state_file
from firmware_sim.boards.arduino import SimulatedArduino, load_chip
from firmware_sim.boards.maestro import SimulatedMaestro
from firmware_sim.boards.maestro_wire import FACTORY_SETTINGS, RECOMMENDED_SETTINGS
from firmware_sim.boards.software_chip import SoftwareRobot
from firmware_sim.errors import OptionError, SimulatorError
from firmware_sim.faults import (
    CONTROLLER,
    FAULT_TYPES,
    FEEDBACK,
    FIRMWARE,
    PLUG,
    SIMULATED_FIRMWARE,
    TEXT_LINE,
    FaultSchedule,
)
from firmware_sim.options import RobotOptions, SimulatorOptions
from firmware_sim.physics.state import PhysicalState
from firmware_sim.robot import SimulatedRobot
from firmware_sim.wiring import parse_wiring
from robot.clock import Clock, VirtualClock
from robot.rigs.rig import Rig

# What a robot in this process does not have, and what to do about it.
_NO_LINE = dict.fromkeys(
    (SIMULATED_FIRMWARE, TEXT_LINE),
    "a robot in this process has none: `rokumen simulate` serves one at a port",
)

AnySimulatedRobot = SimulatedArduino | SoftwareRobot | SimulatedMaestro


def simulated_robot(
    options: RobotOptions, rig: Rig, clock: Clock, state: PhysicalState
) -> SimulatedRobot:
    """Return a robot of `rig`, in this process, in the physical state `state`.

    Raises OptionError and SimulatorError.
    """
    return SimulatedRobot(
        rig,
        clock,
        state,
        _schedule(options, clock, _NO_LINE),
        corner_cutting=options.corner_cutting,
        servo=options.servo,
        jaws=None if options.feedback else options.contact,
        wiring=parse_wiring(options.wiring, rig),
        forces=options.forces,
    )


def begin_state(options: RobotOptions, rig: Rig) -> PhysicalState:
    """Return the state that the file of the options keeps, or else their cube at home.

    Raises SimulatorError and CubeError.
    """
    if options.state is not None and options.state.exists():
        return state_file.load(options.state, rig)
    return PhysicalState.at_home(rig.home, options.make_cube())


def check_faults(options: RobotOptions) -> None:
    """Raise OptionError for a fault that a robot in this process cannot have."""
    _schedule(options, VirtualClock(), _NO_LINE)


def served_robot(
    options: SimulatorOptions, rig: Rig, clock: Clock, state: PhysicalState
) -> AnySimulatedRobot:
    """Return a robot at a line, or with the electronics that drive its servos."""
    if not options.has_board:
        return SoftwareRobot(
            rig,
            clock,
            state,
            servo=options.servo,
            jaws=options.contact,
            faults=_schedule(options, clock),
            wiring=parse_wiring(options.wiring, rig),
            forces=options.forces,
            measures=options.feedback,
            corner_cutting=options.corner_cutting if options.feedback else 0.0,
        )
    if options.board is not None:
        return SimulatedArduino(
            load_chip(options.board),
            rig,
            clock,
            state,
            servo=options.servo,
            jaws=options.contact,
            faults=_schedule(options, clock),
            wiring=parse_wiring(options.wiring, rig),
            forces=options.forces,
        )
    if not rig.grippers:
        raise SimulatorError(f"the motors of a {rig.name} rig are no servos, which a Maestro moves")
    settings = FACTORY_SETTINGS if options.factory_settings else RECOMMENDED_SETTINGS
    faults, wiring = _schedule(options, clock), parse_wiring(options.wiring, rig)
    return SimulatedMaestro(
        rig,
        clock,
        state,
        jaws=options.contact,
        settings=settings,
        servo=options.servo,
        faults=faults,
        wiring=wiring,
        forces=options.forces,
    )


def _schedule(
    options: RobotOptions, clock: Clock, lacks: Mapping[str, str] = MappingProxyType({})
) -> FaultSchedule:
    """Return when faults occur. Raises OptionError for one that the robot cannot have.

    `lacks`: what it does not have beside what its options say, and why.
    """
    faults = options.make_faults()
    missing = {**_missing_parts(options), **lacks}
    for fault in faults:
        needs = FAULT_TYPES[fault.kind].needs
        if needs in missing:
            raise OptionError(
                f"the fault {fault.kind!r} needs {needs}, and {missing[needs]}; leave it out"
            )
    seed = Random().randrange(2**32) if options.seed is None else options.seed
    return FaultSchedule(faults, seed, clock)


def _missing_parts(options: RobotOptions) -> Mapping[str, str]:
    """Return what a robot does not have that some faults need, and why."""
    if isinstance(options, SimulatorOptions) and options.board is not None:
        return {
            FEEDBACK: "a chip has none",
            CONTROLLER: "a chip has none",
            SIMULATED_FIRMWARE: "this board runs a real one",
        }
    if isinstance(options, SimulatorOptions) and options.maestro:
        return dict.fromkeys(
            (FEEDBACK, CONTROLLER, SIMULATED_FIRMWARE, FIRMWARE, TEXT_LINE, PLUG),
            "a Maestro has none",
        )
    missing: dict[str, str] = {}
    if not options.feedback:
        missing = dict.fromkeys((FEEDBACK, CONTROLLER), "feedback=false has none")
    if isinstance(options, SimulatorOptions):
        missing |= {CONTROLLER: "the motions of a robot at a port are controlled by its host"}
    return missing
