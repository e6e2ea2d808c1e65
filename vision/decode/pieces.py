"""Exact MAP decoding of a legal 3x3x3 for a given arrangement, by max-product dynamic programming.

A cube is legal if every corner and edge exists once, the corners' twists add up to a whole turn,
the edges' flips to an even number, and both permutations have the same parity. Slots are filled one
after the other; the state is which pieces are used, the sum of their twists and the parity so far:
2^8 x 3 x 2 states for the corners and 2^12 x 2 x 2 for the edges, each with its best
log-probability from both ends (a forward-backward pass over subsets, as in Held and Karp, "A
dynamic programming approach to sequencing problems").
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy.optimize import linear_sum_assignment

from solver.core.facelets import CORNERS, EDGES
from solver.core.geometry import FACES
from vision.arrays import FloatArray, IntArray

N_FACES = len(FACES)
TIE_BREAK = 1e-11  # the largest difference (natural logarithm) that makes one best filling of two
CORNER_FACELETS = np.array(CORNERS)
EDGE_FACELETS = np.array(EDGES)


def _piece_face_indices(places: IntArray) -> IntArray:
    """Return (facelet j of the slot, piece, twist) -> face index: pieces x twists x facelets.

    A piece twisted by t shows its i-th colour on the (i + t)-th facelet of its slot.
    """
    letters = places // 9
    count = places.shape[1]
    return np.stack([np.roll(letters, t, axis=1) for t in range(count)], axis=1)


CORNER_PIECES = _piece_face_indices(CORNER_FACELETS)  # (8, 3, 3)
EDGE_PIECES = _piece_face_indices(EDGE_FACELETS)  # (12, 2, 2)


@dataclass(frozen=True, slots=True)
class DpLayer:
    """One step of the dynamic programme: from the S subsets of m placed pieces to the T of m + 1.

    A state is (subset, twist sum, parity). `previous` (ways x T states): the state before; `added`
    (ways x T states): the piece and its twist that was added; `successors` (pieces and twists x S
    states): the state after, or the index past the end if the piece is used already.
    """

    previous: IntArray
    added: IntArray
    successors: IntArray


@cache
def levels(pieces: int, twists: int) -> tuple[DpLayer, ...]:
    """Return the steps of the dynamic programme for so many pieces."""
    subsets = np.arange(1 << pieces)
    member = (subsets[:, None] >> np.arange(pieces) & 1).astype(bool)
    sizes = member.sum(1)
    rank = np.zeros(1 << pieces, np.int64)
    for m in range(pieces + 1):
        rank[sizes == m] = np.arange((sizes == m).sum())
    twist, parity = np.divmod(np.arange(2 * twists), 2)
    turned = np.arange(twists)
    # states without a piece's own twist (twists x states)
    without = (twist - turned[:, None]) % twists
    grown = []
    for m in range(pieces):
        smaller, larger = subsets[sizes == m], subsets[sizes == m + 1]
        fits = ~member[smaller]
        after = np.where(fits, rank[smaller[:, None] | 1 << np.arange(pieces)], 0)
        # a piece makes an inversion with each piece of higher number that was placed before it
        odd = (m - np.cumsum(member[smaller], 1)) % 2
        piece = np.nonzero(member[larger])[1].reshape(len(larger), m + 1)
        before = rank[larger[:, None] & ~(1 << piece)]
        # axes: ways to be added, twists, then numbers and subsets
        number = 2 * without[None, :, :, None] + (
            parity[:, None] ^ odd[before, piece].T[:, None, None]
        )
        previous = number * len(smaller) + before.T[:, None, None]
        added = np.broadcast_to(
            piece.T[:, None, None] * twists + turned[:, None, None], previous.shape
        )
        number = 2 * without[None, :, :, None] + (parity[:, None] ^ odd.T[:, None, None])
        leads = number * len(larger) + after.T[:, None, None]
        leads = np.where(fits.T[:, None, None], leads, 2 * twists * len(larger))
        grown.append(
            DpLayer(
                previous.reshape(twists * (m + 1), -1),
                added.reshape(twists * (m + 1), -1),
                leads.reshape(twists * pieces, -1),
            )
        )
    return tuple(grown)


@dataclass(frozen=True, slots=True)
class MaxMarginals:
    """Max-marginals of one kind of piece, for each parity of the permutation (axis 0).

    `best_by_parity` (2): the largest sum of log-probabilities; `by_placement` (2 x slots x pieces x
    twists): the same with one piece fixed in one slot.
    """

    best_by_parity: FloatArray
    by_placement: FloatArray


def max_marginals(scores: FloatArray) -> MaxMarginals:
    """Return the max-marginals for log-probabilities (slots x pieces x twists)."""
    places, pieces, twists = scores.shape
    scores = scores + _tie_breaking_noise(scores.shape)
    grown = levels(pieces, twists)
    start = np.full(2 * twists, -np.inf)
    start[0] = 0.0
    # forward[m]: the best scores of m places filled that way
    forward = [start]
    for m, level in enumerate(grown):
        forward.append((forward[-1][level.previous] + scores[m].ravel()[level.added]).max(0))
    # twist so far and twist owed add up to a whole turn; the parities make up the total one
    twist, parity = np.divmod(np.arange(2 * twists), 2)
    complement = [2 * (-twist % twists) + (parity ^ total) for total in (0, 1)]
    # behind: the best scores of the places still to fill with that twist and parity; at its end,
    # the impossible state
    backward = start
    through = np.empty((2, places, pieces, twists))
    for m in reversed(range(places)):
        ways = np.append(backward, -np.inf)[grown[m].successors] + scores[m].reshape(-1, 1)
        so_far = forward[m].reshape(2 * twists, -1)
        for total in (0, 1):
            best = (ways + so_far[complement[total]].ravel()).max(1)
            through[total, m] = best.reshape(pieces, twists)
        backward = ways.max(0)
    return MaxMarginals(forward[-1][:2], through)


@cache
def _tie_breaking_noise(shape: tuple[int, ...]) -> FloatArray:
    """Return differences too small to matter, so that the best assignment is unique.

    Each slot is read by itself from the max-marginals; of two equal assignments the slots might
    take some of each.
    """
    return TIE_BREAK * np.random.default_rng(0).random(shape)


@dataclass(frozen=True, slots=True)
class BestCube:
    """The most probable legal cube and the best others.

    `face_indices` (54, 0..5); `log_prob`; `runner_up_log_prob`: of the best other legal cube;
    `alternative_log_probs` (54): of the best legal cube that differs at each facelet.
    """

    face_indices: IntArray
    log_prob: float
    runner_up_log_prob: float
    alternative_log_probs: FloatArray


def best_cube(log_probs: FloatArray) -> BestCube:
    """Return the most probable legal cube for log-probabilities of 54 facelets x 6 face letters."""
    corners = max_marginals(piece_log_probs(log_probs, CORNER_FACELETS, CORNER_PIECES))
    edges = max_marginals(piece_log_probs(log_probs, EDGE_FACELETS, EDGE_PIECES))
    letters = np.repeat(np.arange(N_FACES), 9)
    centres = float(log_probs[np.arange(4, 54, 9), np.arange(N_FACES)].sum())
    score = float((corners.best_by_parity + edges.best_by_parity).max())
    without = np.full(54, -np.inf)
    rival = -np.inf
    for kind, other, places, options in (
        (corners, edges, CORNER_FACELETS, CORNER_PIECES),
        (edges, corners, EDGE_FACELETS, EDGE_PIECES),
    ):
        through = (kind.by_placement + other.best_by_parity[:, None, None, None]).max(0)
        letters[places], without[places], others = decode_max_marginals(through, options)
        rival = max(rival, others)
    return BestCube(letters, score + centres, rival + centres, without + centres)


def decode_max_marginals(
    through: FloatArray, options: IntArray
) -> tuple[IntArray, FloatArray, float]:
    """Return the faces of the best assignment (slots x facelets), and the best of all others.

    `through` (slots x pieces x twists): the largest sum with a piece in a slot. The others differ
    at a facelet (slots x facelets), or anywhere (one number).
    """
    flat = through.reshape(len(through), -1)
    chosen = flat.argmax(1)
    shown = options.reshape(-1, options.shape[2])
    letters = shown[chosen]
    differs = shown != letters[:, None]  # places x pieces and twists x facelets
    without = np.where(differs, flat[..., None], -np.inf).max(1)
    others = flat.copy()
    others[np.arange(len(flat)), chosen] = -np.inf
    return letters, without, float(others.max())


def is_legal(letters: IntArray) -> bool:
    """Return whether 54 face indices (0..5) make a legal cube."""
    if (letters[4::9] != np.arange(N_FACES)).any():
        return False
    parities = []
    for places, known in ((CORNER_FACELETS, _KNOWN_CORNERS), (EDGE_FACELETS, _KNOWN_EDGES)):
        found = [known.get(tuple(shown)) for shown in letters[places].tolist()]
        seen = [piece for piece in found if piece is not None]
        pieces = [piece for piece, _ in seen]
        if len(set(pieces)) < len(places) or sum(t for _, t in seen) % places.shape[1]:
            return False
        inversions = sum(a > b for i, b in enumerate(pieces) for a in pieces[:i])
        parities.append(inversions % 2)
    return parities[0] == parities[1]


def _piece_lookup(options: IntArray) -> dict[tuple[int, ...], tuple[int, int]]:
    """Return the piece and its twist for each row of face indices that a slot can show."""
    return {
        tuple(shown): (piece, twist)
        for piece, twisted in enumerate(options.tolist())
        for twist, shown in enumerate(twisted)
    }


_KNOWN_CORNERS = _piece_lookup(CORNER_PIECES)
_KNOWN_EDGES = _piece_lookup(EDGE_PIECES)


def assignment_bound(facelets: FloatArray) -> float:
    """Return an upper bound for all legal cubes: each piece once, with free twists."""
    total = float(facelets[np.arange(4, 54, 9), np.arange(N_FACES)].sum())
    for places, options in ((CORNER_FACELETS, CORNER_PIECES), (EDGE_FACELETS, EDGE_PIECES)):
        scores = piece_log_probs(facelets, places, options).max(2)
        total += float(scores[linear_sum_assignment(scores, maximize=True)].sum())
    return total


def piece_log_probs(facelets: FloatArray, slots: IntArray, options: IntArray) -> FloatArray:
    """Return the log-probability of each piece and twist in each slot (slots x pieces x twists)."""
    rows = facelets[slots]  # places x facelets x letters
    count = slots.shape[1]
    return np.asarray(sum(rows[:, j][:, options[:, :, j]] for j in range(count)), float)
