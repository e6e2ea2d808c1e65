"""Builds the simulated robot that options describe, of one kind or another."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from firmware_sim.boards.arduino import SimulatedArduino, load_chip
from firmware_sim.boards.maestro import SimulatedMaestro
from firmware_sim.boards.maestro_wire import FACTORY_SETTINGS, RECOMMENDED_SETTINGS
from firmware_sim.boards.software_chip import SoftwareRobot
from firmware_sim.errors import OptionError, SimulatorError
from firmware_sim.faults import (
    FAULT_TYPES,
    FEEDBACK,
    FIRMWARE,
    SIMULATED_FIRMWARE,
    TEXT_LINE,
    FaultSchedule,
)
from firmware_sim.options import RobotOptions, SimulatorOptions
from firmware_sim.physics.state import PhysicalState
from firmware_sim.robot import SimulatedRobot
from firmware_sim.wiring import parse_wiring
from robot.clock import Clock
from robot.rigs.rig import Rig

AnySimulatedRobot = SimulatedRobot | SimulatedArduino | SoftwareRobot | SimulatedMaestro


def simulated_robot(
    options: RobotOptions,
    rig: Rig,
    clock: Clock,
    state: PhysicalState,
    rng: Random | None = None,
) -> SimulatedRobot:
    """Return a robot of `rig` in the physical state `state`.

    `rng` gives each boot its epoch. Raises OptionError and SimulatorError.
    """
    return SimulatedRobot(
        rig,
        clock,
        state,
        _schedule(options, clock),
        options.pace,
        rng,
        corner_cutting=options.corner_cutting,
        servo=options.servo,
        jaws=None if options.feedback else options.contact,
        wiring=parse_wiring(options.wiring, rig),
        forces=options.forces,
    )


def served_robot(
    options: SimulatorOptions, rig: Rig, clock: Clock, state: PhysicalState
) -> AnySimulatedRobot:
    """Return a robot as `simulated_robot` does, or with the electronics that drive its servos."""
    if not options.has_board and options.feedback:
        return simulated_robot(options, rig, clock, state)
    _refuse_pace(options)
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


def _schedule(options: RobotOptions, clock: Clock) -> FaultSchedule:
    """Return when faults occur. Raises OptionError for one that the robot cannot have."""
    faults = options.make_faults()
    missing = _missing_parts(options)
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
            (FEEDBACK, SIMULATED_FIRMWARE, FIRMWARE, TEXT_LINE), "a Maestro has none"
        )
    return {} if options.feedback else {FEEDBACK: "feedback=false has none"}


def _refuse_pace(options: RobotOptions) -> None:
    """Raise SimulatorError for a pace: emulated boards (chip, Maestro) have their own speed."""
    if options.pace != 1.0:
        raise SimulatorError("a pace cannot be combined with a board; leave it out")
