"""Match partly visible faces by the laws of the cube, where their common stickers do not decide.

Two parts of a face may have few stickers in common, or the centre alone. They then look alike in
several rotations, and a part may look like part of another face. The matches are decoded, and the
cube that contradicts the stickers least is kept; its margin is also one over the cubes of all other
matches.
"""

from __future__ import annotations

from dataclasses import replace

from vision.arrays import FloatArray
from vision.colour.colour_model import ColourModel
from vision.decode.arrangement_search import MAX_MARGIN
from vision.decode.bounds import ScoredArrangements
from vision.decode.joint_estimation import STANDARD_SCHEME, FittedCube, decode_with
from vision.decode.map_decoder import ApproxDecodedCube, decode, decode_approx
from vision.decode.observations import Observations

# The log-probability that another match must gain to be taken. The others bound the time: the
# matches that are changed, and those that are decoded before each change.
MIN_GAIN = 0.5
MAX_MOVES = 4
MAX_DECODED = 8
MAX_RIVALS = 24  # that may be as probable; where there are more, the reading is not certain


def better_match(observations: Observations, fitted: FittedCube) -> Observations | None:
    """Return the match to which changes of one view at a time lead, for the fitted colours.

    None if no other match is more probable.
    """
    if not observations.has_other_matches:
        return None
    best, log_prob = None, decode_with(observations, fitted.model).log_prob
    for _ in range(MAX_MOVES):
        least = log_prob + MIN_GAIN
        rivals = _possible_rivals(best or observations, fitted.model, least)[:MAX_DECODED]
        decoded = [
            (cube.log_prob, rival)
            for rival, log_probs in rivals
            if (cube := _decoded(rival, log_probs, least)) is not None
        ]
        if not decoded:
            break
        log_prob, best = max(decoded, key=lambda each: each[0])
    return best


def _possible_rivals(
    observations: Observations, model: ColourModel, least: float
) -> list[tuple[Observations, FloatArray]]:
    """Return the other matches whose stickers agree well enough to reach a log-probability.

    Each with the log-probabilities of its stickers, those that agree best first.
    """
    posteriors = model.log_posteriors(observations.samples)
    rivals = []
    for rival in observations.otherwise_matched():
        log_probs = rival.weights * posteriors
        largest = float(rival.arrangements.pool_log_probs(log_probs).max(2).sum())
        if largest >= least:
            rivals.append((largest, rival, log_probs))
    rivals.sort(key=lambda each: -each[0])
    return [(rival, log_probs) for _, rival, log_probs in rivals]


def _decoded(
    observations: Observations, log_probs: FloatArray, least: float
) -> ApproxDecodedCube | None:
    """Return the approximate MAP cube, None if its log-probability is below `least`."""
    scored = ScoredArrangements.of(log_probs, observations.arrangements)
    if scored.upper.max() < least:
        return None
    found = decode_approx(scored)
    return found if found.log_prob >= least else None


def with_margin_over_matches(observations: Observations, fitted: FittedCube) -> FittedCube:
    """Return a cube with its margin over the cubes of all other matches too; 0 if too many fit."""
    if not observations.has_other_matches:
        return fitted
    decoded = fitted.decoded
    least = decoded.log_prob - MAX_MARGIN
    rivals = _possible_rivals(observations, fitted.model, least)
    if len(rivals) > MAX_RIVALS:
        return replace(fitted, decoded=replace(decoded, margin=0.0))
    standard = [fitted.colour_names.index(name) for name in STANDARD_SCHEME]
    margin = decoded.margin
    for rival, log_probs in rivals:
        found = _decoded(rival, log_probs, least)
        if found is None:
            continue
        other = decode(found.scored, standard)
        is_same = other.facelets == decoded.facelets
        runner_up = other.log_prob - other.margin if is_same else other.log_prob
        margin = min(margin, decoded.log_prob - runner_up)
    return replace(fitted, decoded=replace(decoded, margin=margin))
