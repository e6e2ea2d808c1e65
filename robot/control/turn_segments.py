"""The turns of a schedule as segments of motors: whole steps, at even speeds that change by little.

A motor can change its speed by a jump, if that is small (its start-stop speed); so each turn is cut
into pieces of even speed. Only at its end a turn has a target at a detent, so that a stop ends it
there (`Drive.set_detents`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from robot.drives.drive import Segment
from robot.planning.turn_schedule import Schedule, ScheduledTurn
from robot.rigs.mechanisms.six_axis import SixAxis
from robot.rigs.motor_law import TurnCourse

# Steppers of a published robot begin with a layer at this speed and more (hmn1990: 150 rpm).
SPEED_JUMP = 6 * 150.0
_LEAST_PIECES, _MOST_PIECES = 3, 15


@dataclass(frozen=True, slots=True)
class TurnSegments:
    """A turn with the segments of its motor; `start` counts from the begin of the first turn."""

    scheduled: ScheduledTurn
    start: float
    segments: tuple[Segment, ...]


def quarter_steps(rig: SixAxis) -> int:
    """Return the steps of a quarter turn: a layer rests at their multiples."""
    return rig.motors.steps // 4


def segments_of(
    rig: SixAxis,
    schedule: Schedule,
    places: Mapping[str, int],
    begin: float,
    slowness: float = 1.0,
) -> Iterator[TurnSegments]:
    """Yield the segments of turns by their start, from `begin` on by the drive's clock.

    `places`: where each motor is, in steps, at a detent. Channels are the numbers of the axes. All
    takes `slowness` times as long as the schedule says.
    """
    now = dict(places)
    for scheduled in sorted(schedule, key=lambda each: each.start):
        turn = scheduled.turn
        course = rig.law(turn.axis).course(abs(turn.degrees))
        channel, at = rig.axes.index(turn.axis), begin + slowness * scheduled.start
        sign = 1 if turn.degrees > 0 else -1
        segments, reached = [], 0.0
        for time, degrees in pieces_of(course):
            target = now[turn.axis] + sign * round(degrees * rig.motors.steps / 360)
            end = slowness * time
            segments.append(Segment(channel, at + reached, target, end - reached))
            reached = end
        now[turn.axis] = int(segments[-1].target)
        yield TurnSegments(scheduled, at, tuple(segments))


def pieces_of(course: TurnCourse) -> tuple[tuple[float, float], ...]:
    """Return the ends of a course's pieces: seconds and degrees, of an odd number of pieces.

    No piece ends half-way, where a half turn passes a detent.
    """
    wanted = int(2 * course.peak_speed / SPEED_JUMP) | 1
    count = max(_LEAST_PIECES, min(wanted, _MOST_PIECES))
    times = [course.seconds * number / count for number in range(1, count + 1)]
    return tuple((time, course.angle_at(time)) for time in times)
