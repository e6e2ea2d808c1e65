"""Read the state of a cube from photos: all steps, from frames to a reading."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from solver.core.geometry import FACES
from vision.assembly import assemble_reading, check_solved, repeated_face
from vision.attempts import (
    Attempt,
    Attempts,
    Outcome,
    Photos,
    Read,
    carry_out,
    face_attempts,
    photo_attempts,
)
from vision.capture.frame import Frame
from vision.colour.profile import ColourProfile
from vision.decode.arrangements import fixed_arrangement
from vision.decode.joint_estimation import fit_cube, fit_cube_as_arranged, with_margin_over_matches
from vision.decode.observations import collect_observations
from vision.detect.photograph import ImageFaces, detect_cube_faces, detect_main_face
from vision.errors import ImageSetError, MissingFacesError, TooManyFacesError
from vision.reading_result import (
    Placement,
    Reading,
    first_certain,
    profiles_in_order,
    value_or_raise,
)


def read_cube(frames: Iterable[Frame], profile: ColourProfile | None = None) -> Reading:
    """Return the cube whose six faces photos show together, in any order and rotation.

    Six single faces, two opposite corners or any mix; a face may be shown more than once, and one
    face may be in no photo: it follows from the others where only one legal cube fits them. Raises
    NoFaceError for a photo without a face, MissingFacesError if more faces are not there,
    TooManyFacesError if the photos show more than one cube, RepeatedFaceError if one face was
    shown in place of another, MirroredError if they fit together only with one of them flipped.
    A `profile` counts only where the reading is not certain without it.
    """
    photos = _searched(frames)
    return value_or_raise(
        first_certain(
            carry_out(photo_attempts(photos, colours), read_once)
            for colours in profiles_in_order(profile)
        )
    ).reading


def _searched(frames: Iterable[Frame]) -> Photos:
    """Return photos with the faces that are found in them. Raises NoFaceError."""
    searched: list[Frame] = []
    images = []
    for frame in frames:
        searched.append(frame)
        images.append(detect_cube_faces(frame))
    return Photos(images, searched)


def read_once(attempt: Attempt) -> Outcome:
    """Return the cube that one pass over photos gives, or why they do not show one."""
    observations = attempt.observations
    if isinstance(observations, ImageSetError):
        return observations
    fitted = fit_cube(observations, attempt.profile)
    fitted = with_margin_over_matches(observations, fitted)
    reading = check_solved(assemble_reading(observations, fitted), observations, fitted.decoded)
    repeated = None if reading.certain else repeated_face(observations)
    return Read(attempt, reading, observations, fitted, repeated)


def read_image_faces(images: Sequence[ImageFaces], profile: ColourProfile | None = None) -> Reading:
    """Return the cube that faces detected in photos show; raises what `read_cube` raises."""
    return value_or_raise(try_image_faces(images, profile))


def try_image_faces(
    images: Sequence[ImageFaces],
    profile: ColourProfile | None,
    attempts: Callable[[Photos, ColourProfile | None], Attempts] = face_attempts,
) -> Reading | ImageSetError:
    """Return the cube that faces detected in photos show, or why they do not show one."""
    outcome = carry_out(attempts(Photos(images), profile), read_once)
    return outcome if isinstance(outcome, ImageSetError) else outcome.reading


def read_with_placements(
    frames: Sequence[Frame], placements: Sequence[Placement], profile: ColourProfile | None = None
) -> Reading:
    """Return the cube that six images show, of which the face and its rotation are known.

    The facelets are in the letters of the placements. Raises NoFaceError, MissingFacesError,
    TooManyFacesError, and ValueError for placements that are not the six faces.
    """
    if len(frames) != len(FACES):
        error = MissingFacesError if len(frames) < len(FACES) else TooManyFacesError
        names = ", ".join(repr(frame.name) for frame in frames) or "none"
        raise error(f"{len(frames)} images given ({names}), six expected, one of each face")
    if sorted(p.face for p in placements) != sorted(FACES):
        raise ValueError(
            f"placements {[p.face for p in placements]} must name each of U R F D L B once"
        )
    images = [detect_main_face(frame) for frame in frames]
    observations = value_or_raise(collect_observations(images))
    positions = [(FACES.index(p.face), -p.quarter_turns % 4) for p in placements]
    observations = replace(observations, arrangements=fixed_arrangement(positions))
    fitted = fit_cube_as_arranged(observations, profile)
    reading = assemble_reading(observations, fitted)
    return check_solved(reading, observations, fitted.decoded)
