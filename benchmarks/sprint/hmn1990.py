"""A published robot of three steppers: what its profile says, and what its author measured.

github.com/hmn1990/rubiks-cube-robot: the speeds and accelerations of src_v3/mcu/cube_robot.c, and
his measurements of 2024-01-16, 30 solutions with the milliseconds of their turns. Motors 0 and 1
turn U and D, one way round only, and together flip the cube; motor 2 reaches the front face with a
ratchet, turns it and goes back.
"""

from __future__ import annotations

from pathlib import Path

from robot.rigs.motor_law import StatedProfile
from solver.core.turn import Turn, parse_turns

# Of the robot's driver, in a whole turn.
_STEPS = 3200
_QUARTER, _TOUCH, _SLOW = 800, 256, 100
# Where the cube is turned to, flip by flip.
_CYCLE = "FRBL"


def _profile(start_rpm: float, rpm: float, acceleration: float) -> StatedProfile:
    """Return a profile of his: rpm, rpm and steps a second squared."""
    return StatedProfile(6 * start_rpm, 6 * rpm, acceleration * 360 / _STEPS)


_UP_DOWN = _profile(150, 500, 4.5e5), 0.0016
_FLIP = _profile(190, 500, 5.0e5), 0.0020
_SCAN = _profile(190, 380, 5.0e5), 0.0012
_EMPTY = _profile(170, 1500, 15e5)
_LAYER = _profile(170, 1500, 5.5e5)
_LAST = _profile(120, 120, 5.5e5)
_FRONT_WAIT = 0.0012
# The ways of motors 0 and 1 in a scan; between them the front face turns by a quarter.
_SCAN_WAYS = (2400, 1600, 2400, 1600, 2400, 1600, 800, 1600, 1600)


def _seconds(profile: StatedProfile, steps: int) -> float:
    return profile.seconds(steps * 360 / _STEPS) if steps else 0.0


def _front(steps: int) -> float:
    """Return the seconds of a turn of the front face."""
    ways = (_EMPTY, _TOUCH), (_LAYER, steps - _SLOW), (_LAST, _SLOW), (_EMPTY, _TOUCH)
    return sum(_seconds(*way) for way in ways) + _FRONT_WAIT


def _with_wait(motion: tuple[StatedProfile, float], steps: int) -> float:
    profile, wait = motion
    return _seconds(profile, steps) + wait


def scan_seconds() -> float:
    """Return the seconds of the motions of a scan."""
    turns = (len(_SCAN_WAYS) - 1) * _front(_QUARTER)
    return sum(_with_wait(_SCAN, way) for way in _SCAN_WAYS) + turns


def turning_seconds(turns: tuple[Turn, ...]) -> float:
    """Return the seconds of turns; those of U and D that follow one another are made together."""
    total, front, number = 0.0, "F", 0
    while number < len(turns):
        turn = turns[number]
        if turn.face in _CYCLE:
            flips = (_CYCLE.index(turn.face) - _CYCLE.index(front)) % 4
            total += _with_wait(_FLIP, flips * _QUARTER) if flips else 0.0
            total += _front(_QUARTER * (2 if turn.quarter_turns == 2 else 1))
            front = turn.face
        else:
            ways = [_up_down_steps(turn)]
            if number + 1 < len(turns) and turns[number + 1].face not in (*_CYCLE, turn.face):
                number += 1
                ways.append(_up_down_steps(turns[number]))
            total += _with_wait(_UP_DOWN, max(ways))
        number += 1
    return total


def _up_down_steps(turn: Turn) -> int:
    """Return the steps of a turn of U, which goes counter-clockwise only, or of D, clockwise."""
    return _QUARTER * (turn.quarter_turns if turn.face == "D" else 4 - turn.quarter_turns)


def measured() -> tuple[tuple[tuple[Turn, ...], float], ...]:
    """Return his solutions, and the seconds that their turns took."""
    lines = Path(__file__).with_suffix(".csv").read_text(encoding="utf-8").splitlines()
    rows = (line.split(",") for line in lines if line and not line.startswith("#"))
    return tuple((parse_turns(moves), int(milliseconds) / 1000) for moves, milliseconds in rows)
