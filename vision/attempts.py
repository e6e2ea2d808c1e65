"""What is tried to read a cube from photos: one pass after another, until one is certain.

1  the main faces alone, where they are enough: the others are seen obliquely, and less clearly
2  all faces, and those that are seen obliquely too
   each again with parts of faces that are matched otherwise, where those fit better
3  without photos of something else, where there are more than a cube needs
4  each photo mirrored with which all then fit far better
5  without the shades on the cube, without fingers, overexposed stickers by their dim rims
6  the photos searched at another scale
7  five faces, of which the sixth follows

A generator yields what to try next and is sent what came of it; it returns the outcome that counts.
`vision.photo_reading` makes the passes.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.advice import MIN_CONTRADICTION
from vision.colour.hidden_stickers import without_fingers
from vision.colour.profile import ColourProfile
from vision.colour.samples import without_shades
from vision.decode.joint_estimation import (
    GOOD_FIT_LOSS,
    FittedCube,
    better_match,
    fits_much_better,
)
from vision.decode.map_decoder import DecodedCube
from vision.decode.observations import NO_IMAGE, Observations, with_dim_rims
from vision.errors import MIRRORED, ImageSetError, MissingFacesError, RepeatedFaceError
from vision.photos import Photos, Shown
from vision.reading_result import Reading

MAX_REMATCHED = 2  # passes in which parts of faces are matched otherwise

# A photo is of another cube if more than this share of its stickers contradict the cube that is
# read. Seven of nine do on average, and highlights or fingers cover fewer.
MAX_CONTRADICTING = 0.4


@dataclass(frozen=True, slots=True, eq=False)
class Attempt:
    """One pass over photos: which of their faces are read, and with which profile.

    `changed`: observations that are read in place of those of the photos.
    """

    photos: Photos
    shown: Shown
    profile: ColourProfile | None
    changed: Observations | None = None

    @property
    def observations(self) -> Observations | ImageSetError:
        """The observations that are read."""
        return self.changed or self.photos.observed(self.shown)


@dataclass(frozen=True, slots=True, eq=False)
class Read:
    """The cube that an attempt gave, and what it was read from.

    `repeated`: the error of a face that is shown twice in place of another one, if there is one and
    the cube is not certain.
    """

    attempt: Attempt
    reading: Reading
    observations: Observations
    fitted: FittedCube
    repeated: RepeatedFaceError | None

    @property
    def certain(self) -> bool:
        """Whether the reading is certain."""
        return self.reading.certain

    @property
    def decoded(self) -> DecodedCube:
        """The cube with its margins."""
        return self.fitted.decoded


Outcome = Read | ImageSetError
Attempts = Generator[Attempt, Outcome, Outcome]


def photo_attempts(photos: Photos, profile: ColourProfile | None) -> Attempts:
    """Try the faces at two scales, and leave out the photos of another cube."""
    outcome = yield from _at_both_scales(photos, profile)
    return (yield from _without_another_cube(outcome))


def _at_both_scales(photos: Photos, profile: ColourProfile | None) -> Attempts:
    """Try the faces of photos, then another scale, then five faces.

    Where photos show a face twice, in place of another one, the user is told so unless five faces
    are certain.
    """
    outcome = yield from face_attempts(photos, profile)
    if outcome.certain:
        return outcome
    if photos.at_another_scale is not None:
        rescaled = yield from whole_cube_attempts(photos.at_another_scale, profile)
        if rescaled.certain:
            return rescaled
        outcome = likeliest([outcome, rescaled])
    if isinstance(outcome, MissingFacesError | RepeatedFaceError):
        five = yield from _matched_and_cleared(Attempt(photos, Shown.FIVE, profile))
        is_enough = isinstance(five, Read) and isinstance(outcome, MissingFacesError)
        if five.certain or is_enough:
            return five
    return outcome


def face_attempts(photos: Photos, profile: ColourProfile | None) -> Attempts:
    """Try the faces as they are, with oblique ones, and without one that shows something else.

    Then whether one photo is mirrored, and what hides stickers.
    """
    tried = yield from _as_seen(photos, profile)
    outcome = likeliest(tried)
    if not outcome.certain and photos.needs_oblique_faces:
        oblique = yield from _matched_and_cleared(Attempt(photos, Shown.OBLIQUE, profile))
        if oblique.certain:
            return oblique
    if outcome.certain or isinstance(outcome, MissingFacesError):
        return outcome
    fitting = yield from _without_stranger(photos, profile)
    if fitting is not None:
        return fitting
    mirrored = yield from _mirrored(photos, tried[0], profile)
    if len(mirrored) == 1:
        return _with_mirrored(_or_repeated(outcome), *mirrored)
    return (yield from _cleared(tried))


def whole_cube_attempts(photos: Photos, profile: ColourProfile | None) -> Attempts:
    """Try the faces as they are, then what hides stickers."""
    tried = yield from _as_seen(photos, profile)
    outcome = likeliest(tried)
    return outcome if outcome.certain else (yield from _cleared(tried))


def _as_seen(
    photos: Photos, profile: ColourProfile | None
) -> Generator[Attempt, Outcome, list[Outcome]]:
    """Try the main faces, then all faces; return what came of each, up to a certain one."""
    tried: list[Outcome] = []
    for shown in photos.in_order:
        tried.append((yield from _matched(Attempt(photos, shown, profile))))
        if tried[-1].certain:
            break
    return tried


def _matched(attempt: Attempt) -> Attempts:
    """Try the matches of parts of faces by their stickers, then by the laws of the cube."""
    best = yield attempt
    for _ in range(MAX_REMATCHED):
        if isinstance(best, ImageSetError) or best.certain:
            break
        changed = better_match(best.observations, best.fitted)
        if changed is None:
            break
        again = yield replace(attempt, changed=changed)
        if isinstance(again, ImageSetError) or again.decoded.log_prob <= best.decoded.log_prob:
            break
        best = again
    return best


def _matched_and_cleared(attempt: Attempt) -> Attempts:
    """Try the matches of parts of faces, then what hides stickers."""
    seen = yield from _matched(attempt)
    return seen if seen.certain else (yield from _cleared([seen]))


def _without_stranger(
    photos: Photos, profile: ColourProfile | None
) -> Generator[Attempt, Outcome, Read | None]:
    """Try the photos without one; return the cube that is then certain, None for none.

    None too where leaving out one or another shows two cubes.
    """
    found: list[Read] = []
    for kept in photos.without_one():
        outcome = likeliest((yield from _as_seen(kept, profile)))
        if isinstance(outcome, Read) and outcome.certain:
            found.append(outcome)
    cubes = {read.reading.facelets for read in found}
    # Without another photo of the same face the cube may be certain too.
    return min(found, key=lambda read: len(_strangers(read))) if len(cubes) == 1 else None


def _without_another_cube(outcome: Outcome) -> Attempts:
    """Try a certain cube again without the photos that contradict it, if there are any.

    Of several photos of a face one of another cube may not have changed what was read.
    """
    strangers = _strangers(outcome)
    counts = (yield from _same_without(strangers, outcome)) if strangers else outcome
    for photo in strangers if len(strangers) > 1 else ():
        # One of this cube may have been matched with one of another, and contradict it for that.
        others = tuple(each for each in strangers if each != photo)
        with_photo = yield from _same_without(others, outcome)
        if with_photo is not outcome and not _strangers(with_photo):
            return with_photo
    return counts


def _strangers(outcome: Outcome) -> tuple[int, ...]:
    """Return the photos of which too many stickers contradict an outcome, if it is certain."""
    if not (isinstance(outcome, Read) and outcome.certain):
        return ()
    samples = outcome.observations.samples
    contradicts = outcome.fitted.odds_against(samples) > MIN_CONTRADICTION
    images = np.asarray(samples.image_index)
    return tuple(
        int(image)
        for image in np.unique(images[images != NO_IMAGE])
        if contradicts[images == image].mean() > MAX_CONTRADICTING
    )


def _same_without(photos: Sequence[int], outcome: Outcome) -> Attempts:
    """Try without some photos; return the cube if it is still certain, else the outcome."""
    assert isinstance(outcome, Read)
    attempt = outcome.attempt
    kept = Attempt(attempt.photos.without(photos), attempt.shown, attempt.profile)
    rest = yield from _matched_and_cleared(kept)
    is_same = isinstance(rest, Read) and rest.reading.facelets == outcome.reading.facelets
    return rest if is_same and rest.certain else outcome


def _mirrored(
    photos: Photos, before: Outcome, profile: ColourProfile | None
) -> Generator[Attempt, Outcome, list[str]]:
    """Try each photo flipped, where all of them then fit a legal cube far better.

    Return the names of those photos whose flipping makes the reading certain.

    `before`: what came of them as they are. Where that is an error, all are tried.
    """
    if not photos.may_be_mirrored:
        return []
    if isinstance(before, Read) and before.fitted.start_loss < GOOD_FIT_LOSS:
        return []  # they fit a legal cube as they are
    names = []
    for index, image in enumerate(photos.images):
        flipped = photos.unmirrored(index)
        changed = flipped.observed(next(flipped.in_order))
        if isinstance(before, Read) and not fits_much_better(changed, before.fitted):
            continue
        if (yield from whole_cube_attempts(flipped, profile)).certain:
            names.append(image.name)
    return names


def _cleared(tried: Sequence[Outcome]) -> Attempts:
    """Try cubes that were read without certainty again, without shades and without fingers."""
    for outcome in tried:
        if isinstance(outcome, Read):
            for changed in _without_causes_of_doubt(outcome):
                cleared = yield replace(outcome.attempt, changed=changed)
                if cleared.certain:
                    return cleared
    return _or_repeated(likeliest(tried))


def _without_causes_of_doubt(doubtful: Read) -> Iterator[Observations]:
    """Yield the observations without shades, without fingers, or with dim rims, if there are."""
    observations, decoded, model = doubtful.observations, doubtful.decoded, doubtful.fitted.model
    corners = np.stack([view.corners for view in observations.views])
    lit = without_shades(observations.samples, decoded.labels, corners)
    if lit is not None:
        yield replace(observations, samples=lit)
    names = doubtful.fitted.colour_names
    # A cube may have another colour in place of white.
    white = names.index("white") if "white" in names else int(model.linear_means.min(1).argmax())
    uncovered = without_fingers(
        observations.samples,
        decoded.losses[decoded.arrangement.facelets],
        model.gains * model.linear_means[white],
    )
    if uncovered is not None:
        yield replace(observations, samples=uncovered)
    dimmed = with_dim_rims(observations)
    if dimmed is not None:
        yield dimmed


def _or_repeated(outcome: Outcome) -> Outcome:
    """Return an outcome, or the error of a face that is shown twice in place of another one."""
    return outcome if isinstance(outcome, ImageSetError) else outcome.repeated or outcome


def _with_mirrored(outcome: Outcome, name: str) -> Outcome:
    """Return an outcome that says which photo is mirrored."""
    advice = mirrored_advice(name)
    if isinstance(outcome, ImageSetError):
        return ImageSetError(advice, code=MIRRORED)
    return replace(outcome, reading=replace(outcome.reading, advice=advice))


def mirrored_advice(name: str) -> str:
    """Return a text about an image that is mirrored."""
    return (
        f"{name!r} is probably mirrored: flipped, it fits the others. Turn off "
        "mirroring in the camera app and photograph that side again."
    )


def likeliest(tried: Sequence[Outcome]) -> Outcome:
    """Return the cube that is most probably right, the first error where no attempt gave one."""
    read = [outcome for outcome in tried if isinstance(outcome, Read)]
    return max(read, key=lambda each: min(each.reading.confidence)) if read else tried[0]
