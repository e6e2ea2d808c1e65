"""Read sticker colours on single faces, without the constraints of a whole cube.

A stronger colour prior is needed then: the six colours are near the usual ones or a profile. The
probability of a colour has the unknown light and colours integrated out (`vision.decode.
loose_faces`), so where two colours cannot be told apart both are given.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from solver.core.geometry import FACES
from vision.arrays import FloatArray
from vision.attempts import whole_cube_attempts
from vision.capture.frame import Frame
from vision.colour.colour_belief import Sample
from vision.colour.colour_model import outlier_probability
from vision.colour.colour_prior import COLOURS, ColourPrior, colours_of, usual_colours
from vision.colour.illumination import (
    clipped,
    dark_offsets,
    exposures,
    log_light,
    same_places,
    saturation_levels,
)
from vision.colour.profile import ColourProfile
from vision.decode.loose_faces import CENTRE, FaceSamples, PhotoFaces, label_photos
from vision.detect.face import Corners, FaceView, group_views
from vision.detect.photograph import ImageFaces, connected, detect_all_faces
from vision.errors import ImageSetError
from vision.reading import try_image_faces
from vision.reading_result import Face

# The smallest probability of nine right stickers of a certain face. Most certain faces are far
# above it, so that of all together at least 0.99 are right.
CERTAIN = 0.95
LOGO_PROBABILITY = 0.03  # that a centre shows a logo in place of its colour
MAX_OUTLIER = 0.999  # so that the logarithm of its complement is finite
# The standard deviation of the brightness (natural logarithm) of a half hidden sticker: what
# hides it shades it too.
SHADE_SIGMA = 0.25
SMALLEST_ALTERNATIVE = 0.001  # of the probabilities that are listed

# The probability that a face of a low detection score is not where it was found, and the score
# around which that ends, with the width of the change; some of its stickers are still right.
MISPLACED_PROBABILITY = 0.08
MISPLACED_SCORE = (0.59, 0.012)
RIGHT_IF_MISPLACED = 0.5


def read_faces(frames: Iterable[Frame], profile: ColourProfile | None = None) -> tuple[Face, ...]:
    """Return the colours on all faces in photos of one 3 x 3 x 3 cube, however few there are.

    More photos in the same light make them more certain, and so does a profile of this cube's
    colours. Raises NoFaceError for a photo without a face.
    """
    return classify_faces([detect_all_faces(frame) for frame in frames], profile)


def classify_faces(
    pictures: Sequence[ImageFaces],
    profile: ColourProfile | None = None,
    usual: ColourPrior | None = None,
) -> tuple[Face, ...]:
    """Return the colours on all faces detected in photos of one cube, in their order.

    `usual`: the colours that are expected without a profile, the usual ones if None.
    """
    views = [view for picture in pictures for view in picture.views]
    if not views:
        return ()
    as_read = _as_whole_cube(pictures, profile)
    prior = (usual or usual_colours()) if profile is None else colours_of(profile)
    image_index = [index for index, picture in enumerate(pictures) for _ in picture.views]
    samples = samples_of(views, image_index)
    photos = [
        [i for i, index in enumerate(image_index) if index == photo]
        for photo in dict.fromkeys(image_index)
    ]
    places = same_places(np.stack([view.corners for view in views]))
    found_there = Counter(places)
    labellings = label_photos(
        [
            PhotoFaces(
                [samples[i] for i in own],
                group_views([views[i] for i in own], [0] * len(own)),
                [places[i] for i in own],
            )
            for own in photos
        ],
        prior,
    )
    # In the order of the views, which are those of one photo after another.
    labelled = [
        found.of_face(face)
        for own, found in zip(photos, labellings, strict=True)
        for face in range(len(own))
    ]
    result = []
    for index, (view, (probabilities, all_right)) in enumerate(zip(views, labelled, strict=True)):
        if (image_index[index], _rounded(view)) in as_read:
            result.append(as_read[image_index[index], _rounded(view)])
            continue
        misplaced = _misplaced_probability(view.detection_score, found_there[places[index]])
        doubt = misplaced * (1 - RIGHT_IF_MISPLACED)
        probabilities = (1 - doubt) * probabilities + doubt / COLOURS
        result.append(
            Face(
                pictures[image_index[index]].name,
                _rounded(view),
                tuple(prior.names[colour] for colour in probabilities.argmax(1)),
                tuple(probabilities.max(1).tolist()),
                bool(all_right * (1 - misplaced) >= CERTAIN),
                tuple(_listed(each, prior.names) for each in probabilities),
                picture_index=image_index[index],
            )
        )
    return tuple(result)


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
        view = next(v for v in pictures[index].views if set(_rounded(v)) == set(found.corners))
        # The reading has a face as it is on the cube; turn it to how the photo shows it.
        turns = found.corners.index(_rounded(view)[0])
        rows = np.rot90(np.arange(9).reshape(3, 3), turns).ravel()
        names = np.array([reading.scheme[letter] for letter in reading.facelets[own]])[rows]
        confidence = np.array(reading.confidence[own])[rows].tolist()
        result[index, _rounded(view)] = Face(
            pictures[index].name,
            _rounded(view),
            tuple(names.tolist()),
            tuple(confidence),
            min(reading.confidence) >= CERTAIN,
            tuple({name: sure} for name, sure in zip(names.tolist(), confidence, strict=True)),
            picture_index=index,
        )
    return result


def _rounded(view: FaceView) -> Corners:
    """Return the corners of a face to a tenth of a pixel."""
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in view.corners)


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


def _misplaced_probability(score: float, found_there: int) -> float:
    """Return the probability that a face is not where it was found, from its detection score.

    `found_there`: in how many photos a face is found at this place, as in a robot; the more, the
    less probable is it that it is a mistake.
    """
    middle, width = MISPLACED_SCORE
    return MISPLACED_PROBABILITY / found_there / (1 + math.exp((score - middle) / width))


def _listed(probabilities: FloatArray, names: Sequence[str]) -> dict[str, float]:
    """Return the colours that a sticker may have, the most probable first."""
    order = np.argsort(-probabilities, kind="stable")
    return {
        names[colour]: float(probabilities[colour])
        for rank, colour in enumerate(order)
        if rank == 0 or probabilities[colour] >= SMALLEST_ALTERNATIVE
    }
