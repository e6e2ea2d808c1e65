"""Exact MAP decoding of a legal 3x3x3 for a given arrangement, by max-product dynamic programming.

A cube is legal if every corner and edge exists once, the corners' twists add up to a multiple of
three, the edges' flips to an even number, and both permutations have the same parity. Slots are
filled one after the other; the state is which pieces are used, the sum of their twists and the
parity so far: 2^8 x 3 x 2 states for the corners and 2^12 x 2 x 2 for the edges, each with its best
log-probability from both ends (a forward-backward pass over subsets, as in Held and Karp, "A
dynamic programming approach to sequencing problems").
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from solver.core.facelets import CORNERS, EDGES
from solver.core.geometry import FACES
from vision.arrays import FloatArray, IntArray
from vision.assignment import best_assignment

N_FACES = len(FACES)
TIE_BREAK = 1e-11  # the largest noise (natural logarithm) that decides between equal assignments
CORNER_FACELETS = np.array(CORNERS)
EDGE_FACELETS = np.array(EDGES)


def _piece_face_indices(slots: IntArray) -> IntArray:
    """Return (facelet j of the slot, piece, twist) -> face index: pieces x twists x facelets.

    A piece twisted by t shows its i-th colour on the (i + t)-th facelet of its slot.
    """
    face_indices = slots // 9
    count = slots.shape[1]
    return np.stack([np.roll(face_indices, t, axis=1) for t in range(count)], axis=1)


CORNER_PIECES = _piece_face_indices(CORNER_FACELETS)  # (8, 3, 3)
EDGE_PIECES = _piece_face_indices(EDGE_FACELETS)  # (12, 2, 2)
PIECE_TABLES = ((CORNER_FACELETS, CORNER_PIECES), (EDGE_FACELETS, EDGE_PIECES))


@dataclass(frozen=True, slots=True)
class DpLayer:
    """One step of the dynamic programme: from the S subsets of m placed pieces to the T of m + 1.

    A state is (subset, twist sum, parity). `previous` (options x T states): the state before;
    `added` (options x T states): the piece and twist that was added; `successors` (pieces and
    twists x S states): the state after, or the index past the end if the piece is used already.
    """

    previous: IntArray
    added: IntArray
    successors: IntArray


@cache
def levels(pieces: int, twists: int) -> tuple[DpLayer, ...]:
    """Return the steps of the dynamic programme for a number of pieces and twists."""
    subsets = np.arange(1 << pieces)
    member = (subsets[:, None] >> np.arange(pieces) & 1).astype(bool)
    sizes = member.sum(1)
    rank = np.zeros(1 << pieces, np.int64)
    for m in range(pieces + 1):
        rank[sizes == m] = np.arange((sizes == m).sum())
    twist, parity = np.divmod(np.arange(2 * twists), 2)
    own_twist = np.arange(twists)
    # states without a piece's own twist (twists x states)
    twist_before = (twist - own_twist[:, None]) % twists
    layers = []
    for m in range(pieces):
        smaller, larger = subsets[sizes == m], subsets[sizes == m + 1]
        fits = ~member[smaller]
        after = np.where(fits, rank[smaller[:, None] | 1 << np.arange(pieces)], 0)
        # a piece makes an inversion with each piece of higher number that was placed before it
        inversion_parity = (m - np.cumsum(member[smaller], 1)) % 2
        piece = np.nonzero(member[larger])[1].reshape(len(larger), m + 1)
        before = rank[larger[:, None] & ~(1 << piece)]
        # axes: added piece, its twist, then (twist sum, parity) and subset
        twist_and_parity = 2 * twist_before[None, :, :, None] + (
            parity[:, None] ^ inversion_parity[before, piece].T[:, None, None]
        )
        previous = twist_and_parity * len(smaller) + before.T[:, None, None]
        added = np.broadcast_to(
            piece.T[:, None, None] * twists + own_twist[:, None, None], previous.shape
        )
        twist_and_parity = 2 * twist_before[None, :, :, None] + (
            parity[:, None] ^ inversion_parity.T[:, None, None]
        )
        successors = twist_and_parity * len(larger) + after.T[:, None, None]
        successors = np.where(fits.T[:, None, None], successors, 2 * twists * len(larger))
        layers.append(
            DpLayer(
                previous.reshape(twists * (m + 1), -1),
                added.reshape(twists * (m + 1), -1),
                successors.reshape(twists * pieces, -1),
            )
        )
    return tuple(layers)


@dataclass(frozen=True, slots=True)
class MaxMarginals:
    """Max-marginals of one kind of piece, for each parity of the permutation (axis 0).

    `best_by_parity` (2): the largest sum of log-probabilities; `by_placement` (2 x slots x pieces x
    twists): the same with one piece fixed in one slot.
    """

    best_by_parity: FloatArray
    by_placement: FloatArray


def max_marginals(log_probs: FloatArray) -> MaxMarginals:
    """Return the max-marginals for log-probabilities (slots x pieces x twists)."""
    slots, pieces, twists = log_probs.shape
    log_probs = log_probs + _tie_breaking_noise(log_probs.shape)
    layers = levels(pieces, twists)
    forward = _forward_pass(log_probs)
    # the twists before and after add up to zero, the parities to the total one
    twist, parity = np.divmod(np.arange(2 * twists), 2)
    complement = [2 * (-twist % twists) + (parity ^ total) for total in (0, 1)]
    # backward: the best log-probabilities of the remaining slots, for each state; past its end, the
    # impossible state
    backward = forward[0]
    by_placement = np.empty((2, slots, pieces, twists))
    for m in reversed(range(slots)):
        after = np.append(backward, -np.inf).take(layers[m].successors)
        totals = after + log_probs[m].reshape(-1, 1)
        reached = forward[m].reshape(2 * twists, -1)
        for total in (0, 1):
            best = (totals + reached[complement[total]].ravel()).max(1)
            by_placement[total, m] = best.reshape(pieces, twists)
        backward = totals.max(0)
    return MaxMarginals(forward[-1][:2], by_placement)


def _forward_pass(log_probs: FloatArray) -> list[FloatArray]:
    """Return for each number of slots the best log-probability of filling the first ones.

    `log_probs` (slots x pieces x twists); one array a number, for each state of the programme.
    """
    _, pieces, twists = log_probs.shape
    start = np.full(2 * twists, -np.inf)
    start[0] = 0.0
    best = [start]
    for m, layer in enumerate(levels(pieces, twists)):
        # What is added is the same for every sum of twists and parity: options x subsets.
        options, subsets = len(layer.added), layer.added.shape[1] // (2 * twists)
        added = log_probs[m].ravel().take(layer.added[:, :subsets])
        before = best[-1].take(layer.previous).reshape(options, 2 * twists, subsets)
        best.append((before + added[:, None]).max(0).ravel())
    return best


@cache
def _tie_breaking_noise(shape: tuple[int, ...]) -> FloatArray:
    """Return differences too small to matter, so that the best assignment is unique.

    Each slot is decoded separately from the max-marginals; without a unique optimum the slots could
    be from different assignments.
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
    face_indices = np.repeat(np.arange(N_FACES), 9)
    centres = float(log_probs[np.arange(4, 54, 9), np.arange(N_FACES)].sum())
    best = float((corners.best_by_parity + edges.best_by_parity).max())
    alternatives = np.full(54, -np.inf)
    runner_up = -np.inf
    for kind, other, slots, pieces in (
        (corners, edges, CORNER_FACELETS, CORNER_PIECES),
        (edges, corners, EDGE_FACELETS, EDGE_PIECES),
    ):
        by_placement = (kind.by_placement + other.best_by_parity[:, None, None, None]).max(0)
        face_indices[slots], alternatives[slots], others = decode_max_marginals(
            by_placement, pieces
        )
        runner_up = max(runner_up, others)
    return BestCube(face_indices, best + centres, runner_up + centres, alternatives + centres)


def most_probable_cube(log_probs: FloatArray) -> tuple[IntArray, float]:
    """Return what `best_cube` does without the other cubes: 54 face indices, their log-probability.

    `log_probs`: of 54 facelets x 6 face letters. Without the other cubes no backward pass is
    needed, which takes most of the time.
    """
    tables = [piece_log_probs(log_probs, slots, pieces) for slots, pieces in PIECE_TABLES]
    noisy = [table + _tie_breaking_noise(table.shape) for table in tables]
    passes = [_forward_pass(table) for table in noisy]
    by_parity = np.sum([best[-1][:2] for best in passes], axis=0)
    parity = int(by_parity.argmax())
    face_indices = np.repeat(np.arange(N_FACES), 9)
    for (slots, pieces), table, best in zip(PIECE_TABLES, noisy, passes, strict=True):
        chosen = _trace_back(table, best, parity)
        face_indices[slots] = pieces.reshape(-1, pieces.shape[2])[chosen]
    centres = float(log_probs[np.arange(4, 54, 9), np.arange(N_FACES)].sum())
    return face_indices, float(by_parity[parity]) + centres


def _trace_back(log_probs: FloatArray, best: list[FloatArray], state: int) -> IntArray:
    """Return for each slot the piece and twist (piece x twists + twist) that lead to a state."""
    slots, pieces, twists = log_probs.shape
    chosen = np.empty(slots, np.int64)
    for m in reversed(range(slots)):
        layer = levels(pieces, twists)[m]
        previous, added = layer.previous[:, state], layer.added[:, state]
        option = int((best[m][previous] + log_probs[m].ravel()[added]).argmax())
        chosen[m], state = added[option], int(previous[option])
    return chosen


def decode_max_marginals(
    by_placement: FloatArray, pieces: IntArray
) -> tuple[IntArray, FloatArray, float]:
    """Return the faces of the best assignment (slots x facelets), and the best of all others.

    `by_placement` (slots x pieces x twists): the largest sum with a piece in a slot. The others
    differ at a facelet (slots x facelets), or anywhere (one number).
    """
    flat = by_placement.reshape(len(by_placement), -1)
    chosen = flat.argmax(1)
    options = pieces.reshape(-1, pieces.shape[2])
    face_indices = options[chosen]
    differs = options != face_indices[:, None]  # slots x pieces and twists x facelets
    alternatives = np.where(differs, flat[..., None], -np.inf).max(1)
    others = flat.copy()
    others[np.arange(len(flat)), chosen] = -np.inf
    return face_indices, alternatives, float(others.max())


def is_legal(face_indices: IntArray) -> bool:
    """Return whether 54 face indices (0..5) make a legal cube."""
    if (face_indices[4::9] != np.arange(N_FACES)).any():
        return False
    parities = []
    for slots, known in ((CORNER_FACELETS, _KNOWN_CORNERS), (EDGE_FACELETS, _KNOWN_EDGES)):
        found = [known.get(tuple(shown)) for shown in face_indices[slots].tolist()]
        pieces_and_twists = [piece for piece in found if piece is not None]
        pieces = [piece for piece, _ in pieces_and_twists]
        if len(set(pieces)) < len(slots) or sum(t for _, t in pieces_and_twists) % slots.shape[1]:
            return False
        inversions = sum(a > b for i, b in enumerate(pieces) for a in pieces[:i])
        parities.append(inversions % 2)
    return parities[0] == parities[1]


def _piece_lookup(pieces: IntArray) -> dict[tuple[int, ...], tuple[int, int]]:
    """Return the piece and its twist for each row of face indices that a slot can show."""
    return {
        tuple(shown): (piece, twist)
        for piece, twisted in enumerate(pieces.tolist())
        for twist, shown in enumerate(twisted)
    }


_KNOWN_CORNERS = _piece_lookup(CORNER_PIECES)
_KNOWN_EDGES = _piece_lookup(EDGE_PIECES)


def assignment_bound(facelets: FloatArray) -> float:
    """Return an upper bound for all legal cubes: each piece once, with free twists."""
    total = float(facelets[np.arange(4, 54, 9), np.arange(N_FACES)].sum())
    for slots, pieces in PIECE_TABLES:
        log_probs = piece_log_probs(facelets, slots, pieces).max(2)
        total += float(log_probs[best_assignment(log_probs)].sum())
    return total


def piece_log_probs(facelets: FloatArray, slots: IntArray, pieces: IntArray) -> FloatArray:
    """Return the log-probability of each piece and twist in each slot (slots x pieces x twists)."""
    rows = facelets[slots]  # slots x facelets x letters
    count = slots.shape[1]
    return np.asarray(sum(rows[:, j][:, pieces[:, :, j]] for j in range(count)), float)
