"""The jaws of a gripper: two parallel fingers, and the stickers that they hide from a camera.

While its wrist is at 0, a gripper's fingers lie over the two faces that no gripper of the rig holds
or is opposite to; at ±90 over those beside them.
"""

from __future__ import annotations

from dataclasses import dataclass

from robot.rigs.command import CLOSED, LOADING, OPEN, Pose
from robot.rigs.rig import JAW_DEGREES, Rig, Sight
from solver.core.geometry import FACELETS, FACES, FRAMES

# A sticker counts as hidden if a finger covers more than this share of its cell.
HIDDEN_SHARE = 0.35
# Where more stickers of a face are hidden than these, it is not looked at.
MAX_HIDDEN = 4
# The corners of a face are so much further from its middle than its sides, in cubies: fingers that
# do not draw back must open as far to turn around the cube.
CORNER_CLEARANCE = 1.5 * 2**0.5 - 1.5


@dataclass(frozen=True, slots=True)
class Jaws:
    """The two fingers of a gripper; lengths are in cubies, a third of the cube's side.

    Each is `width` wide and reaches `reach` over its face, from the side that the gripper holds.
    To open, each moves away by `opening`, and the gripper draws back along its axis by `draw_back`.
    """

    width: float = 1.2
    reach: float = 0.88
    opening: float = 0.3
    draw_back: float = 1.45

    def hidden(self, side: str, position: str, grip: str) -> frozenset[int]:
        """Return the facelets at `position` under a finger of the gripper that holds `side`."""
        reach = self.reach - (self.draw_back if grip != CLOSED else 0.0)
        towards = FRAMES[side].normal
        across = FRAMES[position].normal.cross(towards)
        first = 9 * FACES.index(position)
        return frozenset(
            number
            for number, facelet in enumerate(FACELETS[first : first + 9])
            if _overlap(1.5 - reach, 1.5, facelet.cubie.dot(towards))
            * _overlap(-self.width / 2, self.width / 2, facelet.cubie.dot(across))
            > HIDDEN_SHARE
        )

    @property
    def withdraw(self) -> bool:
        """Return True if open fingers hide nothing of the cube."""
        return self.reach - self.draw_back <= HIDDEN_SHARE


def jaw_angles(opening: float, loading: float) -> dict[str, float]:
    """Return the angles of a servo (see `Rig.servo_angles`) whose jaws open by these lengths.

    `loading` is how far they open to put a cube in or take it out; LOADING is left out where that
    is no further than to open.
    """
    angles = {CLOSED: 0.0, OPEN: JAW_DEGREES}
    further = {LOADING: JAW_DEGREES * loading / opening} if loading > opening else {}
    return {**angles, **further}


def _overlap(low: float, high: float, cell: float) -> float:
    """Return how much of the cell of width 1 about `cell` lies between two places."""
    return max(0.0, min(high, cell + 0.5) - max(low, cell - 0.5))


WITHDRAWING = Jaws()
PLAIN = Jaws(opening=0.7, draw_back=0.0)


@dataclass(frozen=True, slots=True)
class HiddenStickers:
    """Facelets (0 to 8) at a position that something hides in the poses with all of these values.

    `angles` are (axis, degrees), `grips` (gripper, position).
    """

    position: str
    facelets: frozenset[int]
    angles: tuple[tuple[str, int], ...] = ()
    grips: tuple[tuple[str, str], ...] = ()

    def in_pose(self, rig: Rig, pose: Pose) -> bool:
        """Return True if the stickers are hidden in a pose."""
        return all(pose.angles[rig.axes.index(axis)] == at for axis, at in self.angles) and all(
            pose.grips[rig.grippers.index(name)] == grip for name, grip in self.grips
        )


@dataclass(frozen=True, slots=True)
class HeldSide:
    """One gripper in a pose: the position that it holds, and those over which its fingers lie."""

    side: str
    over: str
    grip: str


def sights_past_jaws(
    cameras: tuple[str, ...], jaws: Jaws, grippers: tuple[HeldSide, ...]
) -> tuple[Sight, ...]:
    """Return the faces that cameras see past the fingers of grippers.

    A face that a gripper holds is never seen. Jaws that withdraw leave each face whole in some
    pose, so that it is looked at only then; with others the fingers always hide stickers.
    """
    held = {gripper.side for gripper in grippers}
    sights = []
    for position in dict.fromkeys("".join(cameras)):
        over = [gripper for gripper in grippers if position in gripper.over]
        hidden = frozenset[int]().union(
            *(jaws.hidden(gripper.side, position, gripper.grip) for gripper in over)
        )
        if position not in held and not (hidden and jaws.withdraw):
            sights.append(Sight(position, hidden))
    return tuple(sights)


def whole_faces(sights: tuple[Sight, ...]) -> tuple[str, ...]:
    """Return the positions of faces that are seen with all their stickers."""
    return tuple(sight.position for sight in sights if not sight.hidden)


def with_hidden(
    rig: Rig, pose: Pose, sights: tuple[Sight, ...], stickers: tuple[HiddenStickers, ...]
) -> tuple[Sight, ...]:
    """Return sights with more stickers hidden, without faces of which too few are seen."""
    hiding = [each for each in stickers if each.in_pose(rig, pose)]
    seen = (
        Sight(
            sight.position,
            sight.hidden.union(*(h.facelets for h in hiding if h.position == sight.position)),
        )
        for sight in sights
    )
    return tuple(sight for sight in seen if len(sight.hidden) <= MAX_HIDDEN)
