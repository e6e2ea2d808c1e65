"""Measure by camera the angle at which each wrist stops.

A robot reports its angles only as well as its feedback measures them, and a hobby servo has none. A
gripper that holds the cube alone carries it to the camera; if it stops a few degrees too far, the
seen face is shifted to one side by half the cube's size times the sine of that angle. No gripper
closes on a misaligned cube: the gripper first returns to where it took the cube.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from calibration.errors import GripperCalibrationError
from calibration.gripper_timings import MotionLink
from robot.rigs.command import Command, Grip, Home, Move, gripper_name, wrist_words
from robot.rigs.rig import CubeRotation, Rig, Step, whole_faces
from solver.core.geometry import FRAMES, OPPOSITE
from vision.arrays import FloatArray, Image
from vision.capture.frame import Frame
from vision.detect.face import FaceView, mean_side, sample_face
from vision.detect.lattice import Lattice
from vision.detect.lattice_score import NEIGHBOUR_SHIFTS, EdgeMap
from vision.detect.photograph import detect_main_face
from vision.detect.refinement import refine_all
from vision.errors import NoFaceError

FACE_DISTANCE = 1.5  # cubies from the cube's middle to its faces
SIDE = 3.0  # cubies a face
MAX_PLAUSIBLE_ERROR = 30.0  # degrees; a row of stickers is 42
# Centres that differ less (logarithms of 0..255) are the same one; an offset against noise.
MIN_CENTRE_DIFFERENCE = 0.35
LOG_OFFSET = 12.0

CaptureImage = Callable[[str], Frame]


@dataclass(frozen=True, slots=True)
class Presentation:
    """Commands that bring the cube before the camera in one gripper.

    `detent`: the gripper's axis and detent, such as `L +90`; `rotation_position`: the position that
    the cube is turned about; `camera_position`: the position that the camera sees.
    """

    commands: tuple[Command, ...]
    detent: str
    rotation_position: str
    camera_position: str


@dataclass(frozen=True, slots=True, eq=False)
class FaceSighting:
    """A face before the camera after a visit."""

    visit: Presentation
    view: FaceView


@dataclass(frozen=True, slots=True)
class PresentationTour:
    """The views that one gripper can show by itself, and the commands home from there."""

    visits: tuple[Presentation, ...]
    return_commands: tuple[Command, ...]


def presentation_tours(rig: Rig) -> Iterator[PresentationTour]:
    """Yield for each gripper of a rig the views that it can show while it alone holds the cube.

    Yields nothing for a rig without such grippers.
    """
    for release in rig.steps(rig.home):
        if not isinstance(release.command, Grip):
            continue
        for axis in rig.axes:
            visits: list[Presentation] = []
            here = release.after
            commands: list[Command] = [release.command]
            for step in _cube_rotations(rig, release, axis):
                command = rig.step(here, step.command).command
                here = rig.step(here, step.command).after
                commands.append(command)
                visits.append(_visit(rig, step, tuple(commands)))
                commands = []
            if visits:
                yield PresentationTour(tuple(visits), rig.homing_commands(here))


def _cube_rotations(rig: Rig, release: Step, axis: str) -> Iterator[Step]:
    """Yield the rotations of the cube by one axis that bring another face before the camera."""
    for step in rig.steps(release.after):
        alone = isinstance(step.command, Move) and [a for a, _ in step.command.targets] == [axis]
        match step.effects:
            case (CubeRotation(position=about),) if (
                alone and len(whole_faces(rig, step.after)) == 1
            ):
                (seen,) = whole_faces(rig, step.after)
                if about not in (seen, OPPOSITE[seen]):
                    yield step


def _visit(rig: Rig, step: Step, commands: tuple[Command, ...]) -> Presentation:
    assert isinstance(step.command, Move)
    ((axis, degrees),) = step.command.targets
    (seen,) = whole_faces(rig, step.after)
    return Presentation(commands, f"{axis} {degrees:+d}", step.effects[0].position, seen)


def measure_wrist_angles(
    link: MotionLink, rig: Rig, capture: CaptureImage, tell: Callable[[str], None] = lambda _: None
) -> Mapping[str, float]:
    """Measure each wrist's stop angles (degrees) while its gripper alone shows the cube.

    By place, such as `L +90`; nothing for a rig whose grippers cannot. `capture` takes a picture of
    a position. Raises GripperCalibrationError if the cube does not move along or is not seen, and a
    MotionError if a motion does not end as commanded.
    """
    link.execute(Home())
    sights: list[FaceSighting] = []
    for tour in presentation_tours(rig):
        shown = []
        for visit in tour.visits:
            for command in visit.commands:
                link.execute(command)
            shown.append(
                FaceSighting(visit, find_presented_face(capture(visit.camera_position), visit))
            )
            tell(visit.detent)
        for command in tour.return_commands:
            link.execute(command)
        _check_cube_rotated(shown)
        sights += shown
    seen = estimate_wrist_angles(sights)
    for place, at in seen.items():
        if abs(at - int(place.split()[1])) > MAX_PLAUSIBLE_ERROR:
            raise GripperCalibrationError(
                f"the camera sees the {wrist_words(place)} at {at:+.1f}°. So far off is either a "
                "horn that sits wrongly on its servo, or something beside the cube that looks like "
                "a row of stickers; look at both"
            )
    return seen


def estimate_wrist_angles(sights: Sequence[FaceSighting]) -> dict[str, float]:
    """Measure where wrists stopped (degrees) by where the faces that they show are seen.

    The camera's offset is estimated together with the angles (least squares): an error along one
    gripper's axis does not affect the other, whose axis is perpendicular.
    """
    if not sights:
        return {}
    rows, seen = [], []
    for number, sight in enumerate(sights):
        for along, moved in enumerate(_shift_per_sine(sight)):
            row = np.zeros(2 + len(sights))
            row[along] = 1
            row[2 + number] = moved
            rows.append(row)
            seen.append(_middle(sight.view)[along])
    found = np.linalg.lstsq(np.array(rows), np.array(seen), rcond=None)[0][2:]
    angles = np.degrees(np.arcsin(np.clip(found, -1, 1)))
    return {
        sight.visit.detent: round(int(sight.visit.detent.split()[1]) + float(angle), 1)
        for sight, angle in zip(sights, angles, strict=True)
    }


def _shift_per_sine(sight: FaceSighting) -> FloatArray:
    """Return the shift of a face in the picture (x, y in pixels) per sine of the wrist's error."""
    frame = FRAMES[sight.visit.camera_position]
    about = np.array(FRAMES[sight.visit.rotation_position].normal, float)
    # Clockwise for somebody who looks at the position from outside.
    moved = np.cross(-about, FACE_DISTANCE * np.array(frame.normal, float))
    axes = np.array([frame.right, frame.down], float)
    return np.asarray(axes @ moved * mean_side(sight.view.corners) / SIDE, float)


def _middle(view: FaceView) -> FloatArray:
    middle = np.array([[view.n / 2, view.n / 2]])
    return np.asarray(view.to_pixels(middle)[0], float)


def find_presented_face(frame: Frame, visit: Presentation) -> FaceView:
    """Return the face that the camera sees after a visit.

    Raises GripperCalibrationError if it sees none.
    """
    try:
        return _best_row_shift(frame.image, detect_main_face(frame).views[0])
    except NoFaceError as error:
        raise GripperCalibrationError(
            f"after {visit.commands[-1]} the camera sees no face of the cube. The grippers stand "
            "as they are. Is there light, does the camera see the cube, and does the gripper hold "
            "it?"
        ) from error


def _best_row_shift(image: Image, view: FaceView) -> FaceView:
    """Return a face as it was found or shifted by one row, whichever fits the picture better.

    An open gripper behind the cube may look like a row of stickers, and a shift by a row would be
    measured as an error of 42 degrees.
    """
    evidence = EdgeMap.from_image(image)
    found = Lattice.without_stickers(view.n, view.homography)
    near = [found, *(found.shifted(*step) for step in NEIGHBOUR_SHIFTS)]
    refined = refine_all(
        evidence.brightness, [evidence.lattice_with_blobs(each.n, each.homography) for each in near]
    )
    # A face ends at its outline.
    best = max(refined, key=lambda each: evidence.score(each) + 2 * evidence.shift_contrast(each))
    return sample_face(image, best, evidence.score(best))


def are_different_faces(before: FaceView, after: FaceView) -> bool:
    """Return whether two views show different faces, by the colours of their centres."""
    centres = [np.log(view.colours[1, 1] + LOG_OFFSET) for view in (before, after)]
    return bool(np.abs(centres[0] - centres[1]).max() >= MIN_CENTRE_DIFFERENCE)


def _check_cube_rotated(shown: Sequence[FaceSighting]) -> None:
    """Check that a gripper showed another face at each of its places."""
    for before, after in pairwise(shown):
        if not are_different_faces(before.view, after.view):
            gripper = after.visit.detent.split()[0]
            raise GripperCalibrationError(
                f"the camera sees the same face with the {wrist_words(before.visit.detent)} and "
                f"with the {wrist_words(after.visit.detent)}: the cube did not go along. The "
                f"{gripper_name(gripper)} does not hold it, or another one had not let go; look at "
                "what their servos' open and closed are"
            )
