"""Read the cube that a robot holds from all pictures of its cameras together.

Between two pictures the whole cube is rotated as the robot reports. Which position of space each
camera sees may be known, or follows from the pictures: a face that comes back must be the one that
the rotations bring back, and the whole must be a legal cube.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from solver.core.geometry import FACES
from solver.core.orientation import ORIENTATIONS
from vision.assembly import assemble_reading
from vision.colour.profile import ColourProfile
from vision.colour.scheme import USUAL_SCHEME, KnownScheme
from vision.decode.arrangements import known_arrangements
from vision.decode.joint_estimation import FittedCube, fit_cube_as_arranged
from vision.decode.observations import Observations, samples_of
from vision.errors import ImageSetError, MissingFacesError
from vision.held.outlines import positions_seen
from vision.held.placed_views import (
    CameraPlace,
    CameraSight,
    HeldPicture,
    PlacedViews,
    clusters_of,
    expected_sights,
    matched_groups,
    placed_views,
)
from vision.reading import read_with_profile
from vision.reading_result import Reading, value_or_raise

# A colour is known by so many of its stickers.
MIN_STICKERS = 3
MAX_FITS = 4  # ways to match the views with faces for which the colours are fitted


@dataclass(frozen=True, slots=True, eq=False)
class HeldReading:
    """A reading in the letters of the robot, and where each camera looks, as far as is known.

    `from_anywhere`: whether it follows only if the cameras do not look where they were said to.
    """

    reading: Reading
    places: tuple[CameraPlace, ...]
    from_anywhere: bool = False

    @property
    def certain(self) -> bool:
        """Return whether the reading is certain."""
        return self.reading.certain


def read_held_cube(
    pictures: Sequence[HeldPicture],
    places: Sequence[CameraPlace],
    profile: ColourProfile | None = None,
    scheme: KnownScheme = USUAL_SCHEME,
) -> HeldReading:
    """Return the cube that a robot has shown to its cameras; the centres have their own letters.

    The cameras are taken to look where their places say, and upright if that was not learnt; what
    the robot hides there is left out. If no certain reading follows, they are taken to look
    anywhere: their places are then learnt. A `profile` counts only where the reading is not certain
    without it. `scheme`: what is known of the order of the colours. A face that was not seen is
    what the other five leave to it, where they leave one possibility. Raises MissingFacesError if
    faces were not seen.
    """
    return value_or_raise(
        read_with_profile(lambda colours: _read_placed(pictures, places, colours, scheme), profile)
    )


def _read_placed(
    pictures: Sequence[HeldPicture],
    places: Sequence[CameraPlace],
    profile: ColourProfile | None,
    scheme: KnownScheme,
) -> HeldReading | ImageSetError:
    """Return the cube as the places say or, if that is not certain, from anywhere."""
    as_placed = _read(pictures, places, expected_sights(pictures, places), profile, scheme)
    if isinstance(as_placed, MissingFacesError):
        followed = _read_by_five(pictures, places, profile, scheme)
        if followed is not None:
            return followed
    # Where nothing rotates the cube, every rotation of all cameras together is possible.
    if as_placed.certain or len({picture.held for picture in pictures}) == 1:
        return as_placed
    unknown = [CameraPlace("") for _ in places]
    anywhere = _read(pictures, places, expected_sights(pictures, unknown), profile, scheme)
    if isinstance(anywhere, ImageSetError) or not (
        anywhere.certain or isinstance(as_placed, ImageSetError)
    ):
        return as_placed
    return replace(anywhere, from_anywhere=True)


def _read_by_five(
    pictures: Sequence[HeldPicture],
    places: Sequence[CameraPlace],
    profile: ColourProfile | None,
    scheme: KnownScheme,
) -> HeldReading | None:
    """Return the cube of cameras that have shown five faces, where one legal cube has these.

    The sixth one stands as a view whose stickers are all hidden. None where another cube is as
    probable, and where a camera may look at several faces.
    """
    if any(len(place.positions) != 1 for place in places) or not pictures:
        return None
    last = pictures[-1]
    position = places[last.camera].positions
    shown = {each.held.face_at(places[each.camera].positions) for each in pictures}
    if len(shown) != len(FACES) - 1:
        return None
    (unseen,) = set(FACES) - shown
    held = next(each for each in ORIENTATIONS if each.face_at(position) == unseen)
    hidden = HeldPicture(last.faces, last.camera, held, {position: frozenset(range(9))})
    every = [*pictures, hidden]
    found = _read(every, places, expected_sights(every, places), profile, scheme)
    if isinstance(found, ImageSetError) or not found.certain:
        return None
    if found.reading.facelets.count(unseen) - _own_stickers(found.reading, unseen) < MIN_STICKERS:
        return None
    seen = tuple(each for each in found.reading.places if each.letter != unseen)
    return replace(found, reading=replace(found.reading, places=seen))


def _own_stickers(reading: Reading, face: str) -> int:
    """Return how many stickers of a face have its own colour."""
    first = 9 * FACES.index(face)
    return reading.facelets[first : first + 9].count(face)


def _read(
    pictures: Sequence[HeldPicture],
    places: Sequence[CameraPlace],
    sights: Sequence[CameraSight],
    profile: ColourProfile | None,
    scheme: KnownScheme,
) -> HeldReading | ImageSetError:
    """Return the most probable cube over all ways in which the cameras may look."""
    placed = placed_views(pictures, sights)
    if isinstance(placed, ImageSetError):
        return placed
    groups = list(matched_groups(placed))
    fits = []
    for group in groups[:MAX_FITS]:
        observations = _observations(pictures, group)
        fits.append((group, observations, fit_cube_as_arranged(observations, profile)))
    group, observations, fitted = max(fits, key=lambda fit: fit[2].decoded.log_prob)
    fitted = _with_margin_over(fitted, [other for *_, other in fits])
    if len(groups) > MAX_FITS:
        fitted = replace(fitted, decoded=replace(fitted.decoded, margin=0.0))
    reading = assemble_reading(observations, fitted, scheme)
    if reading.certain:
        places = _learnt_places(places, sights, group, fitted)
    return HeldReading(reading, tuple(places))


def _observations(pictures: Sequence[HeldPicture], group: PlacedViews) -> Observations:
    clusters = clusters_of(group.facelets[0])
    return Observations(
        group.views,
        tuple(pictures[index].faces.name for index in group.pictures),
        samples_of(group.views, group.pictures).matched(clusters.sticker_ids),
        clusters,
        known_arrangements(group.facelets, clusters),
    )


def _with_margin_over(fitted: FittedCube, others: Sequence[FittedCube]) -> FittedCube:
    """Return a cube with its margin over those of other matches of the views too."""
    decoded = fitted.decoded
    margins = [
        decoded.log_prob - other.decoded.log_prob
        for other in others
        if other.decoded.facelets != decoded.facelets
    ]
    return replace(fitted, decoded=replace(decoded, margin=min([decoded.margin, *margins])))


def _learnt_places(
    places: Sequence[CameraPlace],
    sights: Sequence[CameraSight],
    group: PlacedViews,
    fitted: FittedCube,
) -> tuple[CameraPlace, ...]:
    """Return where the cameras look if the cube was read with certainty.

    A camera's place stays as it was if the cube looks the same in another way, as a solved one may.
    """
    decoded = fitted.decoded
    same = [
        way
        for way, facelets in zip(group.ways, group.facelets, strict=True)
        if (decoded.colours[facelets] == decoded.labels).all()
    ]
    return tuple(
        CameraPlace(positions_seen(rotations[0], sight.outlines), rotations[0], sight.outlines)
        if len(rotations := list({way[camera] for way in same})) == 1
        else place
        for camera, (place, sight) in enumerate(zip(places, sights, strict=True))
    )
