"""Where a rig's wrists really stop, seen by the camera: by one hand holding the cube at a time.

A robot's own word for its angles is worth as much as its feedback, and a hobby servo has none. A
hand that holds the cube alone carries it before the camera; stops it a few degrees further, the
seen face is off to one side by half the cube's size times the sine of that angle. Nothing is ever
closed on a cube that stands askew: the hand comes back to where it took the cube first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from calibration.errors import UnclearMotionError
from calibration.grippers import Hands
from robot.command import Command, Grip, Home, Move
from robot.rig import Rig, Rotated, Step
from solver.geometry import FRAMES, OPPOSITE
from vision.arrays import Floats, Image
from vision.camera import Frame
from vision.errors import NoFaceError
from vision.evidence import BESIDE, Evidence
from vision.face import FaceView
from vision.lattice import Lattice
from vision.picture import look_for_one
from vision.refine import refine_all
from vision.sample import view_face

HALF = 1.5  # cubies from the cube's middle to its faces
SIDE = 3.0  # cubies a face
MOST_SEEN = 30.0  # degrees; a row of stickers is 42
# Two centres that differ less (logarithms of 0..255) are one; some light is lost in noise.
ALIKE = 0.35
DARK = 12.0

Looking = Callable[[str], Frame]


@dataclass(frozen=True, slots=True)
class Visit:
    """Commands that bring the cube before the camera in one hand.

    `place`: the hand's axis and detent, such as `L +90`; `about`: the position that the cube is
    turned about; `seen`: the position that the camera sees.
    """

    commands: tuple[Command, ...]
    place: str
    about: str
    seen: str


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """A face before the camera after a visit."""

    visit: Visit
    view: FaceView


@dataclass(frozen=True, slots=True)
class Tour:
    """What one hand can show by itself, and the way home from there."""

    visits: tuple[Visit, ...]
    back: tuple[Command, ...]


def tours(rig: Rig) -> Iterator[Tour]:
    """Yield for each hand of a rig what it can show while it alone holds the cube.

    Nothing for rigs whose hands cannot.
    """
    for release in rig.steps(rig.home):
        if not isinstance(release.command, Grip):
            continue
        for axis in rig.axes:
            visits: list[Visit] = []
            here = release.after
            commands: list[Command] = [release.command]
            for step in _carrying(rig, release, axis):
                command = rig.step(here, step.command).command
                here = rig.step(here, step.command).after
                commands.append(command)
                visits.append(_visit(rig, step, tuple(commands)))
                commands = []
            if visits:
                yield Tour(tuple(visits), rig.homing(here))


def _carrying(rig: Rig, release: Step, axis: str) -> Iterator[Step]:
    """Yield the motions of an axis that roll the whole cube from side to side for the camera."""
    for step in rig.steps(release.after):
        alone = isinstance(step.command, Move) and [a for a, _ in step.command.targets] == [axis]
        match step.effects:
            case (Rotated(position=about),) if alone and len(rig.shown(step.after)) == 1:
                (seen,) = rig.shown(step.after)
                if about not in (seen, OPPOSITE[seen]):
                    yield step


def _visit(rig: Rig, step: Step, commands: tuple[Command, ...]) -> Visit:
    assert isinstance(step.command, Move)
    ((axis, degrees),) = step.command.targets
    (seen,) = rig.shown(step.after)
    return Visit(commands, f"{axis} {degrees:+d}", step.effects[0].position, seen)


def see_wrists(
    hands: Hands, rig: Rig, look: Looking, tell: Callable[[str], None] = lambda _: None
) -> Mapping[str, float]:
    """Have each hand show the cube alone, and measure where its wrist stopped (degrees).

    By place, such as `L +90`; nothing for a rig whose hands cannot. `look` takes a picture of a
    position. Raises UnclearMotionError where the cube does not go along or is not seen, and a
    MotionError where a motion does not end as told.
    """
    hands.perform(Home())
    sights: list[Sight] = []
    for tour in tours(rig):
        shown = []
        for visit in tour.visits:
            for command in visit.commands:
                hands.perform(command)
            shown.append(Sight(visit, seen_face(look(visit.seen), visit)))
            tell(visit.place)
        for command in tour.back:
            hands.perform(command)
        _check_carried(shown)
        sights += shown
    seen = stops(sights)
    for place, at in seen.items():
        if abs(at - int(place.split()[1])) > MOST_SEEN:
            raise UnclearMotionError(
                f"the camera sees wrist {place}° at {at:+.1f}°. So far off is either a horn that "
                "sits wrongly on its servo, or something beside the cube that looks like a row of "
                "stickers; look at both"
            )
    return seen


def stops(sights: Sequence[Sight]) -> dict[str, float]:
    """Measure where wrists stopped (degrees) by where the faces that they show are seen.

    What is off for one hand is not for the other, whose axis runs across: so the place from which
    all are measured is found along with them (least squares).
    """
    if not sights:
        return {}
    rows, seen = [], []
    for number, sight in enumerate(sights):
        for along, moved in enumerate(_moved(sight)):
            row = np.zeros(2 + len(sights))
            row[along] = 1
            row[2 + number] = moved
            rows.append(row)
            seen.append(_middle(sight.view)[along])
    found = np.linalg.lstsq(np.array(rows), np.array(seen), rcond=None)[0][2:]
    angles = np.degrees(np.arcsin(np.clip(found, -1, 1)))
    return {
        sight.visit.place: round(int(sight.visit.place.split()[1]) + float(angle), 1)
        for sight, angle in zip(sights, angles, strict=True)
    }


def _moved(sight: Sight) -> Floats:
    """Say how far the face would be moved (x, y in pixels) by a quarter turn too far."""
    frame = FRAMES[sight.visit.seen]
    about = np.array(FRAMES[sight.visit.about].normal, float)
    # Clockwise for somebody who looks at the position from outside.
    moved = np.cross(-about, HALF * np.array(frame.normal, float))
    axes = np.array([frame.right, frame.down], float)
    return np.asarray(axes @ moved * _side(sight.view) / SIDE, float)


def _middle(view: FaceView) -> Floats:
    middle = np.array([[view.n / 2, view.n / 2]])
    return np.asarray(view.pixels(middle)[0], float)


def _side(view: FaceView) -> float:
    edges = np.roll(view.corners, -1, axis=0) - view.corners
    return float(np.hypot(*edges.T).mean())


def seen_face(frame: Frame, visit: Visit) -> FaceView:
    """Find the face that is seen after a visit; raises UnclearMotionError where there is none."""
    try:
        return _clearest(frame.image, look_for_one(frame).views[0])
    except NoFaceError as error:
        raise UnclearMotionError(
            f"after {visit.commands[-1]} the camera sees no face of the cube. The hands stand as "
            "they are. Is there light, does the camera see the cube, and does the hand hold it?"
        ) from error


def _clearest(image: Image, view: FaceView) -> FaceView:
    """Give a face or what lies a row beside it, whichever is the clearer one.

    An open hand behind the cube may look like a row of stickers, and a row is 42 degrees.
    """
    evidence = Evidence.of(image)
    found = Lattice.bare(view.n, view.homography)
    near = [found, *(found.shifted(*step) for step in BESIDE)]
    refined = refine_all(
        evidence.brightness, [evidence.occupied(each.n, each.homography) for each in near]
    )
    # A face ends at its outline.
    best = max(refined, key=lambda each: evidence.score(each) + 2 * evidence.distinctness(each))
    return view_face(image, best, evidence.score(best))


def showed_others(before: FaceView, after: FaceView) -> bool:
    """Tell whether two pictures show two faces, by their centres."""
    centres = [np.log(view.colours[1, 1] + DARK) for view in (before, after)]
    return bool(np.abs(centres[0] - centres[1]).max() >= ALIKE)


def _check_carried(shown: Sequence[Sight]) -> None:
    """Check that a hand showed another face at each of its places."""
    for before, after in pairwise(shown):
        if not showed_others(before.view, after.view):
            hand = after.visit.place.split()[0]
            raise UnclearMotionError(
                f"the camera sees the same face with wrist {hand} at {before.visit.place} and at "
                f"{after.visit.place}: the cube did not go along. Hand {hand} does not hold it, or "
                "another one had not let go; look at what their servos' open and closed are"
            )
