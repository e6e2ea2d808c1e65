"""A camera that looks after each command whether the actuators are where they should be."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress

from robot.link.arrival import Agrees, NotSeen, Observation, Stuck
from robot.planning.visits import Motion
from robot.rigs.command import Command, Grip, Load, MotionCommand, Move, Pose
from robot.rigs.rig import Rig
from rokumen.devices.pose_pictures import (
    ANOTHER_VIEW,
    PosePictures,
    compared,
    cube_mask,
    sticker_mask,
)
from vision.arrays import FloatArray
from vision.capture.frame import Frame
from vision.errors import CameraError

_log = logging.getLogger(__name__)

# A picture in which something is elsewhere is looked at again: a hand may have been before it.
LOOKS = 3


class CameraObserver:
    """Looks at a robot of `rig` with a camera; implements `robot.link.arrival.Observer`.

    It judges once `learn_faces` was called: before, the robot is taken to be where it says. `take`
    returns an upright picture once nothing moves, `take_at_once` the next one; they raise
    CameraError.
    """

    def __init__(
        self, rig: Rig, take: Callable[[], Frame], take_at_once: Callable[[], Frame]
    ) -> None:
        self._rig = rig
        self._take = take
        self._take_at_once = take_at_once
        self._pictures = PosePictures(rig)
        self._is_judging = False
        self._never_alone = {(kind, name) for kind in (Grip, Move) for name in rig.grippers}
        # For each kind of motion that has begun whether a picture that was asked for then shows it.
        self._shown: dict[type[MotionCommand], bool] = {}
        # The picture after the last command, where nothing moves in it, and all is in its place.
        self._seen: Frame | None = None
        # What was in doubt when it was looked at last, and the motion that had begun meanwhile.
        self._doubted: tuple[Pose, MotionCommand] | None = None

    def observe(self, command: Command | Load, pose: Pose) -> Observation:
        """Return what the camera sees; a picture is kept in which everything is in its place.

        Where the next picture shows that already, nobody waits until nothing moves in it.
        """
        seen: Observation = NotSeen("this pose is new")
        if self._knows(pose):
            seen = self._observe(command, pose, self._take_at_once, looks=1)
        if not isinstance(seen, Agrees):
            seen = self._observe(command, pose, self._take, LOOKS if self._is_judging else 1)
        doubted, self._doubted = self._doubted, None
        if doubted and doubted[0] == pose and not isinstance(seen, Stuck):
            self._shown[type(doubted[1])] = True
        return seen

    def watch_start(self, command: MotionCommand) -> None:
        """See `robot.link.arrival.QuickObserver`. It does so until it judges."""
        if self._is_judging or not self._pictures.pictures:
            return
        kind = type(command)
        with suppress(CameraError):
            is_shown = self._pictures.have_changed(compared(self._take_at_once().image))
            self._shown[kind] = self._shown.get(kind, False) or is_shown

    def can_look_during(self, pose: Pose, then: MotionCommand) -> bool:
        """See `robot.link.arrival.QuickObserver`. A kind of motion not watched is as the others."""
        return self._knows(pose) and not self._shown.get(type(then), any(self._shown.values()))

    def observe_during(
        self, command: MotionCommand, pose: Pose, then: MotionCommand
    ) -> Observation:
        """See `robot.link.arrival.QuickObserver`.

        The first picture shows what is only about to move; later ones would not.
        """
        seen = self._observe(command, pose, self._take_at_once, looks=1)
        self._doubted = (pose, then) if isinstance(seen, Stuck) else None
        self._seen = None
        return seen

    @property
    def seen(self) -> Frame | None:
        """Return the picture after the last command, where it shows all at rest.

        What is known of places is in its own there.
        """
        return self._seen

    def forget_seen(self) -> None:
        """Let nobody look at the picture after the last command any more."""
        self._seen = None

    def _knows(self, pose: Pose) -> bool:
        return self._is_judging and self._pictures.knows(pose)

    def _observe(
        self, command: Command | Load, pose: Pose, take: Callable[[], Frame], looks: int
    ) -> Observation:
        self._seen = None
        if isinstance(command, Grip | Move) and len(command.targets) == 1:
            self._never_alone.discard((type(command), command.targets[0][0]))
        if any(angle % 90 for angle in pose.angles):
            return NotSeen("a wiggle leads nowhere")
        for _ in range(looks):
            frame = take()
            picture = compared(frame.image)
            seen = self._pictures.judge(picture, pose)
            if not isinstance(seen, Stuck):
                break
        if isinstance(seen, Stuck) and self._is_judging:
            _log.info("%s: %s", command, seen)
            return seen
        if seen == ANOTHER_VIEW:
            # The camera was moved: all is learnt anew, until the cube is read again.
            self._pictures, self._is_judging = PosePictures(self._rig), False
        self._pictures = self._pictures.after(picture, pose)
        is_at_rest = isinstance(seen, Agrees) or take is self._take
        self._seen = frame if is_at_rest and not isinstance(seen, Stuck) else None
        return seen if self._is_judging else NotSeen("the cube has not been read yet")

    @property
    def never_alone(self) -> frozenset[Motion]:
        """Return the motions of grippers that it has not seen while everything else stood."""
        return frozenset(self._never_alone)

    def has_seen(self, axis: str, degrees: float) -> bool:
        """Return whether it would know if this axis were not there; True while it does not judge.

        The axis is no gripper.
        """
        return not self._is_judging or self._pictures.was_seen_at(axis, (degrees, None))

    def learn_faces(self, faces: Sequence[FloatArray], frame: Frame) -> None:
        """Judge from now on; `faces`: the corners (4 x 2 pixels) of those that the camera shows."""
        image = frame.image
        self._pictures = self._pictures.with_cube(
            sticker_mask(faces, image), cube_mask(faces, image)
        )
        self._is_judging = True

    def forget_pictures(self) -> None:
        """Learn anew, after a command that failed: a picture may have shown it elsewhere."""
        self._pictures = self._pictures.without_pictures()
        self._is_judging = False
