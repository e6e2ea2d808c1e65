"""Whether a robot can hurt itself: what its jaws, servos and supply do over the ranges of servos.

Nobody has measured how stiff a DS3218 is, so that everything is stated for several stiffnesses (the
error, in degrees, at which a servo gives all of its torque). The robot's clock is virtual.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Annotated

from benchmarks.harness.kept import Kept
from benchmarks.harness.options import CORES, FILE, Cubes, Option, Processes, Seed
from benchmarks.harness.progress import Progress
from benchmarks.harness.records import Criterion, Record, column, not_shown
from benchmarks.harness.work import Work
from benchmarks.robot import stalls
from benchmarks.robot.cubotino_times import cubotino_figures
from benchmarks.robot.interruptions import interruptions
from benchmarks.robot.jogs import NotMeasured, jogs
from benchmarks.robot.pace import plan_figures
from benchmarks.support.simulated_job import VirtualRobot
from firmware_sim.firmware.ramp_servos import NEXT_ENABLE_SECONDS, RampServos
from firmware_sim.physics.cube_forces import USUAL_CUBE, Forces
from firmware_sim.physics.jaws import RIGID_NEWTONS_PER_MM, USUAL_CONTACT, JawContact
from firmware_sim.physics.powered_servos import PoweredServos, Supply
from firmware_sim.physics.servo import HOBBY_SERVO, USUAL_SERVO, ServoModel, drawn_servo
from firmware_sim.physics.servo_heat import OVERHEATED
from firmware_sim.physics.servo_mechanics import BROWN_OUT_VOLTS, ServoMechanics
from firmware_sim.physics.state import DROPPED, PhysicalState
from robot.clock import VirtualClock
from robot.execution.journal import Journal
from robot.rigs.actuators import REST_SECONDS
from robot.rigs.command import CLOSED, OPEN, Grip, Move
from robot.rigs.registry import DEFAULT_RIG, load_rig
from rokumen.cli.number_types import WholeNumber
from solver.cube import Cube

# 15 degrees is what was simulated before there were figures.
STIFFNESSES = (3.0, 4.0, 5.0, 6.0, 15.0)
_HOLD_SECONDS, _HALF_A_SECOND = 600.0, 0.5
# How often heat is looked at while jaws hold, in seconds.
_LOOK_SECONDS = 2.0
# Printed jaws, horn and cube together: an estimate.
_NEWTONS_PER_MM = (5.0, 20.0)
_WEAK_SUPPLY, _PULSE_SECONDS = Supply(5.0, 0.5), 0.02
_QUICK_CUBES, _QUICK_DRAWS, _DRAWS = 1, 20, 200
_QUICK_RUNS, _QUICK_PLANS = 2, 1
BOARD = Path("firmware/build/rokumen.elf")


@dataclass(frozen=True, slots=True)
class JawTrial(Record):
    """Two grippers of one stiffness, closed as usual: a hold of ten minutes, and whole jobs.

    `load`: share of the whole drive half a second after closing; `heat`: 1 burns a servo;
    `out_after`: seconds until one burns, None if none does. The hold is of one gripper alone.
    """

    key = "stiffness"
    title = "jaws that hold a cube, by the stiffness of their servos"
    caption = (
        "stiffness: degrees from its place at which a servo gives all of its torque; load and "
        "heat: of one gripper that holds alone, closed 3.15 degrees beyond the contact"
    )

    stiffness: float = column("stiffness", "{stiffness:g}°")
    jaws: str = column("jaws")
    relaxes: bool = column("relax at rest")
    load: float = column("load after 0.5 s", ".0%")
    heat: float = column("heat after 10 min", ".0%")
    out_after: float | None = column("burnt after", "{out_after:.0f} s")
    fell: bool = column("cube fell")
    cubes: int = not_shown()
    solved: int = column("jobs solved", "{solved} of {cubes}")
    drops: int = column("cubes dropped")
    hottest: float = column("hottest in a job", ".0%")

    @property
    def is_good(self) -> bool:
        """Return whether jaws that relax did no harm: others show why they do."""
        harmless = self.out_after is None and not self.fell and not self.drops
        return not self.relaxes or (harmless and self.solved == self.cubes)


def safety(
    progress: Progress,
    kept: Kept,
    cubes: Cubes = 5,
    runs: Annotated[int, Option("Number of interrupted runs of each kind.", WholeNumber(1))] = 100,
    plans: Annotated[int, Option("Number of plans of each kind.", WholeNumber(1))] = 500,
    stalled: Annotated[int, Option("Number of cubes a rig with a stall.", WholeNumber(1))] = 200,
    seed: Seed = 0,
    processes: Processes = CORES,
    board: Annotated[
        Path, Option("Program of an Uno, as `make -C firmware tests` builds it.", FILE)
    ] = BOARD,
    quick: Annotated[bool, Option("Fewer cubes and servos.")] = False,
) -> Iterator[JawTrial | Criterion | NotMeasured | stalls.Stalls]:
    """Ask and jog the servos of each board; hold a cube for ten minutes and do whole jobs with
    servos of several stiffnesses, with rigid jaws and such that give way; then hold it with servos
    drawn from the ranges of a DS3218. Interrupt runs by a stall behind a weak supply, a brown-out,
    the end of the host's process and a pulled cable, and resume them. Make plans at several paces,
    and let turns jam before a camera.

    With --quick there are fewer cubes and servos. The exit status is 1 if jaws that relax at rest
    burn a servo or drop a cube, or if a figure is larger than wanted.
    """
    work = Work(processes, progress, kept)
    yield from jogs(board)
    cubes, draws = (_QUICK_CUBES, _QUICK_DRAWS) if quick else (cubes, _DRAWS)
    jobs = [
        (stiffness, newtons, relaxes, cubes, seed)
        for stiffness in STIFFNESSES
        for newtons in (RIGID_NEWTONS_PER_MM, USUAL_CONTACT.newtons_per_mm)
        for relaxes in (False, True)
    ]
    words = f"stiffness, {cubes} cubes from seed {seed}, job"
    trials = work.results(words, JawTrial, _try, dict(enumerate(jobs)))
    yield from trials
    usual = [each for each in trials if each.jaws == _GIVE_WAY and each.stiffness <= 6]
    yield Criterion.at_most(
        "load 0.5 s after closing, stiffness 3° to 6°", max(each.load for each in usual), 0.35
    )
    yield Criterion.at_most(
        "heat after ten minutes, stiffness 3° to 6°", max(each.heat for each in usual), 0.6
    )
    yield Criterion.at_most(
        "cubes dropped in jobs, stiffness 3° to 6°", sum(each.drops for each in usual), 0
    )
    seeds = range(seed, seed + draws)
    holds = work.results("servos", Hold, _hold_drawn, {number: number for number in seeds}, 4)
    burnt = sum(each.out_after is not None for each in holds)
    yield Criterion.at_most(f"of {draws} drawn servos, burnt in ten minutes' hold", burnt, 0)
    fell = sum(each.fell for each in holds)
    yield Criterion.at_most(f"of {draws} drawn servos, cubes that fell", fell, 0)

    yield from supply_figures()
    yield from interruptions(_QUICK_RUNS if quick else runs, seed, work)
    yield from plan_figures(_QUICK_PLANS if quick else plans, seed, work)
    yield from cubotino_figures(seed)
    for rig in stalls.USUAL_RIGS:
        tried = stalls.measure(rig, _QUICK_CUBES if quick else stalled, seed, work)
        yield from stalls.Stalls.of(rig, tried)


_RIGID, _GIVE_WAY = "rigid", "give way"


def supply_figures() -> Iterator[Criterion]:
    """Yield what servos that jump leave of 5 V behind a USB adapter and its cable (0.5 ohm)."""
    together = _lost_volts(0.0)
    one_by_one = _lost_volts(NEXT_ENABLE_SECONDS)
    # An Uno that shares the supply bears no more.
    most = _WEAK_SUPPLY.volts - BROWN_OUT_VOLTS
    yield Criterion.at_most("volts lost while servos are enabled one by one", one_by_one, most)
    yield Criterion.at_most("of these, of all that four at once lose", one_by_one / together, 0.6)


def _lost_volts(gap: float) -> float:
    """Return how many volts four servos lose that jump 60 degrees, each `gap` seconds later."""
    servos = PoweredServos(HOBBY_SERVO, (0.0,) * 4, _WEAK_SUPPLY)
    servos.follow((None,) * 4, 0.0)
    least = _WEAK_SUPPLY.volts
    for tick in range(1, 100):
        now = tick * _PULSE_SECONDS
        targets = [60.0 if now > number * gap else None for number in range(4)]
        servos.follow(targets, now)
        least = min(least, servos.lowest_volts)
    return _WEAK_SUPPLY.volts - least


@dataclass(frozen=True, slots=True)
class Hold:
    """What ten minutes' hold by one gripper did: see `JawTrial`."""

    load: float
    heat: float
    out_after: float | None
    fell: bool


def hold(
    servo: ServoModel, jaws: JawContact, forces: Forces | None = None, *, relaxes: bool
) -> Hold:
    """Return what happens when one gripper of a robot holds a cube alone for ten minutes."""
    rig, clock = load_rig(DEFAULT_RIG), VirtualClock()
    state = PhysicalState.at_home(rig.home, Cube.solved())
    robot = ServoMechanics(rig, clock, state, servo, jaws, forces=forces or Forces())
    servos = RampServos(rig, clock, robot, resting_opening=jaws.resting_opening)
    first, second = rig.grippers
    for command in (Grip(((first, OPEN),)), Grip(((first, CLOSED),))):
        _execute(servos, clock, command)
    clock.sleep(_HALF_A_SECOND)
    servos.advance()
    number = len(rig.axes)
    load = robot.loads()[number]
    # A turned wrist: nobody's hand is under the cube.
    for alone in (Grip(((second, OPEN),)), Move(((first, 90),))):
        _execute(servos, clock, alone)
    if relaxes:
        servos.relax()
    began, out_after = clock.now(), None
    while clock.now() - began < _HOLD_SECONDS:
        clock.sleep(_LOOK_SECONDS)
        servos.advance()
        if out_after is None and any(each.kind == OVERHEATED for each in robot.accidents):
            out_after = clock.now() - began
    heat = robot.heat()[number] if out_after is None else 1.0
    return Hold(load, heat, out_after, robot.state().dropped)


def _execute(servos: RampServos, clock: VirtualClock, command: Grip | Move) -> None:
    servos.start(command)
    while servos.poll() is None:
        wake = servos.next_wakeup()
        assert wake is not None
        clock.sleep(wake - clock.now())


def _hold_drawn(seed: int) -> Hold:
    """Return a hold by a servo, jaws and a cube that are drawn from their ranges."""
    rng = Random(f"{seed} safety")
    servo = drawn_servo(USUAL_SERVO, rng)
    jaws = replace(USUAL_CONTACT, newtons_per_mm=rng.uniform(*_NEWTONS_PER_MM))
    forces = Forces(cube=USUAL_CUBE.with_friction_drawn(rng))
    return hold(servo, jaws, forces, relaxes=True)


def _try(job: tuple[float, float, bool, int, int]) -> JawTrial:
    stiffness, newtons, relaxes, cubes, seed = job
    servo = replace(HOBBY_SERVO, full_drive_error=stiffness)
    jaws = replace(USUAL_CONTACT, newtons_per_mm=newtons)
    held = hold(servo, jaws, relaxes=relaxes)
    solved = drops = 0
    hottest = 0.0
    for number in range(seed, seed + cubes):
        rest = REST_SECONDS if relaxes else 0.0
        virtual = VirtualRobot(number, servo=servo, jaws=jaws, rest=rest)
        with (
            TemporaryDirectory() as folder,
            Journal(Path(folder) / "run.jsonl") as journal,
            virtual,
        ):
            result, _ = virtual.do_job(virtual.scanner(), journal)
            virtual.wait_until_still()
        robot = virtual.robot
        solved += result.solved and robot.state().is_solved()
        drops += any(each.kind == DROPPED for each in robot.accidents)
        hottest = max(hottest, *robot.heat())
    name = _RIGID if newtons == RIGID_NEWTONS_PER_MM else _GIVE_WAY
    return JawTrial(
        stiffness,
        name,
        relaxes,
        held.load,
        held.heat,
        held.out_after,
        held.fell,
        cubes,
        solved,
        drops,
        hottest,
    )
