"""Whether a robot can hurt itself: what its jaws, servos and supply do over the ranges of servos.

Nobody has measured how stiff a DS3218 is, so that everything is stated for several stiffnesses (the
error, in degrees, at which a servo gives all of its torque). The robot's clock is virtual.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Annotated

from benchmarks.harness.kept import Kept
from benchmarks.harness.options import CORES, Cubes, Option, Processes, Seed
from benchmarks.harness.progress import Progress
from benchmarks.harness.records import Criterion, Record, column, not_shown
from benchmarks.harness.work import Work
from benchmarks.robot.paced_plans import plan_figures
from benchmarks.support.pulse_recorder import (
    EmulatedMaestroBoard,
    PlainBoard,
    PulsedBoard,
    PulseRecorder,
)
from benchmarks.support.scripted_person import (
    FIRST_TOUCH,
    PERSONS,
    Person,
    PlainJaws,
    PlainRobot,
)
from benchmarks.support.simulated_job import VirtualRobot
from firmware_sim.physics.cube_forces import USUAL_CUBE, USUAL_FORCES, Forces
from firmware_sim.physics.jaws import (
    JAW_NEWTONS_PER_MM,
    RIGID_NEWTONS_PER_MM,
    JawContact,
    JawPulses,
)
from firmware_sim.physics.powered_servos import PoweredServos, Supply
from firmware_sim.physics.servo import HOBBY_SERVO, ServoModel, drawn_servo
from firmware_sim.physics.servo_heat import OVERHEATED
from firmware_sim.physics.servo_mechanics import BROWN_OUT_VOLTS
from firmware_sim.physics.state import DROPPED
from robot.execution.journal import Journal
from robot.rigs.actuators import REST_SECONDS
from robot.rigs.command import JOG_SPEED, Enable, Jog
from robot.rigs.registry import DEFAULT_RIG, load_rig
from robot.rigs.servo_presets import SERVO_PRESETS
from robot.servos.drive_servos import NEXT_ENABLE_SECONDS
from rokumen.cli.parameters import WholeNumber
from rokumen.setup.cube import holding_alone

_ACTUATORS = load_rig(DEFAULT_RIG).actuators
# From its first pulse, and there and back, in microseconds.
_FIRST_PULSE, _STEP = 1500, 900
_ASK_SECONDS = 0.5
# 15 degrees is what was simulated before there were figures.
STIFFNESSES = (3.0, 4.0, 5.0, 6.0, 15.0)
_HOLD_SECONDS, _HALF_A_SECOND = 600.0, 0.5
# How often heat is looked at while jaws hold, in seconds.
_LOOK_SECONDS = 2.0
# Printed jaws, horn and cube together: an estimate.
_NEWTONS_PER_MM = (5.0, 20.0)
# Where jaws meet the cube, in parts of their travel, so that each person has to find it; and how
# far they must open from there to be free of it.
_CONTACT_OPENINGS, _FREE = (0.02, 0.2), 0.165
_JAWS = JawContact(contact_opening=0.05, drag_range=_FREE)
# How long both grippers, and then each alone, hold the cube of a robot that a person has set up.
_BOTH_SECONDS, _ALONE_SECONDS = 5.0, 60.0
# Some SG90 are too weak to hold a smooth cube alone, which the setup says: a share of all robots.
_TOO_WEAK = 0.05
_WEAK_SUPPLY, _PULSE_SECONDS = Supply(5.0, 0.5), 0.02
_QUICK_CUBES, _QUICK_DRAWS, _DRAWS = 1, 20, 200
_QUICK_PLANS = 1


@dataclass(frozen=True, slots=True)
class JawTrial(Record):
    """Two grippers of one stiffness, set up by a person who stops at the first touch.

    They hold for ten minutes, and do whole jobs.

    `load`: share of the whole drive half a second after closing; `heat`: 1 burns a servo;
    `out_after`: seconds until one burns, None if none does. The hold is of one gripper alone.
    """

    key = "stiffness"
    title = "jaws that hold a cube, by the stiffness of their servos"
    caption = (
        "stiffness: degrees from its place at which a servo gives all of its torque; load and "
        "heat: of one gripper that holds alone, set up at the first touch"
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
    plans: Annotated[int, Option("Number of plans of each kind.", WholeNumber(1))] = 500,
    seed: Seed = 0,
    processes: Processes = CORES,
    quick: Annotated[bool, Option("Fewer cubes and servos.")] = False,
) -> Iterator[JawTrial | Criterion]:
    """Ask and jog the servos of each board; hold a cube for ten minutes and do whole jobs with
    servos of several stiffnesses, with rigid jaws and such that give way; then hold it with servos
    of each kind, drawn from their ranges, which persons have set up who stop at the first touch,
    too early and too late. Make plans at several paces. What whole jobs bear is measured by `jobs`.

    With --quick there are fewer cubes and servos. The exit status is 1 if jaws that relax at rest
    burn a servo or drop a cube, or if a figure is larger than wanted.
    """
    work = Work(processes, progress, kept)
    yield from jogs()
    cubes, draws = (_QUICK_CUBES, _QUICK_DRAWS) if quick else (cubes, _DRAWS)
    jobs = [
        (stiffness, newtons, relaxes, cubes, seed)
        for stiffness in STIFFNESSES
        for newtons in (RIGID_NEWTONS_PER_MM, JAW_NEWTONS_PER_MM)
        for relaxes in (False, True)
    ]
    words = f"stiffness, {cubes} cubes from seed {seed}, job"
    trials = work.results(words, JawTrial, _try, dict(enumerate(jobs)))
    yield from trials
    usual = [each for each in trials if each.jaws == _GIVE_WAY and each.stiffness <= 6]
    yield Criterion.at_most(
        "load 0.5 s after closing, stiffness 3° to 6°", max(each.load for each in usual), 0.5
    )
    yield Criterion.at_most(
        "heat after ten minutes, stiffness 3° to 6°", max(each.heat for each in usual), 0.6
    )
    yield Criterion.at_most(
        "cubes dropped in jobs, stiffness 3° to 6°", sum(each.drops for each in usual), 0
    )
    yield from rest_figures(draws, seed, work)
    yield from supply_figures()
    yield from plan_figures(_QUICK_PLANS if quick else plans, seed, work)


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
class Rest:
    """Whether a robot that a person has set up dropped its cube at rest.

    `trials`: how often the cube fell in the setup, before the jaws were closed far enough; None
    where no place held it.
    """

    trials: int | None
    fell: bool


def rest_figures(draws: int, seed: int, work: Work) -> Iterator[Criterion]:
    """Yield how many cubes fell at rest from robots of each kind of servo, by who set them up."""
    jobs = [(person, number) for person in PERSONS for number in range(seed, seed + draws)]
    words = f"rest, {draws} robots from seed {seed}"
    rests = work.results(words, Rest, hold_at_rest, dict(enumerate(jobs)), 4)
    for number, person in enumerate(PERSONS):
        own = rests[number * draws : (number + 1) * draws]
        who = f"of {draws} robots set up {person.name}"
        yield Criterion.at_most(f"{who}, cubes that fell at rest", sum(e.fell for e in own), 0)
        held = sum(each.trials is not None for each in own)
        yield Criterion.at_most(f"{who}, that held no cube", draws - held, _TOO_WEAK * draws)


def hold_at_rest(job: tuple[Person, int]) -> Rest:
    """Return what a robot drawn by a number does at rest that a person has set up.

    Both grippers hold the cube, then each alone with its jaws at the sides.
    """
    person, number = job
    rng = Random(f"{number} rest")
    kinds = tuple(SERVO_PRESETS)
    servo = replace(
        drawn_servo(kinds[number % len(kinds)], rng),
        full_drive_error=rng.uniform(STIFFNESSES[0], STIFFNESSES[-1]),
    )
    jaws = JawContact(rng.uniform(*_CONTACT_OPENINGS), _FREE, rng.uniform(*_NEWTONS_PER_MM))
    workshop = PlainJaws(servo, jaws, Forces(cube=USUAL_CUBE.with_friction_drawn(rng)))
    found = workshop.set_up(person)
    if found is None:
        return Rest(None, fell=False)
    robot = workshop.robot(found.pulses)
    robot.close()
    robot.rest(_BOTH_SECONDS)
    held = not robot.mechanics.state().dropped and all(
        robot.holds_alone(name, _ALONE_SECONDS) for name in robot.rig.grippers
    )
    return Rest(found.falls, fell=not held)


@dataclass(frozen=True, slots=True)
class Hold:
    """What ten minutes' hold by one gripper did: see `JawTrial`."""

    load: float
    heat: float
    out_after: float | None
    fell: bool


def hold(servo: ServoModel, jaws: JawContact, pulses: JawPulses, *, relaxes: bool) -> Hold:
    """Return what happens when one gripper of a robot holds a cube alone for ten minutes."""
    robot = PlainRobot(servo, jaws, USUAL_FORCES, pulses)
    first, _ = robot.rig.grippers
    robot.close()
    robot.wait(_HALF_A_SECOND)
    number = len(robot.rig.axes)
    load = robot.mechanics.loads()[number]
    for command in holding_alone(robot.rig, first):
        robot.execute(command)
    if relaxes:
        robot.servos.relax()
    began, out_after = robot.clock.now(), None
    while robot.clock.now() - began < _HOLD_SECONDS:
        robot.wait(_LOOK_SECONDS)
        if out_after is None and any(each.kind == OVERHEATED for each in robot.mechanics.accidents):
            out_after = robot.clock.now() - began
    heat = robot.mechanics.heat()[number] if out_after is None else 1.0
    return Hold(load, heat, out_after, robot.mechanics.state().dropped)


def _try(job: tuple[float, float, bool, int, int]) -> JawTrial:
    stiffness, newtons, relaxes, cubes, seed = job
    servo = replace(HOBBY_SERVO, full_drive_error=stiffness)
    jaws = replace(_JAWS, newtons_per_mm=newtons)
    found = PlainJaws(servo, jaws, USUAL_FORCES).set_up(FIRST_TOUCH)
    assert found is not None
    held = hold(servo, jaws, found.pulses, relaxes=relaxes)
    solved = drops = 0
    hottest = 0.0
    for number in range(seed, seed + cubes):
        rest = REST_SECONDS if relaxes else 0.0
        virtual = VirtualRobot(number, servo=servo, jaws=jaws, rest=rest, pulses=found.pulses)
        with (
            TemporaryDirectory() as folder,
            Journal(Path(folder) / "run.jsonl") as journal,
            virtual,
        ):
            result = virtual.do_job(virtual.scanner(), journal)
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


def jogs() -> Iterator[Criterion]:
    """Yield for each board how many servos a question moves, and its fastest jog."""
    boards: dict[str, Callable[[], PulsedBoard]] = {
        "emulated Maestro": EmulatedMaestroBoard,
        "plain simulator": PlainBoard,
    }
    for name, make in boards.items():
        recorder = PulseRecorder(make())
        yield Criterion.at_most(f"servos that a question moves, {name}", _asked(recorder), 0)
        yield Criterion.at_most(f"fastest jog, {name} (µs/s)", _fastest(recorder), JOG_SPEED)


def _asked(recorder: PulseRecorder) -> int:
    """Return how many servos get another pulse by a question: without power, and then with it."""
    moved = set()
    for is_on in (False, True):
        for kind, name in _ACTUATORS:
            if is_on:
                recorder.enable(Enable(kind, name, _FIRST_PULSE))
        before = recorder.board.pulses()
        for number, (kind, name) in enumerate(_ACTUATORS):
            told = recorder.board.servos.pulse(kind, name)
            recorder.wait(_ASK_SECONDS)
            now = recorder.board.pulses()[number]
            if now != before[number] or told != round(now or 0):
                moved.add(number)
    return len(moved)


def _fastest(recorder: PulseRecorder) -> int:
    """Return the highest speed of jogs of servos that have power, in microseconds a second."""
    recorder.recorded.clear()
    for kind, name in _ACTUATORS:
        for step in (_STEP, -_STEP):
            recorder.jog(Jog(kind, name, step))
    return round(max(recorder.fastest(number) for number in range(len(_ACTUATORS))))
