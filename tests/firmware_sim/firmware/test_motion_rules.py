"""The rule in `why=` that a rejected command violates."""

from __future__ import annotations

import pytest

from firmware_sim.firmware.motion_rules import violated_rule
from robot.rigs.command import Grip, Move, Pose
from robot.rigs.registry import load_rig

ALL_CLOSED = ("closed",) * 4
TWO_OPEN = ("open", "closed", "open", "closed")


def move(**targets: int) -> Move:
    return Move(tuple(targets.items()))


def grip(**targets: str) -> Grip:
    return Grip(tuple(targets.items()))


@pytest.mark.parametrize(
    ("rig", "pose", "command", "why"),
    [
        ("two-gripper", None, move(L=90), "unhomed-HOME-first"),
        (
            "two-gripper",
            Pose((0, 0), ("closed", "closed")),
            move(L=90, R=90),
            "a-two-gripper-rig-moves-one-thing-at-a-time",
        ),
        (
            "two-gripper",
            Pose((0, 0), ("closed", "closed")),
            move(L=-180),
            "wrist-L-cannot-go-to--180deg",
        ),
        (
            "two-gripper",
            Pose((0, 90), ("closed", "closed")),
            move(L=90),
            "wrist-L-would-strike-hand-R",
        ),
        (
            "two-gripper",
            Pose((0, 0), ("closed", "closed")),
            grip(L="ajar"),
            "a-hand-can-be-open-or-closed",
        ),
        (
            "two-gripper",
            Pose((0, 0), ("open", "closed")),
            grip(R="open"),
            "hand-R-holds-the-cube-alone",
        ),
        ("flipper", Pose((0,), ("closed",)), move(base=45), "the-base-cannot-go-to-+45deg"),
        (
            "flipper",
            Pose((0,), ("up",)),
            move(base=90),
            "the-base-cannot-turn-under-a-cover-that-is-up",
        ),
        (
            "flipper",
            Pose((0,), ("up",)),
            grip(cover="~ajar,"),
            "a-cover-that-is-up-cannot-go-ajar",
        ),
        (
            "four-gripper",
            Pose((0, 0, 0, 0), ALL_CLOSED),
            move(F=180),
            "wrist-F-cannot-go-to-+180deg",
        ),
        (
            "four-gripper",
            Pose((0, 0, 0, 0), ALL_CLOSED),
            move(F=90, R=90),
            "wrist-F-would-strike-its-neighbour",
        ),
        (
            "four-gripper",
            Pose((0, 0, 0, 0), TWO_OPEN),
            move(R=90),
            "wrist-R-would-twist-the-cube",
        ),
        (
            "four-gripper",
            Pose((0, 0, 0, 0), ALL_CLOSED),
            grip(F="ajar"),
            "a-hand-can-be-open-or-closed",
        ),
        (
            "four-gripper",
            Pose((0, 0, 0, 0), TWO_OPEN),
            grip(R="open"),
            "two-opposite-hands-must-go-on-holding-the-cube",
        ),
        (
            "four-gripper",
            Pose((90, 90, 0, 0), TWO_OPEN),
            grip(F="closed"),
            "two-neighbouring-hands-at-90deg-would-strike-each-other",
        ),
        ("six-axis", load_rig("six-axis").home, move(U=45), "motor-U-cannot-go-to-+45deg"),
        (
            "six-axis",
            load_rig("six-axis").home,
            move(U=90, R=90),
            "motor-U-would-cut-through-the-layer-of-R",
        ),
    ],
)
def test_the_violated_rule_is_named(
    rig: str, pose: Pose | None, command: Move | Grip, why: str
) -> None:
    assert violated_rule(load_rig(rig), pose, command) == why
