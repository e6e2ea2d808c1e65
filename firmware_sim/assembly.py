"""Builds the simulated robot that options describe, of one kind or another."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from firmware_sim import state_file
from firmware_sim.boards.chip_robot import SimulatedArduino, SoftwareRobot, load_chip
from firmware_sim.boards.maestro import FACTORY_SETTINGS, RECOMMENDED_SETTINGS, SimulatedMaestro
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
from firmware_sim.physics.servo_mechanics import ServoMechanics
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
# What a robot at a port does not have.
_NO_CONTROLLER = {CONTROLLER: "a host controls those at a port; `rokumen demo` has some"}

AnySimulatedRobot = SimulatedArduino | SoftwareRobot | SimulatedMaestro


def simulated_robot(
    options: RobotOptions, rig: Rig, clock: Clock, state: PhysicalState
) -> SimulatedRobot:
    """Return a robot of `rig`, in this process, in the physical state `state`.

    Raises OptionError and SimulatorError.
    """
    return SimulatedRobot(_mechanics(options, rig, clock, state, _NO_LINE))


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
    """Return a robot with the electronics that drive its servos: a chip, or a Maestro."""
    if not options.maestro:
        mechanics = _mechanics(options, rig, clock, state, _NO_CONTROLLER)
        if options.board is None:
            return SoftwareRobot(mechanics)
        return SimulatedArduino(load_chip(options.board), mechanics)
    if not rig.grippers:
        raise SimulatorError(f"the motors of a {rig.name} rig are no servos, which a Maestro moves")
    settings = FACTORY_SETTINGS if options.factory_settings else RECOMMENDED_SETTINGS
    return SimulatedMaestro(_mechanics(options, rig, clock, state), settings)


def _mechanics(
    options: RobotOptions,
    rig: Rig,
    clock: Clock,
    state: PhysicalState,
    lacks: Mapping[str, str] = MappingProxyType({}),
) -> ServoMechanics:
    """Return the servos and the cube of a robot. `lacks`: see `_schedule`."""
    return ServoMechanics(
        rig,
        clock,
        state,
        options.servo,
        options.contact,
        _schedule(options, clock, lacks),
        parse_wiring(options.wiring, rig),
        options.forces,
        measures=options.feedback and not options.has_board,
        corner_cutting=options.corner_cutting,
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
        return {FEEDBACK: "a chip has none", SIMULATED_FIRMWARE: "this board runs a real one"}
    if isinstance(options, SimulatorOptions) and options.maestro:
        return dict.fromkeys(
            (FEEDBACK, CONTROLLER, SIMULATED_FIRMWARE, FIRMWARE, TEXT_LINE, PLUG),
            "a Maestro has none",
        )
    return (
        {} if options.feedback else dict.fromkeys((FEEDBACK, CONTROLLER), "feedback=false has none")
    )
