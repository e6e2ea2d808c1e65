"""The rules of motion: one table in Python and the pages, and what a refused command breaks."""

from __future__ import annotations

from pathlib import Path

from robot.rigs.command import Grip, Move, Pose
from robot.rigs.registry import load_rig
from robot.rules import Rule
from robot.servos.motion_rules import broken_rule
from tests.support.cases import for_each

ALL_CLOSED = ("closed",) * 4
TWO_OPEN = ("open", "closed", "open", "closed")


def move(**targets: int) -> Move:
    return Move(tuple(targets.items()))


def grip(**targets: str) -> Grip:
    return Grip(tuple(targets.items()))


@for_each(
    ("rig", "pose", "command", "rule"),
    [
        ("two-gripper", None, move(L=90), Rule.UNHOMED),
        (
            "two-gripper",
            Pose((0, 0), ("closed", "closed")),
            move(L=90, R=90),
            Rule.ONE_AT_A_TIME,
        ),
        (
            "two-gripper",
            Pose((0, 0), ("closed", "closed")),
            move(L=-180),
            Rule.UNKNOWN_ANGLE,
        ),
        (
            "two-gripper",
            Pose((0, 90), ("closed", "closed")),
            move(L=90),
            Rule.GRIPPER_COLLISION,
        ),
        (
            "two-gripper",
            Pose((0, 0), ("closed", "closed")),
            grip(L="ajar"),
            Rule.UNKNOWN_POSITION,
        ),
        (
            "two-gripper",
            Pose((0, 0), ("open", "closed")),
            grip(R="open"),
            Rule.CUBE_DROP,
        ),
        ("flipper", Pose((0,), ("closed",)), move(base=45), Rule.UNKNOWN_ANGLE),
        (
            "flipper",
            Pose((0,), ("up",)),
            move(base=90),
            Rule.COVER_UP,
        ),
        (
            "flipper",
            Pose((0,), ("up",)),
            grip(cover="ajar"),
            Rule.UNKNOWN_POSITION,
        ),
        ("flipper", Pose((0,), ("up",)), grip(cover="closed"), Rule.COVER_NOT_OPEN),
        (
            "two-gripper",
            Pose((0, 0), ("closed", "closed")),
            grip(L="loading"),
            Rule.UNKNOWN_POSITION,
        ),
        (
            "cubotino",
            Pose((0,), ("closed",)),
            grip(cover="release"),
            Rule.UNKNOWN_POSITION,
        ),
        (
            "four-gripper",
            Pose((0, 0, 0, 0), ALL_CLOSED),
            move(F=180),
            Rule.UNKNOWN_ANGLE,
        ),
        (
            "four-gripper",
            Pose((0, 0, 0, 0), ALL_CLOSED),
            move(F=90, R=90),
            Rule.GRIPPER_COLLISION,
        ),
        (
            "four-gripper",
            Pose((0, 0, 0, 0), TWO_OPEN),
            move(R=90),
            Rule.CUBE_TWIST,
        ),
        (
            "four-gripper",
            Pose((0, 0, 0, 0), ALL_CLOSED),
            grip(F="ajar"),
            Rule.UNKNOWN_POSITION,
        ),
        (
            "four-gripper",
            Pose((0, 0, 0, 0), TWO_OPEN),
            grip(R="open"),
            Rule.CUBE_DROP,
        ),
        (
            "four-gripper",
            Pose((90, 90, 0, 0), TWO_OPEN),
            grip(F="closed"),
            Rule.GRIPPER_COLLISION,
        ),
        ("six-axis", load_rig("six-axis").home, move(U=45), Rule.UNKNOWN_ANGLE),
        (
            "six-axis",
            load_rig("six-axis").home,
            move(U=90, R=90),
            Rule.LAYER_COLLISION,
        ),
    ],
)
def test_the_rule_that_a_command_breaks_is_found(
    rig: str, pose: Pose | None, command: Move | Grip, rule: Rule
) -> None:
    assert broken_rule(load_rig(rig), pose, command) is rule


ROOT = Path(__file__).parents[3]


def test_the_document_lists_every_rule() -> None:
    rows = [f"| {rule.number} | {rule.words} |" for rule in Rule]
    document = (ROOT / "docs" / "drive.md").read_text(encoding="utf-8")
    assert "|---|---|\n" + "\n".join(rows) + "\n\n" in document
