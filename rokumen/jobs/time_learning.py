"""Measures each motion of a run, and learns from it: how long the robot takes, and where it jams.

A robot that measures where it stands tells when its motors have arrived; of others a camera tells
whether something still moved after the end. What it could not tell changes nothing.
"""

from __future__ import annotations

import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from statistics import median

from calibration.gripper_timings import duration_counts, duration_names
from robot.errors import ForbiddenCommandError, JamError
from robot.execution.events import CommandDone, CommandFailed, CommandStarted, RunEvent
from robot.link.session import Link
from robot.planning.penalties import AxisMotion, axis_motions
from robot.rigs.command import Command, Pose
from robot.rigs.durations import kinds
from robot.rigs.rig import Rig, Step, all_durations
from rokumen.errors import InputError
from rokumen.jobs.events import Replanning, Rescanning
from rokumen.storage.learnt_times import (
    LearntDuration,
    LearntJams,
    LearntSettling,
    LearntTimes,
    load_learnt_times,
    save_learnt_times,
)

_log = logging.getLogger(__name__)

# Fewer motions of a run say nothing of a duration.
MIN_MOTIONS = 3
# A motion that differs by less than this share, or by these seconds where they are at most the
# other share, took as long as it should: what is left is how often a robot is asked.
SAME_SHARE = 0.03
SAME_SECONDS, MOST_SAME_SHARE = 0.01, 0.1


@dataclass(slots=True)
class RunTimes:
    """What was measured in a run.

    `ratios`: how many times as long as planned the motions of a duration took, those that consist
    of it alone, and all; `jammed`: the durations of motions that jammed; `late`: seconds in which
    something still moved, by kind of motion; `motions`, `jams`: how often an axis made a motion.
    """

    alone: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    ratios: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    jammed: set[str] = field(default_factory=set)
    late: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    motions: Counter[AxisMotion] = field(default_factory=Counter)
    jams: Counter[AxisMotion] = field(default_factory=Counter)

    def ratio_of(self, name: str) -> float | None:
        """Return how many times as long as planned a duration was; None where that is unclear."""
        alone, every = self.alone.get(name, []), self.ratios.get(name, [])
        best = alone if len(alone) >= MIN_MOTIONS else every
        return median(best) if len(best) >= MIN_MOTIONS else None


class TimeLearner:
    """Takes the events of a run on a rig, and keeps what they say of its motions."""

    def __init__(self, link: Link, late: Callable[[], float | None]) -> None:
        """Measure the motions on `link`.

        `late`: for how long something still moved after the last command as a camera saw it, None
        where it did not look.
        """
        self.times = RunTimes()
        self._link = link
        self._measures = "angle" in link.info.feedback
        self._late = late
        self._before: Pose | None = link.rig.home
        self._has_failed = False
        self._known_counts: dict[tuple[Pose, Command], Mapping[str, int]] = {}

    @property
    def _rig(self) -> Rig:
        """The rig of the plans, whose motions overlap as soon as the job says so."""
        return self._link.planning_rig

    def take(self, event: RunEvent) -> None:
        """Take the next event of the run."""
        match event:
            case CommandStarted():
                self._has_failed = False
                self._late()
            case CommandFailed():
                self._has_failed = True
                if isinstance(event.error, JamError):
                    self._note_jam(event)
            case CommandDone():
                self._note_motion(event)
                self._before = event.action.after.pose
            case Replanning() | Rescanning():
                # The robot was brought back to where it was, by other commands.
                self._before = None

    def _step(self, event: CommandDone | CommandFailed) -> Step | None:
        if self._before is None:
            return None
        try:
            return self._rig.step(self._before, event.action.command)
        except ForbiddenCommandError:
            return None

    def _note_jam(self, event: CommandFailed) -> None:
        step = self._step(event)
        if step is None or self._before is None:
            return
        for motion in axis_motions(self._rig, self._before, step):
            if motion.axis == event.error.axis:
                self.times.jams[motion] += 1
                self.times.motions[motion] += 1
        self.times.jammed |= set(self._counts(self._before, step))

    def _note_motion(self, event: CommandDone) -> None:
        step, before, late = self._step(event), self._before, self._late()
        if step is None or before is None:
            return
        self.times.motions.update(axis_motions(self._rig, before, step))
        if self._has_failed or step.seconds <= 0:
            return
        angles = dict(zip(self._rig.axes, before.angles, strict=True))
        took = event.seconds - self._link.settled_for
        if not self._measures:
            if late is None:
                return
            for kind in kinds(step.command, angles):
                self.times.late[kind].append(late)
            took = took + late if late else step.seconds
        same = step.seconds * max(SAME_SHARE, min(SAME_SECONDS / step.seconds, MOST_SAME_SHARE))
        ratio = 1.0 if abs(took - step.seconds) <= same else took / step.seconds
        counts = self._counts(before, step)
        for name in counts:
            self.times.ratios[name].append(ratio)
            if len(counts) == 1:
                self.times.alone[name].append(ratio)

    def _counts(self, before: Pose, step: Step) -> Mapping[str, int]:
        """Return how often each duration is in a step's time; nothing where that is unclear."""
        key = before, step.command
        if key not in self._known_counts:
            counts = duration_counts(self._rig, before, step)
            named = zip(duration_names(self._rig), counts, strict=False)
            self._known_counts[key] = {name: count for name, count in named if count}
        return self._known_counts[key]


def learnt_after(before: LearntTimes, rig: Rig, times: RunTimes) -> LearntTimes:
    """Return what a robot has learnt after one more run with the durations of `rig`."""
    durations = dict(before.durations)
    for name, seconds in all_durations(rig).items():
        ratio = times.ratio_of(name)
        if ratio is not None:
            known = durations.get(name) or LearntDuration(name, seconds, seconds)
            has_jammed = name in times.jammed
            durations[name] = known.after(ratio * seconds, has_jammed=has_jammed)
    settling = dict(before.settling)
    for kind, found in times.late.items():
        if len(found) >= MIN_MOTIONS:
            settling[kind] = (settling.get(kind) or LearntSettling(kind)).after(median(found))
    jams = dict(before.jams)
    for motion, made in times.motions.items():
        known_jams = jams.get(motion) or LearntJams(*motion, motions=0, jams=0)
        jams[motion] = replace(
            known_jams,
            motions=known_jams.motions + made,
            jams=known_jams.jams + times.jams[motion],
        )
    return LearntTimes(before.robot, rig.name, before.runs + 1, durations, settling, jams)


def keep_learnt(robot: str, rig: Rig, times: RunTimes) -> None:
    """Add what was measured in a run on `rig` to what a robot has learnt.

    A file that is wrong stays as it is, with a warning in the log, as where it cannot be written.
    """
    try:
        before = load_learnt_times(robot)
        if before.runs and before.applied_to(rig) != rig:
            _log.info("the run had other durations than %s has learnt: it teaches nothing", robot)
            return
        save_learnt_times(learnt_after(before, rig, times))
    except InputError as error:
        _log.warning("nothing is learnt from this run: %s", error)
