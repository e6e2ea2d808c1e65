"""Read the state of a cube from photos: all steps, from frames to a reading."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial

from files.wording import counted
from solver.core.geometry import FACES
from vision.assembly import assemble_reading
from vision.attempt import Attempt, Attempts, Outcome, Read, carry_out
from vision.attempts import face_attempts, mirrored_advice, photo_attempts
from vision.capture.frame import Frame
from vision.checks import check_solved, repeated_face
from vision.colour.profile import ColourProfile
from vision.colour.scheme import USUAL_ORDER, ColourOrder
from vision.decode.arrangements import fixed_arrangement
from vision.decode.joint_estimation import fit_cube, fit_cube_as_arranged, with_margin_over_matches
from vision.decode.observations import collect_observations
from vision.detect.photograph import ImageFaces, detect_cube_faces, detect_main_face
from vision.errors import ImageSetError, MissingFacesError, NoFaceError, TooManyFacesError
from vision.photos import Photos
from vision.reading_result import (
    LeftOut,
    Placement,
    Reading,
    first_certain,
    profiles_in_order,
    value_or_raise,
)
from vision.two_cubes import look_like_two_cubes, two_cubes_advice

# The work that is done to read six photos, and those of them that look like two cubes: one for a
# pass of a second or two, more where it is slower or seems to be in vain.
MOST_WORK = 12
MOST_WORK_OF_TWO_CUBES = 6
# Why a photo is left out.
FACELESS = "no face of a cube is found in it"
UNFITTING = "it does not belong to the other photos"


def read_cube(
    frames: Iterable[Frame],
    profile: ColourProfile | None = None,
    order: ColourOrder = USUAL_ORDER,
) -> Reading:
    """Return the cube whose six faces photos show together, in any order and rotation.

    Six single faces, two opposite corners or any mix; a face may be shown more than once, and one
    face may be in no photo: it follows from the others where only one legal cube fits them. Photos
    without a face are left out, and those of something else, where the rest then shows one cube
    with certainty (see `left_out`). Raises NoFaceError where a photo has no face and the others are
    not enough, MissingFacesError if more faces are not there, TooManyFacesError if the photos show
    more than one cube, RepeatedFaceError if one face was shown in place of another, MirroredError
    if they fit together only with one of them flipped. A `profile` counts only where the reading is
    not certain without it. `order`: what is known of the order of the colours.
    """
    photos, faceless = _searched(frames, order)
    firsts = [image.views[0] for image in photos.images]
    # Of more photos one may be left out, of fewer a face may follow from the others.
    most_work = None
    if len(firsts) == len(FACES):
        most_work = MOST_WORK_OF_TWO_CUBES if look_like_two_cubes(firsts) else MOST_WORK
    outcome = first_certain(
        carry_out(photo_attempts(photos, colours), partial(read_once, order=order), most_work)
        for colours in profiles_in_order(profile)
    )
    if len(firsts) == len(FACES):
        outcome = _with_two_cubes_named(outcome)
    if faceless and isinstance(outcome, ImageSetError):
        raise next(iter(faceless.values()))
    without_face = [LeftOut(error.name, index, FACELESS) for index, error in faceless.items()]
    with_face = [i for i in range(len(photos.images) + len(faceless)) if i not in faceless]
    return _with_left_out(value_or_raise(outcome), photos.images, with_face, without_face)


def _with_two_cubes_named(outcome: Outcome) -> Outcome:
    """Return an outcome that says so where photos seem to be of two cubes."""
    if isinstance(outcome, ImageSetError) or outcome.certain:
        return outcome
    advice = outcome.reading.advice
    if advice in map(mirrored_advice, outcome.observations.image_names):
        return outcome  # flipping one of them makes the reading certain
    advice = two_cubes_advice(outcome.observations, outcome.fitted, advice)
    return replace(outcome, reading=replace(outcome.reading, advice=advice))


def _with_left_out(
    read: Read,
    images: Sequence[ImageFaces],
    indices: Sequence[int],
    faceless: Sequence[LeftOut] = (),
) -> Reading:
    """Return a reading that says which photos are left out; `indices`: of `images` among all."""
    unfitting = [
        LeftOut(images[index].name, indices[index], UNFITTING)
        for index in read.attempt.photos.left_out
    ]
    return read.reading.without([*faceless, *unfitting])


def _searched(frames: Iterable[Frame], order: ColourOrder) -> tuple[Photos, dict[int, NoFaceError]]:
    """Return photos with the faces that are found in them; of those without a face, the errors.

    Raises NoFaceError where none has a face.
    """
    searched: list[Frame] = []
    images: list[ImageFaces] = []
    faceless: dict[int, NoFaceError] = {}
    for index, frame in enumerate(frames):
        try:
            images.append(detect_cube_faces(frame))
            searched.append(frame)
        except NoFaceError as error:
            faceless[index] = error
    if faceless and not images:
        raise faceless[0]
    return Photos(images, searched, may_be_mirrored=order.may_be_mirrored), faceless


def read_once(attempt: Attempt, order: ColourOrder = USUAL_ORDER) -> Outcome:
    """Return the cube that one pass over photos gives, or why they do not show one."""
    observations = attempt.observations
    if isinstance(observations, ImageSetError):
        return observations
    fitted = fit_cube(observations, attempt.profile, order)
    fitted = with_margin_over_matches(observations, fitted, order)
    reading = assemble_reading(observations, fitted, order)
    reading = check_solved(reading, observations, fitted.decoded)
    repeated = None if reading.certain else repeated_face(observations, fitted)
    return Read(attempt, reading, observations, fitted, repeated)


def read_image_faces(images: Sequence[ImageFaces], profile: ColourProfile | None = None) -> Reading:
    """Return the cube that faces detected in photos show; raises what `read_cube` raises."""
    return value_or_raise(try_image_faces(images, profile))


def try_image_faces(
    images: Sequence[ImageFaces],
    profile: ColourProfile | None,
    attempts: Callable[[Photos, ColourProfile | None], Attempts] = face_attempts,
    order: ColourOrder = USUAL_ORDER,
) -> Reading | ImageSetError:
    """Return the cube that faces detected in photos show, or why they do not show one."""
    photos = Photos(images, may_be_mirrored=order.may_be_mirrored)
    outcome = carry_out(attempts(photos, profile), partial(read_once, order=order))
    if isinstance(outcome, ImageSetError):
        return outcome
    return _with_left_out(outcome, images, range(len(images)))


def read_with_placements(
    frames: Sequence[Frame],
    placements: Sequence[Placement],
    profile: ColourProfile | None = None,
    order: ColourOrder = USUAL_ORDER,
) -> Reading:
    """Return the cube that six images show, of which the face and its rotation are known.

    The facelets are in the letters of the placements. Raises NoFaceError, MissingFacesError,
    TooManyFacesError, and ValueError for placements that are not the six faces.
    """
    if len(frames) != len(FACES):
        error = MissingFacesError if len(frames) < len(FACES) else TooManyFacesError
        names = ", ".join(repr(frame.name) for frame in frames) or "none"
        raise error(
            f"{counted(len(frames), 'image')} given ({names}), six expected, one of each face"
        )
    if sorted(p.face for p in placements) != sorted(FACES):
        raise ValueError(
            f"placements {[p.face for p in placements]} must name each of U R F D L B once"
        )
    images = [detect_main_face(frame) for frame in frames]
    observations = value_or_raise(collect_observations(images))
    positions = [(FACES.index(p.face), -p.quarter_turns % 4) for p in placements]
    observations = replace(observations, arrangements=fixed_arrangement(positions))
    fitted = fit_cube_as_arranged(observations, profile, order)
    reading = assemble_reading(observations, fitted, order)
    return check_solved(reading, observations, fitted.decoded)
