"""Read the state of a cube from photos: all steps, from frames to a reading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from solver.core.geometry import FACES
from vision.advice import MIRROR_ADVICE
from vision.capture.frame import Frame
from vision.colour.profile import ColourProfile, read_consulting
from vision.decode.arrangements import fixed_arrangement
from vision.decode.joint_estimation import FittedCube, fit_cube, fit_cube_as_arranged
from vision.decode.observations import (
    Observations,
    collect_five_faces,
    collect_observations,
    without_fingers,
    without_shades,
)
from vision.detect.photograph import (
    ImageFaces,
    detect_cube_faces,
    detect_cube_faces_again,
    detect_main_face,
)
from vision.errors import (
    ImageSetError,
    MirroredError,
    MissingFacesError,
    RepeatedFaceError,
    TooManyFacesError,
)
from vision.partial_faces import fit_matched_cube
from vision.reading_checks import check_repeated_faces, check_solved, mirrored_image_advice
from vision.reading_result import Placement, Reading, assemble_reading


def read_cube(frames: Iterable[Frame], profile: ColourProfile | None = None) -> Reading:
    """Return the cube whose six faces photos show together, in any order and rotation.

    Six single faces, two opposite corners or any mix; a face may be shown more than once, and one
    face may be in no photo: it follows from the others where only one legal cube fits them. Raises
    NoFaceError for a photo without a face, MissingFacesError if more faces are not there,
    TooManyFacesError if the photos show more than one cube, RepeatedFaceError if one face was
    shown in place of another, MirroredError if they fit together only with one of them flipped.
    A `profile` counts only where the reading is not certain without it.
    """
    seen = [(frame, detect_cube_faces(frame)) for frame in frames]
    return read_consulting(lambda colours: _read_seen(seen, colours), profile)


def _read_seen(seen: Sequence[tuple[Frame, ImageFaces]], profile: ColourProfile | None) -> Reading:
    images = [faces for _, faces in seen]
    try:
        reading = read_image_faces(images, profile)
    except ImageSetError as error:
        # Another scale may show what this one did not.
        again = _read_again(seen, profile) or _read_five_faces(images, error, profile)
        if again is None:
            raise
        return again
    return reading if reading.certain else _read_again(seen, profile) or reading


def _read_again(
    seen: Sequence[tuple[Frame, ImageFaces]], profile: ColourProfile | None
) -> Reading | None:
    """Return the reading of photos that are searched at another scale, if that is certain."""
    images = [detect_cube_faces_again(*each) for each in seen]
    if all(faces is before for faces, (_, before) in zip(images, seen, strict=True)):
        return None
    with suppress(ImageSetError):
        reading = read_image_faces(images, profile)
        if reading.certain:
            return reading
    return None


def _read_five_faces(
    images: Sequence[ImageFaces], error: ImageSetError, profile: ColourProfile | None
) -> Reading | None:
    """Return the cube of which photos show five faces, None if they do not.

    `error`: why they do not show six. Where that is a face shown twice, in place of another one,
    the user is told so unless the reading is certain.
    """
    if isinstance(error, MissingFacesError):
        with suppress(ImageSetError):
            return _read_observations(collect_five_faces(images), profile)
    if isinstance(error, RepeatedFaceError):
        with suppress(ImageSetError):
            reading = _read_observations(collect_five_faces(images), profile)
            if reading.certain:
                return reading
    return None


def read_image_faces(images: Sequence[ImageFaces], profile: ColourProfile | None = None) -> Reading:
    """Return the cube that faces detected in photos show; raises what `read_cube` raises."""
    read = partial(read_legal_cube, profile=profile)
    try:
        reading = read_legal_cube(images, profile)
    except MissingFacesError:
        raise
    except ImageSetError as error:
        advice = mirrored_image_advice(images, profile, read)
        if advice:
            raise MirroredError(advice) from error
        raise
    if reading.certain or reading.advice == MIRROR_ADVICE:
        return reading
    advice = mirrored_image_advice(images, profile, read)
    return replace(reading, advice=advice or reading.advice)


def read_legal_cube(images: Sequence[ImageFaces], profile: ColourProfile | None) -> Reading:
    """Return the cube, without a search for mirrored photos; raises what `read_cube` raises.

    The main faces are read alone if they are enough, and otherwise all faces.
    """
    fronts = [image.main_face_only for image in images]
    if len(fronts) >= len(FACES) and any(len(image.views) > 1 for image in images):
        # The other faces are seen obliquely, and so less clearly.
        with suppress(ImageSetError):
            reading = _read_once(fronts, profile)
            if reading.certain:
                return reading
    return _read_once(images, profile)


def _read_once(images: Sequence[ImageFaces], profile: ColourProfile | None) -> Reading:
    return _read_observations(collect_observations(images), profile)


def _read_observations(observations: Observations, profile: ColourProfile | None) -> Reading:
    observations, fitted = fit_matched_cube(observations, profile)
    reading = _assemble_checked(observations, fitted)
    if reading.certain:
        return reading
    for clearer in _without_causes_of_doubt(observations, fitted):
        again = _assemble_checked(clearer, fit_cube(clearer, profile))
        if again.certain:
            return again
    check_repeated_faces(observations)
    return reading


def _without_causes_of_doubt(
    observations: Observations, fitted: FittedCube
) -> Iterator[Observations]:
    """Yield the observations without the shades on the cube, and without fingers, if there are."""
    lit = without_shades(observations, fitted.decoded.labels)
    if lit is not None:
        yield lit
    white = fitted.colour_names.index("white")
    uncovered = without_fingers(
        observations,
        fitted.decoded.losses[fitted.decoded.arrangement.facelets],
        fitted.model.gains * fitted.model.linear_means[white],
    )
    if uncovered is not None:
        yield uncovered


def _assemble_checked(observations: Observations, fitted: FittedCube) -> Reading:
    return check_solved(assemble_reading(observations, fitted), observations, fitted.decoded)


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
    observations = collect_observations([detect_main_face(frame) for frame in frames])
    positions = [(FACES.index(p.face), -p.quarter_turns % 4) for p in placements]
    observations = replace(observations, arrangements=fixed_arrangement(positions))
    fitted = fit_cube_as_arranged(observations, profile)
    reading = assemble_reading(observations, fitted)
    return check_solved(reading, observations, fitted.decoded)
