"""Turns of stepper motors over a line that damages and loses, and stops in their midst."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from benchmarks.sprint.rows import SprintRow, Trials
from firmware_sim.boards.chip import ChipPort, SimulatedChip
from firmware_sim.drives.chip_server import ChipServer
from firmware_sim.drives.device_clock import DeviceClock
from firmware_sim.drives.simulated_steppers import SimulatedSteppers
from firmware_sim.faults import FaultSchedule, FaultSpec
from firmware_sim.physics.turning_layers import TurningLayers
from robot.clock import Clock
from robot.control.turn_queue import TurnQueue
from robot.drives.chip import ChipDrive
from robot.drives.chip_line import ChipLine
from robot.link.port import RobotPort
from robot.planning.turn_schedule import Schedule, schedule_of_turns
from robot.rigs.mechanisms.six_axis import SixAxis, motor_durations
from robot.rigs.motors import CuttingTable, Motors
from solver.core.turn import random_turns
from solver.cube import Cube

_RUNS, _QUICK_RUNS, _CHUNK = 200, 6, 10
_TURNS = 6
_FAULTS = ("bit_flip~0.01", "drop_cmd~0.05", "drop_reply~0.05")
_MILLISECOND = 0.001
_MOTORS = Motors(motor="nema17-0.3", cutting=CuttingTable(((20.0, 30.0),), ((20.0, 30.0),)))
MOTOR_RIG = SixAxis(motors=_MOTORS, durations=motor_durations(_MOTORS))


class FineClock(DeviceClock):
    """A clock by which motors make their steps in time, however long somebody sleeps."""

    _STEP_SECONDS = 0.0005


class RecordedSteppers(SimulatedSteppers):
    """Motors that keep when each of them left a detent at which it had rested."""

    def __init__(self, layers: TurningLayers, steps: int, clock: Clock) -> None:
        super().__init__(layers, steps, clock)
        self._quarter = steps // 4
        self.begun: list[float] = []
        self._moved_at: dict[int, float] = {}

    def write(self, targets: Mapping[int, float]) -> None:
        """See `SimulatedSteppers`."""
        before, now = self.commanded(), self.info.clock.now()
        super().write(targets)
        for number, after in self.commanded().items():
            was = before[number]
            if was is None or after == was:
                continue
            # A half turn passes a detent without a rest.
            rested = now - self._moved_at.get(number, 0.0) > 3 * self.info.period_s
            if rested and was % self._quarter == 0:
                self.begun.append(now)
            self._moved_at[number] = now


@dataclass(frozen=True, slots=True)
class LineRun:
    """A run by its seed: turns over a bad line, and turns that are stopped."""

    seed: int


@dataclass(frozen=True, slots=True)
class LineFigures:
    """Whether each turn was made once; seconds from a stop's byte to the last begin of a turn.

    `between`: how many motors were between two detents after the stop; `accidents`: collisions.
    """

    is_whole: bool
    begun_after: float
    between: int
    accidents: int


class MotorBench:
    """A chip in software with simulated motors, its line, and its host's drive."""

    def __init__(self) -> None:
        self.clock = FineClock()
        self.layers = TurningLayers(Cube.solved(), _MOTORS.cutting)
        self.motors = RecordedSteppers(self.layers, _MOTORS.steps, self.clock)
        self.chip = SimulatedChip(ChipServer(self.motors, Random(1)), self.clock)
        self.clock.devices.append(self.chip.advance)
        self.drive = ChipDrive(ChipLine(RobotPort("sim", ChipPort(self.chip, self.clock))))
        for number in range(len(MOTOR_RIG.axes)):
            self.drive.enable(number, 0)
        self.queue = TurnQueue(self.drive, MOTOR_RIG)

    def fail(self, seed: int) -> None:
        """Damage bytes and lose lines and answers from now on."""
        self.chip.inject(FaultSchedule(map(FaultSpec.parse, _FAULTS), seed, self.clock))


def run_of(job: LineRun) -> LineFigures:
    """Make turns over a bad line, and stop others in their midst."""
    rng = Random(job.seed)
    bench = MotorBench()
    schedule, cube = _turns(rng)
    bench.fail(job.seed)
    bench.queue.load(schedule)
    bench.queue.run()
    bench.chip.repair()
    bench.clock.sleep(0.1)
    is_whole = bench.layers.cube == cube
    schedule, _ = _turns(rng)
    bench.queue.load(schedule)
    middle = bench.queue.begin + rng.uniform(0.0, 0.1)
    while bench.drive.info.clock.now() < middle:
        bench.clock.sleep(0.0007)
    begun, stopped = len(bench.motors.begun), bench.clock.now()
    bench.queue.abort()
    bench.clock.sleep(0.2)
    late = max((at - stopped for at in bench.motors.begun[begun:]), default=0.0)
    quarter = _MOTORS.steps // 4
    between = sum(bool(at is None or at % quarter) for at in bench.motors.commanded().values())
    return LineFigures(is_whole, late, between, len(bench.layers.accidents))


def _turns(rng: Random) -> tuple[Schedule, Cube]:
    turns = random_turns(rng, _TURNS)
    return schedule_of_turns(MOTOR_RIG, turns), Cube.solved().apply(turns)


def line_rows(trials: Trials) -> Iterator[SprintRow]:
    """Yield what a bad line and stops do to the turns of motors."""
    jobs = {seed: LineRun(seed) for seed in trials.seeds(_RUNS, _QUICK_RUNS)}
    found = trials.work.results("turns over a bad line", LineFigures, run_of, jobs, _CHUNK)
    how = (
        f"{len(found)} runs of {_TURNS} turns that cut corners, NEMA17 on a chip in software; 1% "
        "of bytes damaged, 5% of lines and of answers lost"
    )
    wrong = sum(not each.is_whole for each in found)
    yield SprintRow.at_most("turns doubled or skipped", wrong, 0, how)
    latest = 1000 * max(each.begun_after for each in found)
    how = f"{len(found)} stops in the midst of turns: the last begin of a turn after the byte"
    yield SprintRow.at_most("stop after its byte (ms)", latest, 1, how)
    between = sum(each.between for each in found)
    yield SprintRow.at_most("motors between detents after a stop", between, 0, how)
    accidents = sum(each.accidents for each in found)
    yield SprintRow.at_most("layers that collided", accidents, 0, how)
