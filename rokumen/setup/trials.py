"""The last steps of the setup: timings, conformance, the first turn, the first solve."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import replace

import rokumen
from files.wording import counted
from robot.rigs.command import wrist_words
from robot.rigs.motion_profile import USUAL_ACCELERATION_SECONDS
from robot.rigs.registry import load_rig
from robot.rigs.rig import PUBLISHED, Rig
from robot.rigs.servo_presets import SERVO_PRESETS
from robot.rigs.servo_speeds import Servos, SpeedTable
from rokumen.jobs.calibrate_grippers import GripperMeasurement
from rokumen.setup.angles import angles_again
from rokumen.setup.cube import put_in, take_out
from rokumen.setup.screen import AGAIN, OK, Choice, Dialogue, Screen
from rokumen.setup.tools import Tools
from rokumen.show.table_progress import describe_building
from rokumen.storage.robots import RobotFile, load_robot, save_changes
from solver.engines.registry import prepare

FIRST_TURN = "R"
# The answer of who has measured their servos.
_MEASURED = "measured"
# The fewer turns, the less can go wrong the first time.
_FIRST_METHOD = "two-phase"
# The title of the last screen.
SOLVED = "Your robot solves cubes"
# How often is said how far its tables are built, in seconds.
_WORDS_SECONDS = 1.0
# How long servos without feedback are given to arrive, in seconds, unless the user knows better.
_SETTLE = 0.15
_SKIP = Choice("skip", "Leave this out")
# So many broken rules may as well be the fault of a computer whose answers come late.
_SEVERAL = 3
_SLOW_COMPUTER = (
    "A slow or busy computer breaks rules of time, too: end other programs, and try again."
)
_OF_DRIVE = (
    "Take the cube out, and switch the servos' supply off; take the horns off servos that cannot "
    "answer without it. The first two servos jump to the middle of their range, and all lose their "
    "power. It takes one or two minutes."
)
# A wrist can be set nearer to its place by eye, in degrees.
_DOUBTFUL_DEGREES = 2.0
_KEEP = Choice("keep", "Keep it")
_LOOK = Choice("look", "Look once more")
_RELEASE = Choice("release", "Open the grippers: hold the cube")


def timings(robot: RobotFile, tools: Tools) -> Dialogue:
    """Ask how fast the servos shall go, and measure how long each motion takes."""
    if robot.has_drive:
        robot = save_changes(robot, (yield from _speed(robot)))
    while True:
        answer = yield Screen(
            "Each motion is made three times now",
            "Layers of the cube turn. Ctrl-C stops.",
            (Choice("ok", "Start"), _SKIP),
        )
        if answer == _SKIP.key:
            return robot
        measured = tools.measure(replace(robot, durations={}, settling={}))
        # A drive's wrists were corrected in the file meanwhile.
        robot = replace(
            load_robot(robot.name) if robot.done else robot,
            durations=measured.profile.durations,
            settling=measured.profile.settling.by_kind,
        )
        doubtful = _doubtful_wrists(measured)
        if doubtful:
            choices = (_LOOK, _KEEP) if robot.has_drive else (_KEEP,)
            answer = yield _disagreement(doubtful, choices)
            if answer == _LOOK.key:
                robot = yield from _look_again(robot, tools, doubtful)
                continue
        answer = yield Screen(
            "All motions are measured",
            choices=(OK, AGAIN),
            lines=_measured_lines(measured),
        )
        if answer == OK.key:
            return robot


def _doubtful_wrists(measured: GripperMeasurement) -> dict[str, float]:
    """Return the degrees between where the camera saw wrists and their places, such as `L +90`."""
    off = {place: at - float(place.split()[1]) for place, at in measured.seen.items()}
    return {place: by for place, by in off.items() if abs(by) > _DOUBTFUL_DEGREES}


def _disagreement(doubtful: Mapping[str, float], choices: tuple[Choice, ...]) -> Screen:
    """Return the screen that shows which wrists the camera sees elsewhere."""
    furthest = max(doubtful, key=lambda place: abs(doubtful[place]))
    return Screen(
        f"The camera says that the {wrist_words(furthest)} is {abs(doubtful[furthest]):.0f}° off",
        "It looked right. A few degrees more, and its layer makes the others jam.",
        choices=choices,
        lines=tuple(
            f"{wrist_words(place)}: the camera sees it at {float(place.split()[1]) + by:+.1f}°"
            for place, by in doubtful.items()
        ),
    )


def _look_again(robot: RobotFile, tools: Tools, doubtful: Iterable[str]) -> Dialogue:
    """Take the cube out, jog the doubtful wrists once more, and put the cube in again."""
    yield from take_out(robot, tools)
    labels = {f"axis:{wrist} {int(to)}" for wrist, to in map(str.split, doubtful)}
    robot = yield from angles_again(robot, tools, labels)
    yield from put_in(robot, tools)
    return robot


def _measured_lines(measured: GripperMeasurement) -> tuple[str, ...]:
    """Return the seconds of each motion, and which pulses of a Maestro were corrected."""
    seconds = (
        f"{name.replace('_', ' ')}: {each:.2f} s"
        for name, each in measured.profile.durations.items()
    )
    corrected = (
        f"{wrist_words(place)}: {after:g} µs, was {before:g}, as the camera saw it"
        for place, (before, after) in measured.pulses.items()
    )
    return (*seconds, *corrected)


def _speed(robot: RobotFile) -> Dialogue:
    """Ask which servos move the robot, for their pace, and for how long they need to arrive."""
    rig = load_rig(robot.rig)
    moved_by = (yield from _moved_by(robot, rig)) if rig.travels else robot.moved_by
    pace = yield from _number(
        "How fast shall the servos go?",
        "1 is the speed of these servos. Begin with 1, and raise it when all runs well.",
        "Pace",
        robot.pace,
        (0.1, 20),
    )
    settle = yield from _number(
        "How long do the servos need to arrive?",
        "In seconds, after their last pulse, before a motion that touches what they have moved. "
        f"{_SETTLE:g} suits most hobby servos.",
        "Seconds",
        robot.settle if "timings" in robot.done else _usual_settle(moved_by),
        (0, 2),
    )
    overlap = (yield from _overlap(robot, rig)) if rig.can_overlap else False
    return replace(robot, moved_by=moved_by, overlap=overlap, pace=pace, settle=settle)


def _overlap(robot: RobotFile, rig: Rig) -> Generator[Screen, str, bool]:
    """Ask whether motions may overlap; an empty answer keeps what is stored, or what jaws can."""
    together = Choice("together", "Motions overlap: there is so much air")
    single = Choice("single", "One motion after the other: something is near")
    keeps_apart = robot.overlap is False
    answer = yield Screen(
        "May motions overlap?",
        "A wrist begins to turn when its jaws are half open (three quarters where they do not draw "
        "back), and the other gripper may turn the cube meanwhile. Look at a gripper that is half "
        "open, and turn its wrist by hand, without power: between it and the cube, the other "
        "gripper and all cables there must be a finger's breadth of air.",
        (single, together) if keeps_apart else (together, single),
    )
    return answer != single.key


def _usual_settle(moved_by: Servos | None) -> float:
    """Return how long servos need to arrive, by the model of those that are known."""
    preset = SERVO_PRESETS.get(moved_by) if isinstance(moved_by, str) else None
    return _SETTLE if preset is None else preset.settling


def _moved_by(robot: RobotFile, rig: Rig) -> Generator[Screen, str, Servos]:
    """Ask for the servos by which motions take their time: a known kind, or measured ones."""
    kept = robot.moved_by
    known = tuple(
        Choice(name, f"{each.no_load_speed.value:g}°/s without load, at {each.volts:g} V")
        for name, each in SERVO_PRESETS.items()
    )
    others = (
        Choice(_MEASURED, "Others, whose speed you have measured"),
        Choice(PUBLISHED, "None of these: about a second for each motion"),
    )
    alert, choices = "", (*known, *others)
    while True:
        answer = yield Screen(
            "Which servos move it?",
            "Each motion takes its time by them. Wrists turn at half pace until the robot has "
            "solved a cube.",
            choices=choices,
            entry="Servos",
            default=kept if isinstance(kept, str) else _MEASURED if kept else rig.usual_servos,
            alert=alert,
        )
        if answer == _MEASURED:
            break
        if answer.lower() in [each.key for each in choices]:
            return answer.lower()
        alert = f"{answer!r} is none of these."
    speed = yield from _number(
        "How fast do they turn without load?",
        "In degrees a second: time a turn of 180 degrees without a cube.",
        "Degrees a second",
        SERVO_PRESETS["ds3218"].speed.degrees_per_second,
        (10, 5000),
    )
    acceleration = yield from _number(
        "In how many seconds do they come to this speed?",
        "0.1 suits most hobby servos.",
        "Seconds",
        USUAL_ACCELERATION_SECONDS,
        (0.001, 1),
    )
    return dict.fromkeys(("axes", "grippers"), SpeedTable(speed, acceleration))


def conformance(robot: RobotFile, tools: Tools) -> Dialogue:
    """Test the robot's electronics against their rules, and put the cube in again."""
    if not robot.has_drive:
        return robot
    answer = yield Screen(
        "Test the electronics",
        _OF_DRIVE,
        (Choice("ok", "The cube is out: start"), _SKIP),
    )
    if answer == _SKIP.key:
        return robot
    while broken := _broken_rules(robot, tools):
        words = _SLOW_COMPUTER if len(broken) >= _SEVERAL else ""
        title = "The robot does not keep every rule"
        if (yield Screen(title, words, (OK, AGAIN), lines=broken)) == OK.key:
            break
    else:
        yield Screen("The robot keeps every rule", choices=(OK,))
    yield Screen("Switch the servos' supply on again", choices=(OK,))
    if load_rig(robot.rig).loading_commands(load_rig(robot.rig).home):
        yield from put_in(robot, tools)
    return robot


def _broken_rules(robot: RobotFile, tools: Tools) -> tuple[str, ...]:
    """Return the rules that the robot breaks, each with how, while they are told one by one."""
    broken = []
    for number, result in enumerate(tools.check_conformance(robot), 1):
        tools.say(f"rule {number}: {result.rule}")
        if not result.passed:
            broken.append(f"{result.rule}: {result.violation}")
    return tuple(broken)


def first_turn(robot: RobotFile, tools: Tools) -> Dialogue:
    """Turn the right face, and let the camera see it."""
    yield Screen(
        f"The first turn: {FIRST_TURN}",
        "The camera reads the cube, the right face turns by a quarter, the camera reads it again, "
        "and the face turns back.",
        (Choice("ok", "Start"),),
    )
    with tools.connected(robot) as connected:
        while True:
            tools.say("the camera reads the cube")
            before = connected.scan(robot.camera or None).cube
            tools.say(f"the turn {FIRST_TURN}")
            connected.run(rokumen.plan(FIRST_TURN, rig=connected.rig))
            tools.say("the camera reads it again")
            after = connected.scan(robot.camera or None).cube
            if after == before.apply(FIRST_TURN):
                break
            yield Screen(
                "The camera did not see this turn",
                "A layer slipped, or another one turned too. Look how the cube is held.",
                (AGAIN,),
            )
        connected.run(rokumen.plan(f"{FIRST_TURN}'", rig=connected.rig))
    yield Screen("The camera saw the turn, and no other one", choices=(OK,))
    return _as_stored(robot)


def first_solve(robot: RobotFile, tools: Tools) -> Dialogue:
    """Solve the cube that the robot holds."""
    yield Screen(
        "The first solve",
        "If the cube is solved, take it out and scramble it before. Keep a finger at the switch of "
        "the servos' supply. Ctrl-C stops.",
        (Choice("ok", "Start"),),
    )
    prepare(_FIRST_METHOD, describe_building(_FIRST_METHOD, tools.say, _WORDS_SECONDS))
    with tools.connected(robot) as connected:
        tools.say("scanning, solving and turning")
        result = connected.solve_cube(robot.camera or None, method=_FIRST_METHOD)
        answer = yield Screen(
            SOLVED,
            f"{counted(result.htm, 'turn')}. Everything is stored as {robot.name!r}: "
            f"rokumen run --robot {robot.name}",
            (_RELEASE, Choice("keep", "Keep the cube")),
        )
        if answer == _RELEASE.key:
            connected.release()
    return _as_stored(robot)


def _as_stored(robot: RobotFile) -> RobotFile:
    """Return the robot with the places of its cameras that a scan has stored meanwhile."""
    return replace(robot, places=load_robot(robot.name).places)


def _number(
    title: str, lead: str, entry: str, default: float, limits: tuple[float, float]
) -> Generator[Screen, str, float]:
    """Ask for a number within limits."""
    low, high = limits
    alert = ""
    while True:
        answer = yield Screen(title, lead, entry=entry, default=f"{default:g}", alert=alert)
        try:
            number = float(answer)
        except ValueError:
            number = float("nan")
        if low <= number <= high:
            return number
        alert = f"{answer!r} is not a number from {low:g} to {high:g}."
