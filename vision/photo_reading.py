"""Read a 3x3x3 from photos: one pass of all steps after another, until one is certain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from solver.core.geometry import FACES
from vision.assembly import assemble_reading
from vision.attempts import (
    Attempt,
    Attempts,
    Outcome,
    Read,
    face_attempts,
    likeliest,
    mirrored_advice,
    photo_attempts,
)
from vision.checks import TWO_CUBES_LOSS, look_like_two_cubes, repeated_face, two_cubes_advice
from vision.colour.profile import ColourProfile
from vision.colour.scheme import USUAL_SCHEME, KnownScheme
from vision.decode.arrangements import fixed_arrangement
from vision.decode.joint_estimation import (
    fit_cube,
    fit_cube_as_arranged,
    with_margin_over_matches,
)
from vision.decode.observations import Observations, collect_observations
from vision.detect.photograph import ImageFaces
from vision.errors import ImageSetError
from vision.photos import Photos
from vision.reading_result import LeftOut, Reading, value_or_raise
from vision.single_faces import wrong_number

# The work that is done to read six photos, and those of them that look like two cubes: one for a
# pass of a second or two, more where it is slower or seems to be in vain.
MOST_WORK = 12
MOST_WORK_OF_TWO_CUBES = 6
# Why a photo is left out.
UNFITTING = "it does not belong to the others"


def try_photos(
    photos: Photos, profile: ColourProfile | None, scheme: KnownScheme
) -> Reading | ImageSetError:
    """Return the 3x3x3 that photos show, or why they do not show one."""
    firsts = [image.views[0] for image in photos.images]
    # Of more photos one may be left out, of fewer a face may follow from the others.
    are_six, most_work = len(firsts) == len(FACES), None
    if are_six:
        most_work = MOST_WORK_OF_TWO_CUBES if look_like_two_cubes(firsts) else MOST_WORK
    attempts = photo_attempts(photos, profile)
    outcome = carry_out(attempts, partial(read_once, scheme=scheme), most_work)
    outcome = _with_two_cubes_named(outcome) if are_six else outcome
    return _with_left_out(outcome, photos.images)


def read_image_faces(images: Sequence[ImageFaces], profile: ColourProfile | None = None) -> Reading:
    """Return the cube that faces detected in photos show; raises what `read` raises."""
    return value_or_raise(try_image_faces(images, profile))


def try_image_faces(
    images: Sequence[ImageFaces],
    profile: ColourProfile | None,
    attempts: Callable[[Photos, ColourProfile | None], Attempts] = face_attempts,
    scheme: KnownScheme = USUAL_SCHEME,
) -> Reading | ImageSetError:
    """Return the cube that faces detected in photos show, or why they do not show one."""
    photos = Photos(images, may_be_mirrored=scheme.may_be_mirrored)
    outcome = carry_out(attempts(photos, profile), partial(read_once, scheme=scheme))
    return _with_left_out(outcome, images)


def try_in_order(
    images: Sequence[ImageFaces], profile: ColourProfile | None, scheme: KnownScheme
) -> Reading | ImageSetError:
    """Return the 3x3x3 of which photos show U R F D L B, each upright, or why there is none."""
    if len(images) != len(FACES):
        return wrong_number(images)
    observations = collect_observations(images)
    if isinstance(observations, ImageSetError):
        return observations
    upright = [(position, 0) for position in range(len(FACES))]
    observations = replace(observations, arrangements=fixed_arrangement(upright))
    fitted = fit_cube_as_arranged(observations, profile, scheme)
    return assemble_reading(observations, fitted, scheme)


def carry_out(
    attempts: Attempts, read: Callable[[Attempt], Outcome], most_work: int | None = None
) -> Outcome:
    """Return the outcome that counts after `read` has made one attempt after the other.

    Once `most_work` is done and no cube was certain, no other attempt is made: the likeliest
    outcome of the photos as they are counts.
    """
    # Of the photos as they are the likeliest outcome alone is kept: each holds pictures.
    best: list[Outcome] = []
    work, is_sure = 0, False
    try:
        attempt = next(attempts)
        photos = attempt.photos
        while True:
            outcome = read(attempt)
            work += _work(attempt, outcome)
            is_sure = is_sure or outcome.certain
            if attempt.photos is photos:
                best = [likeliest([*best, outcome])]
            if most_work is not None and work >= most_work and not is_sure:
                return best[0]
            attempt = attempts.send(outcome)
    except StopIteration as end:
        counts: Outcome = end.value
        return counts


def _work(attempt: Attempt, outcome: Outcome) -> int:
    """Return how long an attempt takes, about; more where it seems to be in vain.

    Parts of faces may be matched in several ways, and photos of two cubes fit in none.
    """
    observations = attempt.observations
    is_matched = isinstance(observations, Observations) and observations.has_other_matches
    is_in_vain = isinstance(outcome, Read) and outcome.fitted.start_loss >= TWO_CUBES_LOSS
    return 1 + is_matched + is_in_vain


def read_once(attempt: Attempt, scheme: KnownScheme = USUAL_SCHEME) -> Outcome:
    """Return the cube that one pass over photos gives, or why they do not show one."""
    observations = attempt.observations
    if isinstance(observations, ImageSetError):
        return observations
    fitted = fit_cube(observations, attempt.profile, scheme)
    fitted = with_margin_over_matches(observations, fitted, scheme)
    reading = assemble_reading(observations, fitted, scheme)
    repeated = None if reading.certain else repeated_face(observations, fitted)
    return Read(attempt, reading, observations, fitted, repeated)


def _with_two_cubes_named(outcome: Outcome) -> Outcome:
    """Return an outcome that says so where photos seem to be of two cubes."""
    if isinstance(outcome, ImageSetError) or outcome.certain:
        return outcome
    advice = outcome.reading.advice
    if advice in map(mirrored_advice, outcome.observations.image_names):
        return outcome  # flipping one of them makes the reading certain
    advice = two_cubes_advice(outcome.observations, outcome.fitted, advice)
    return replace(outcome, reading=replace(outcome.reading, advice=advice))


def _with_left_out(outcome: Outcome, images: Sequence[ImageFaces]) -> Reading | ImageSetError:
    """Return the reading of an outcome, which says which of all images are left out."""
    if isinstance(outcome, ImageSetError):
        return outcome
    left_out = outcome.attempt.photos.left_out
    return outcome.reading.without([LeftOut(images[i].name, i, UNFITTING) for i in left_out])
