"""Measure the duration of each motion of a rig and its reported wrist angles, and store them.

Only commands that the rig's description allows are sent, so that no limit is exceeded; a motion
that does not end where it should ends the measurement, and the grippers stay as they are.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain
from pathlib import Path
from statistics import fmean
from typing import Protocol

import numpy as np

from calibration.errors import CalibrationFileError, GripperCalibrationError
from files.access import replace_text
from files.toml_writing import table_text
from files.wording import reason
from robot.rigs.command import Arrival, Command, Grip, Home, Move, Pose, axis_name, command_words
from robot.rigs.durations import (
    ANGLES,
    CAUTIOUS,
    MAX_SETTLING_SECONDS,
    NO_SETTLING,
    SETTLING,
    SettlingTimes,
    kinds,
    with_durations,
)
from robot.rigs.rig import FaceTurn, Rig, Step, all_durations

# How far from its detent a wrist may stop (degrees): a layer farther off jams its neighbours.
MAX_ANGLE_ERROR = 5.0
# How much faster or slower than described a motion may be; otherwise it is another rig.
MAX_TIME_RATIO = 8.0
MAX_MOTIONS = 400
DIFFERENCE_STEP = 1e-3  # seconds


class MotionLink(Protocol):
    """The part of a link to a robot that is needed here."""

    def execute(self, command: Command, /) -> Arrival:
        """Execute a motion and wait for its end."""


@dataclass(frozen=True, slots=True)
class TimedMotion:
    """A motion that was made from a pose, its seconds, and the pose that the robot reports.

    `settling`: the seconds in which something still moved after the robot had reported its end,
    None where that is not known.
    """

    start_pose: Pose
    step: Step
    seconds: float
    end_pose: Pose
    settling: float | None = 0.0

    def angles(self, rig: Rig) -> Mapping[str, float]:
        """Return the angles of the axes before the motion."""
        return dict(zip(rig.axes, self.start_pose.angles, strict=True))


@dataclass(frozen=True, slots=True)
class RigProfile:
    """Results measured of a rig.

    `durations`: seconds by the names of the rig's own; `angles`: where each wrist stops (degrees),
    by axis and detent, such as `L +90`; `motions`: how many were made; `settling`: the longest
    time (seconds) that the servos needed to arrive, by kind of motion. Durations contain it.
    """

    rig: str
    durations: Mapping[str, float]
    angles: Mapping[str, float]
    motions: int
    settling: SettlingTimes = NO_SETTLING


def measure_motions(
    link: MotionLink,
    rig: Rig,
    repeats: int = 3,
    on_progress: Callable[[int], None] = lambda _: None,
    wait_until_still: Callable[[], float | None] = lambda: 0.0,
) -> RigProfile:
    """Make every motion of a rig `repeats` times, go home, and return the measured profile.

    `on_progress` is called with the number of motions made so far. `wait_until_still` is called
    after each and returns for how many seconds something still moved, or None where that could not
    be seen.
    Raises a MotionError if one does not end as commanded, and GripperCalibrationError if one does
    not end at its detent or takes far too long, before the next one begins.
    """
    link.execute(Home())
    wait_until_still()
    timed: list[TimedMotion] = []
    for before, step in exercise_steps(rig, repeats):
        arrival = link.execute(step.command)
        timed.append(TimedMotion(before, step, arrival.seconds, arrival.pose, wait_until_still()))
        _check_motion(rig, timed[-1])
        on_progress(len(timed))
    for command in rig.homing_commands(timed[-1].step.after if timed else rig.home):
        link.execute(command)
        wait_until_still()
    settling = _longest_settling(rig, timed)
    arrived = [
        replace(each, seconds=each.seconds + settling.after(each.step.command, each.angles(rig)))
        for each in timed
    ]
    return RigProfile(
        rig.name,
        fit_durations(rig, arrived),
        _mean_stop_angles(rig, timed),
        len(timed),
        settling,
    )


def _longest_settling(rig: Rig, timed: Sequence[TimedMotion]) -> SettlingTimes:
    """Return the longest settling time of each kind of motion, none where nothing settled.

    A kind that was never seen to settle may take as long as the longest of the others.
    """
    longest: dict[str, float] = {}
    for each in timed:
        for kind in kinds(each.step.command, each.angles(rig)):
            longest.setdefault(kind, -1.0)
            if each.settling is not None:
                longest[kind] = max(longest[kind], each.settling)
    most = max(longest.values(), default=0.0)
    unknown = most if most >= 0 else CAUTIOUS.others
    known = {kind: unknown if time < 0 else time for kind, time in longest.items()}
    return SettlingTimes({kind: round(time, 3) for kind, time in known.items() if time})


def exercise_steps(rig: Rig, repeats: int) -> Iterator[tuple[Pose, Step]]:
    """Yield steps that the rig allows, from home on, with the pose before each.

    What was made the least comes first, until each place that came up has been gone to, and each
    motion that takes the same durations has been made, `repeats` times. Where a cube has play it is
    let go between two turns of a layer, as in a plan: their play would add up.
    """
    pose, turned = rig.home, frozenset[str]()
    made: Counter[tuple[object, ...]] = Counter()
    for _ in range(MAX_MOTIONS):
        steps = {_motion_keys(rig, pose, step): step for step in rig.steps(pose)}
        made.update(dict.fromkeys(chain.from_iterable(steps), 0))
        if min(made.values()) >= repeats:
            return
        keys = min(steps, key=lambda each: sorted(made[key] for key in each))
        made.update(keys)
        adds_up = rig.servo_travel.play > 0 and bool(turned & _turned_by(steps[keys]))
        for step in (*(_let_go(rig, pose) if adds_up else ()), steps[keys]):
            yield pose, step
            pose = step.after
        turned = _turned_by(steps[keys])


def _turned_by(step: Step) -> frozenset[str]:
    """Return the axes that turn a layer in a step."""
    return frozenset(each.axis for each in step.effects if isinstance(each, FaceTurn))


def _let_go(rig: Rig, pose: Pose) -> tuple[Step, ...]:
    """Return the steps of a gripper that lets the cube go and takes it again, if one may."""
    for away in rig.steps(pose):
        for back in rig.steps(away.after):
            if back.after == pose and isinstance(back.command, Grip) and not away.effects:
                return away, back
    return ()


def fit_durations(rig: Rig, timed: Sequence[TimedMotion]) -> dict[str, float]:
    """Return the durations (seconds) that fit the measured times best (least squares, none < 0).

    The time of a motion is a sum of durations. How often each counts is found by lengthening and
    shortening it a little. Where several actuators move at once, only the longest duration counts;
    such a motion says nothing about the others and is left out.
    """
    # Only here: the import takes half a second, which every run would wait for.
    from scipy.optimize import nnls

    names = duration_names(rig)
    clear = [
        (row, each.seconds)
        for each in timed
        if (row := duration_counts(rig, each.start_pose, each.step))
    ]
    parts = np.array([row for row, _ in clear])
    seconds, _ = nnls(parts, np.array([took for _, took in clear]))
    return {
        name: round(float(value), 4)
        for name, value, part in zip(names, seconds, parts.T, strict=True)
        if part.any()
    }


def duration_names(rig: Rig) -> tuple[str, ...]:
    """Return the names of a rig's durations."""
    return tuple(field.name for field in fields(rig.durations))


def save_rig_profile(path: Path, profile: RigProfile) -> None:
    """Write what was measured of a rig, for robot.rigs.durations. Raises CalibrationFileError."""
    tables = {**profile.durations, SETTLING: profile.settling.by_kind, ANGLES: profile.angles}
    text = table_text(
        {profile.rig: tables},
        "A rig's grippers, measured by `rokumen calibrate grippers`.",
        comments={
            profile.rig: "seconds at full speed",
            f"{profile.rig}.{SETTLING}": "seconds in which servos arrive after the reported end",
            f"{profile.rig}.{ANGLES}": "where each wrist stops, in degrees",
        },
    )
    try:
        replace_text(path, text)
    except OSError as error:
        raise CalibrationFileError(
            f"cannot write {str(path)!r}: {reason(error)}; name another file"
        ) from error


def duration_counts(rig: Rig, before: Pose, step: Step) -> tuple[int, ...]:
    """Return how often each of the rig's durations is in a step's time; nothing if that is
    unclear."""
    durations, rows = all_durations(rig), []
    rig = with_durations(rig, durations)
    for change in (DIFFERENCE_STEP, -DIFFERENCE_STEP):
        row = []
        for name in duration_names(rig):
            other = with_durations(rig, {name: durations[name] + change})
            row.append((other.step(before, step.command).seconds - step.seconds) / change)
        rows.append(row)
    more, less = (tuple(round(part) for part in row) for row in rows)
    return more if more == less else ()


def _motion_keys(rig: Rig, before: Pose, step: Step) -> tuple[tuple[object, ...], ...]:
    """Return what steps of a kind share: the target of a single actuator, and the durations."""
    targets = step.command.targets if isinstance(step.command, Move | Grip) else ()
    ((name, where),) = targets if len(targets) == 1 else (("several", ""),)
    place = where % 360 if isinstance(where, int) else where
    return (name, place), (name, "", *duration_counts(rig, before, step))


def _check_motion(rig: Rig, timed: TimedMotion) -> None:
    step = timed.step
    words = command_words(step.command, rig.grippers)
    for axis, expected, measured in zip(
        rig.axes, step.after.angles, timed.end_pose.angles, strict=True
    ):
        if abs(measured - expected) > MAX_ANGLE_ERROR:
            raise GripperCalibrationError(
                f"{words}: the {axis_name(axis, rig.grippers)} stopped at {measured:+.1f}°, "
                f"expected {expected:+g}°. The grippers stay as they are. Adjust the servo's horn "
                "or its end points, and calibrate again"
            )
    if timed.end_pose.grips != step.after.grips:
        raise GripperCalibrationError(
            f"{words}: the grippers are {', '.join(timed.end_pose.grips)}, expected "
            f"{', '.join(step.after.grips)}"
        )
    if not step.seconds / MAX_TIME_RATIO <= timed.seconds <= step.seconds * MAX_TIME_RATIO:
        raise GripperCalibrationError(
            f"{words} took {timed.seconds:g} s, expected about {step.seconds:g} s; is "
            f"this a {rig.name} rig?"
        )
    if timed.settling is not None and timed.settling >= MAX_SETTLING_SECONDS:
        raise GripperCalibrationError(
            f"{words}: something still moves {MAX_SETTLING_SECONDS:g} s after the robot has "
            "reported the end. The grippers stay as they are. Keep the picture free of whatever "
            "moves beside the robot; if it is the robot, its servos are too slow for this rig: "
            "give them more volts, or a lower pace in the settings, and calibrate again"
        )


def _mean_stop_angles(rig: Rig, timed: list[TimedMotion]) -> dict[str, float]:
    stops: defaultdict[str, list[float]] = defaultdict(list)
    for each in timed:
        for axis, due, is_at in zip(
            rig.axes, each.step.after.angles, each.end_pose.angles, strict=True
        ):
            stops[f"{axis} {due:+g}"].append(is_at)
    return {place: round(fmean(angles), 2) for place, angles in sorted(stops.items())}
