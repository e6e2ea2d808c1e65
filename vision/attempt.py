"""One pass over photos, what came of it, and which of several counts.

A generator yields what to try next and is sent what came of it; it returns the outcome that counts.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

from vision.colour.profile import ColourProfile
from vision.decode.joint_estimation import FittedCube
from vision.decode.map_decoder import DecodedCube
from vision.decode.observations import Observations
from vision.errors import ImageSetError, RepeatedFaceError
from vision.photos import Photos, Shown
from vision.reading_result import Reading
from vision.two_cubes import TWO_CUBES_LOSS


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
            is_sure = is_sure or (isinstance(outcome, Read) and outcome.certain)
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


def likeliest(tried: Sequence[Outcome]) -> Outcome:
    """Return the cube that is most probably right, the first error where no attempt gave one."""
    read = [outcome for outcome in tried if isinstance(outcome, Read)]
    return max(read, key=lambda each: min(each.reading.confidence)) if read else tried[0]
