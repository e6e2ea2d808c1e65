"""Read sticker colours on single faces, without the constraints of a whole cube.

A stronger colour prior is needed then: the six colours are near the usual ones or a profile. The
probability of a colour has the unknown light and colours integrated out (`vision.decode.
loose_faces`), so where two colours cannot be told apart both are given.

Faces of one photo are those of one cube where they meet at its edges; any others may be of another
cube, and are read by themselves.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np

from solver.core.geometry import FACES
from vision.arrays import BoolArray, FloatArray
from vision.attempts import whole_cube_attempts
from vision.capture.frame import Frame
from vision.colour.colour_belief import Sample, nearest_other
from vision.colour.colour_model import outlier_probability
from vision.colour.illumination import (
    clipped,
    dark_offsets,
    exposures,
    log_light,
    same_places,
    saturation_levels,
)
from vision.colour.profile import COLOURS, ColourPrior, ColourProfile, expected_colours
from vision.decode.loose_faces import CENTRE, FaceSamples, PhotoFaces, label_photos
from vision.detect.face import Corners, FaceView, ViewGroup, group_views
from vision.detect.photograph import ImageFaces, connected, detect_all_faces, with_whole_sizes
from vision.errors import ImageSetError
from vision.photo_reading import try_image_faces
from vision.reading_result import Face

# The smallest probability of nine right stickers of a certain face. Most certain faces are far
# above it, so that of all together at least 0.99 are right. This and the next numbers were chosen
# on one half of the cameras and judged on the other (docs/reading.md).
CERTAIN = 0.94
# A pair of colours of which one face leaves this probability to the wrong one, so that it is not
# certain, cannot be told apart by the other faces of the cube either, unless they show both.
UNTOLD = 1 - CERTAIN
# Two stickers of one colour that lie apart by this share of the way to another colour, beyond shade
# and gloss, are in doubt (with this probability of that other one); so is one that is too bright
# for all channels of the camera, but is not read as the brightest colour.
APART = 0.25
DOUBT = 0.2
CLEARLY_SEEN = 0.8  # the visibility of a sticker from which its shade says something
LOGO_PROBABILITY = 0.03  # that a centre shows a logo in place of its colour
MAX_OUTLIER = 0.999  # so that the logarithm of its complement is finite
# The standard deviation of the brightness (natural logarithm) of a half hidden sticker: what
# hides it shades it too.
SHADE_SIGMA = 0.25
SMALLEST_ALTERNATIVE = 0.001  # of the probabilities that are listed

# The probability that a face of a low detection score is not where it was found, alone and where it
# meets another face at an edge of the cube, and the score around which that ends, with the width of
# the change; some of its stickers are still right.
MISPLACED_PROBABILITY = 0.08
MISPLACED_AT_EDGE = 0.02
MISPLACED_SCORE = (0.59, 0.012)
RIGHT_IF_MISPLACED = 0.5

# Of one face: the probability of each colour (9 x 6), and that all the best are right.
Labelled = tuple[FloatArray, float]


def read_faces(frames: Iterable[Frame], profile: ColourProfile | None = None) -> tuple[Face, ...]:
    """Return the colours on all faces in photos of one 3 x 3 x 3 cube, however few there are.

    More photos in the same light make them more certain, and so does a profile of this cube's
    colours. Raises NoFaceError for a photo without a face.
    """
    return classify_faces(
        [with_whole_sizes(frame, detect_all_faces(frame)) for frame in frames], profile
    )


def classify_faces(
    pictures: Sequence[ImageFaces],
    profile: ColourProfile | None = None,
) -> tuple[Face, ...]:
    """Return the colours on all faces detected in photos of one cube, in their order."""
    views = [view for picture in pictures for view in picture.views]
    if not views:
        return ()
    is_larger = any(view.whole_n for view in views)
    as_read = {} if is_larger else _as_whole_cube(pictures, profile)
    prior = expected_colours(profile)
    image_index = [index for index, picture in enumerate(pictures) for _ in picture.views]
    samples = samples_of(views, image_index)
    places = same_places(np.stack([view.corners for view in views]))
    found_there = Counter(places)
    groups = group_views(views, image_index)
    labelled = _labelled(samples, groups, image_index, places, prior)
    labelled = [
        _with_own_doubts(*each, prior) for each in zip(views, samples, labelled, strict=True)
    ]
    labelled = _with_doubts_of_others(views, groups, labelled)
    joined = {index for group in groups if len(group.views) > 1 for index in group.views}
    # A cube has one size: where the rows of one of its faces go on, so do those of the others.
    larger = {
        i: max(views[j].whole_n for j in group.views) for group in groups for i in group.views
    }
    result = []
    for index, (view, (probabilities, all_right)) in enumerate(zip(views, labelled, strict=True)):
        if (image_index[index], view.rounded_corners()) in as_read:
            result.append(as_read[image_index[index], view.rounded_corners()])
            continue
        misplaced = _misplaced_probability(
            view.detection_score, found_there[places[index]], at_edge=index in joined
        )
        doubt = misplaced * (1 - RIGHT_IF_MISPLACED)
        probabilities = (1 - doubt) * probabilities + doubt / COLOURS
        result.append(
            Face(
                pictures[image_index[index]].name,
                view.rounded_corners(),
                tuple(prior.names[colour] for colour in probabilities.argmax(1)),
                tuple(probabilities.max(1).tolist()),
                bool(all_right * (1 - misplaced) >= CERTAIN) and not larger[index],
                tuple(_listed(each, prior.names) for each in probabilities),
                picture_index=image_index[index],
                part_of=larger[index],
            )
        )
    return tuple(result)


def _labelled(
    samples: Sequence[FaceSamples],
    groups: Sequence[ViewGroup],
    image_index: Sequence[int],
    places: Sequence[int],
    prior: ColourPrior,
) -> list[Labelled]:
    """Return the probable colours of each face, from the faces of its cube.

    Photos are of one cube, but what does not meet the first face of a photo may be of another one.
    """
    main: list[tuple[list[int], PhotoFaces]] = []
    alone: list[tuple[list[int], PhotoFaces]] = []
    for group in groups:
        own = sorted(group.views)
        placed = dict(zip(group.views, group.facelets, strict=True))
        here = ViewGroup(tuple(range(len(own))), np.stack([placed[view] for view in own]))
        photo = PhotoFaces([samples[i] for i in own], [here], [places[i] for i in own])
        is_main = image_index.index(image_index[own[0]]) == own[0]
        (main if is_main else alone).append((own, photo))
    found = label_photos([photo for _, photo in main], prior)
    found += [labellings for _, photo in alone for labellings in label_photos([photo], prior)]
    by_view = {
        view: labellings.of_face(face)
        for (own, _), labellings in zip(main + alone, found, strict=True)
        for face, view in enumerate(own)
    }
    return [by_view[view] for view in range(len(samples))]


def _with_own_doubts(
    view: FaceView, samples: FaceSamples, labelled: Labelled, prior: ColourPrior
) -> Labelled:
    """Return the colours of a face with the doubt that its own stickers raise.

    Two shades that lie plainly apart are one colour only by shade or gloss; and a sticker that is
    too bright for the camera may be white.
    """
    probabilities, all_right = labelled
    best = probabilities.argmax(1)
    for colour in np.unique(best).tolist():
        own = np.flatnonzero((best == colour) & (view.visibility.ravel() >= CLEARLY_SEEN)).tolist()
        share, other = max(
            (nearest_other(samples[i], samples[j], colour, prior) for i, j in combinations(own, 2)),
            default=(0.0, colour),
        )
        if share >= APART:
            probabilities = _doubted(probabilities, best == colour, other, DOUBT)
            all_right *= 1 - DOUBT
    overexposed = np.array([sample.clipped.all() for sample in samples]) & (best != prior.white)
    if overexposed.any():
        probabilities = _doubted(probabilities, overexposed, prior.white, DOUBT)
        all_right *= 1 - DOUBT
    return probabilities, all_right


def _with_doubts_of_others(
    views: Sequence[FaceView], groups: Sequence[ViewGroup], labelled: Sequence[Labelled]
) -> list[Labelled]:
    """Return the colours of all faces, in doubt where another face of the cube cannot tell them.

    A face that shows both colours of a pair can tell them by itself.
    """
    result = list(labelled)
    untold = [_untold(*each) for each in zip(views, labelled, strict=True)]
    for group in groups:
        for own in group.views:
            probabilities, all_right = labelled[own]
            best = probabilities.argmax(1)
            others = [untold[view] for view in group.views if view != own]
            doubts = np.max(others, axis=0, initial=0.0)
            for one, other in np.argwhere(doubts >= UNTOLD).tolist():
                if one in best and other not in best:
                    probabilities = _doubted(probabilities, best == one, other, doubts[one, other])
                    all_right *= 1 - doubts[one, other]
            result[own] = probabilities, all_right
    return result


def _untold(view: FaceView, labelled: Labelled) -> FloatArray:
    """Return how well a face tells each colour from each other (6 x 6, 0 where it does for sure).

    The largest probability of the one on a sticker that most probably shows the other.
    """
    probabilities, _ = labelled
    result: FloatArray = np.zeros((COLOURS, COLOURS))
    for sticker in probabilities[view.visibility.ravel() >= CLEARLY_SEEN]:
        best = int(sticker.argmax())
        result[best] = np.maximum(result[best], sticker)
        result[best, best] = 0
    return np.maximum(result, result.T)


def _doubted(
    probabilities: FloatArray, stickers: BoolArray, other: int, doubt: float
) -> FloatArray:
    """Return the colours of a face with the probability `doubt` of another colour on stickers."""
    result = probabilities.copy()
    result[stickers] *= 1 - doubt
    result[stickers, other] += doubt
    return result


def _as_whole_cube(
    pictures: Sequence[ImageFaces], profile: ColourProfile | None
) -> dict[tuple[int, Corners], Face]:
    """Return the faces by photo and corners, if the photos show a whole cube for certain.

    Then the laws of the cube hold for all of them together. Photos that are not of one cube in one
    state break these laws, so that their reading is not certain.
    """
    shown = [(index, connected(picture)) for index, picture in enumerate(pictures) if picture.views]
    reading = try_image_faces([picture for _, picture in shown], profile, whole_cube_attempts)
    if isinstance(reading, ImageSetError) or not reading.certain:
        return {}
    result = {}
    for found in reading.places:
        index = shown[found.picture_index][0]
        first = 9 * FACES.index(found.letter)
        own = slice(first, first + 9)
        seen = (view.rounded_corners() for view in pictures[index].views)
        corners = next(each for each in seen if set(each) == set(found.corners))
        # The reading has a face as it is on the cube; turn it to how the photo shows it.
        turns = found.corners.index(corners[0])
        rows = np.rot90(np.arange(9).reshape(3, 3), turns).ravel()
        names = np.array([reading.scheme[letter] for letter in reading.facelets[own]])[rows]
        confidence = np.array(reading.confidence[own])[rows].tolist()
        result[index, corners] = Face(
            pictures[index].name,
            corners,
            tuple(names.tolist()),
            tuple(confidence),
            min(reading.confidence) >= CERTAIN,
            tuple({name: sure} for name, sure in zip(names.tolist(), confidence, strict=True)),
            picture_index=index,
        )
    return result


def samples_of(views: Sequence[FaceView], image_index: Sequence[int]) -> list[FaceSamples]:
    """Return the samples of faces; `image_index`: the photo of each."""
    colours = np.stack([view.colours.reshape(-1, 3) for view in views])
    visibility = np.stack([view.visibility.ravel() for view in views])
    exposure = exposures(colours, image_index)
    dark = dark_offsets(colours, exposure)
    light = log_light(colours, exposure, dark)
    is_clipped = clipped(colours, saturation_levels(colours, image_index))
    shade = SHADE_SIGMA * np.minimum(2 * (1 - visibility), 1)
    outlier = outlier_probability(visibility)
    outlier[:, CENTRE] += LOGO_PROBABILITY
    outlier = np.minimum(outlier, MAX_OUTLIER)
    return [
        tuple(
            Sample(*each, dark=float(dark[i, 0, 0]))
            for each in zip(
                light[i], is_clipped[i], outlier[i].tolist(), shade[i].tolist(), strict=True
            )
        )
        for i in range(len(colours))
    ]


def _misplaced_probability(score: float, found_there: int, *, at_edge: bool) -> float:
    """Return the probability that a face is not where it was found, from its detection score.

    `found_there`: in how many photos a face is found at this place, as in a robot; the more, the
    less probable is it that it is a mistake; `at_edge`: whether it meets another face there.
    """
    middle, width = MISPLACED_SCORE
    largest = MISPLACED_AT_EDGE if at_edge else MISPLACED_PROBABILITY
    return largest / found_there / (1 + math.exp((score - middle) / width))


def _listed(probabilities: FloatArray, names: Sequence[str]) -> dict[str, float]:
    """Return the colours that a sticker may have, the most probable first."""
    order = np.argsort(-probabilities, kind="stable")
    return {
        names[colour]: float(probabilities[colour])
        for rank, colour in enumerate(order)
        if rank == 0 or probabilities[colour] >= SMALLEST_ALTERNATIVE
    }
