"""A computer that is busy with something else at chosen moments, and a robot that it drives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from firmware_sim.drives.device_clock import DeviceClock
from firmware_sim.physics.servo import HOBBY_SERVO, IDEAL_SERVO
from firmware_sim.physics.state import Accident, PhysicalState
from robot.errors import RobotError
from robot.rigs.command import Command, Home, Move, Regrip
from robot.rigs.rig import with_overlap
from solver.cube import Cube
from tests.support.benchmarks import (
    DrivenRig,
    DriveScene,
    FeetechScene,
    MaestroScene,
    Pca9685Scene,
)
from tests.support.controlled_robot import linked

# A turn of a layer, a regrip whose jaws and wrists move one beside the other, and a turn.
COMMANDS = (
    Move((("L", 90),)),
    Regrip(("L",), (("L", 0), ("R", 90))),
    Move((("R", 0),)),
)
# So long a robot is looked at after its last motion, in seconds.
_AFTER_SECONDS = 1.0


class BusyClock(DeviceClock):
    """The clock of a program that is held at some of its moments, while devices go on.

    Its moments are those before each look at the clock and each wait, and before and after each
    call that `watched` returns. `holds` are the seconds for which it is held, by their numbers.
    """

    def __init__(self, devices: DeviceClock) -> None:
        super().__init__()
        self.holds: dict[int, float] = {}
        self.moments = 0
        self._of_devices = devices
        self.devices = devices.devices
        # Whether the devices do something, which are not held.
        self._is_theirs = False

    def now(self) -> float:
        """See `Clock`."""
        self._reach_moment()
        return self._of_devices.now()

    def sleep(self, seconds: float) -> None:
        """See `Clock`."""
        self._reach_moment()
        self._by_devices(lambda: self._of_devices.sleep(seconds))

    def watched(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """Return a call of a device, before and after which the program may be held."""

        def called(*arguments: object) -> object:
            self._reach_moment()
            answer = self._by_devices(lambda: call(*arguments))
            self._reach_moment()
            return answer

        return called

    def _by_devices(self, call: Callable[[], Any]) -> Any:
        before, self._is_theirs = self._is_theirs, True
        try:
            return call()
        finally:
            self._is_theirs = before

    def _reach_moment(self) -> None:
        if self._is_theirs:
            return
        self.moments += 1
        if seconds := self.holds.get(self.moments):
            self._by_devices(lambda: self._of_devices.sleep(seconds))


@dataclass(frozen=True, slots=True)
class BusyRun:
    """What became of COMMANDS: the physical state, accidents, an error that ended them, if any.

    `seconds` they took, in which the program had `moments`.
    """

    state: PhysicalState
    accidents: tuple[Accident, ...]
    error: RobotError | None
    seconds: float
    moments: int


def run_busy(scene: DriveScene, holds: Mapping[int, float], *, from_home: bool = True) -> BusyRun:
    """Home a robot on the electronics of a scene, and make COMMANDS by a program that is held.

    It is so while it homes, too, unless it begins `from_home`.
    """
    clock = _made_busy(scene)
    try:
        servo = IDEAL_SERVO if isinstance(scene, FeetechScene) else HOBBY_SERVO
        rig = DrivenRig(scene, "two-gripper", Cube.solved(), servo)
        settings = replace(rig.servos.settings, rig=with_overlap(rig.rig))
        error = None
        with linked(rig.drive, settings, rig.memory) as link:
            commands: tuple[Command, ...] = (Home(), *COMMANDS)
            if from_home:
                link.execute(commands[0])
                commands = commands[1:]
            clock.moments, clock.holds = 0, dict(holds)
            began = clock.now()
            try:
                for command in commands:
                    link.execute(command)
            except RobotError as raised:
                error = raised
            moments, clock.holds = clock.moments, {}
            seconds = clock.now() - began
            clock.sleep(_AFTER_SECONDS)
        mechanics = rig.mechanics
        return BusyRun(mechanics.state(), tuple(mechanics.accidents), error, seconds, moments)
    finally:
        scene.end()


def _made_busy(scene: DriveScene) -> BusyClock:
    """Let the program that drives a scene be held, also between two words of its line."""
    clock = scene.clock = BusyClock(scene.clock)
    match scene:
        case MaestroScene():
            vars(scene.robot)["receive"] = clock.watched(scene.robot.receive)
        case Pca9685Scene():
            call = scene.chip.write_i2c_block_data
            vars(scene.chip)["write_i2c_block_data"] = clock.watched(call)
        case FeetechScene():
            vars(scene.bus)["receive"] = clock.watched(scene.bus.receive)
    return clock
