"""The most probable legal cube, exactly, once it is known where each face belongs.

A cube is legal if every corner and edge exists once, the corners' twists add up to a whole turn,
the edges' flips to an even number, and both permutations have the same parity. Places are filled
one after the other; what matters of those already filled is only which pieces are used, the sum
of their twists and the parity so far: 2^8 x 3 x 2 states for the corners and 2^12 x 2 x 2 for the
edges, each with its best score from both ends (a max-product forward-backward pass over subsets,
as Held and Karp's for the travelling salesman).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy.optimize import linear_sum_assignment

from solver.facelets import CORNERS, EDGES
from solver.geometry import FACES
from vision.arrays import Floats, Ints

LETTERS = len(FACES)
TIE_BREAK = 1e-11

CORNER_FACELETS = np.array(CORNERS)
EDGE_FACELETS = np.array(EDGES)


def _options(places: Ints) -> Ints:
    """Return (place's facelet j, piece, twist) -> letter: pieces x twists x facelets.

    A piece twisted by t shows its i-th colour on the (i + t)-th facelet of its place.
    """
    letters = places // 9
    count = places.shape[1]
    return np.stack([np.roll(letters, t, axis=1) for t in range(count)], axis=1)


CORNER_OPTIONS = _options(CORNER_FACELETS)  # (8, 3, 3)
EDGE_OPTIONS = _options(EDGE_FACELETS)  # (12, 2, 2)


@dataclass(frozen=True, slots=True)
class Level:
    """How the S subsets of m of N pieces grow to the T subsets of m + 1.

    What matters of a filling is its subset and, as one number, the sum of the twists and the
    parity so far; a row of scores goes through these numbers, and within each through the subsets.
    `came` (ways x row of T): where in the row of S each larger subset comes from, by adding
    `added`, which numbers the piece and its twist. `leads` (pieces and twists x row of S): where
    in the row of T adding one leads; to the end of that row if the piece is used already.
    """

    came: Ints
    added: Ints
    leads: Ints


@cache
def levels(pieces: int, twists: int) -> tuple[Level, ...]:
    """Return the growth of all subsets of so many pieces, level by level."""
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
        came = number * len(smaller) + before.T[:, None, None]
        added = np.broadcast_to(piece.T[:, None, None] * twists + turned[:, None, None], came.shape)
        number = 2 * without[None, :, :, None] + (parity[:, None] ^ odd.T[:, None, None])
        leads = number * len(larger) + after.T[:, None, None]
        leads = np.where(fits.T[:, None, None], leads, 2 * twists * len(larger))
        grown.append(
            Level(
                came.reshape(twists * (m + 1), -1),
                added.reshape(twists * (m + 1), -1),
                leads.reshape(twists * pieces, -1),
            )
        )
    return tuple(grown)


@dataclass(frozen=True, slots=True)
class Marginals:
    """For each parity of the permutation (axis 0) the best total score of one kind of piece.

    `best` (2) over all, `through` (2 x places x pieces x twists) with a piece fixed in a place.
    """

    best: Floats
    through: Floats


def marginals(scores: Floats) -> Marginals:
    """Return the best totals over legal fillings for `scores` (places x pieces x twists)."""
    places, pieces, twists = scores.shape
    scores = scores + _tie_breaks(scores.shape)
    grown = levels(pieces, twists)
    start = np.full(2 * twists, -np.inf)
    start[0] = 0.0
    # forward[m]: the best scores of m places filled that way
    forward = [start]
    for m, level in enumerate(grown):
        forward.append((forward[-1][level.came] + scores[m].ravel()[level.added]).max(0))
    # twist so far and twist owed add up to a whole turn; the parities make up the total one
    twist, parity = np.divmod(np.arange(2 * twists), 2)
    owing = [2 * (-twist % twists) + (parity ^ total) for total in (0, 1)]
    # behind: the best scores of the places still to fill, if these are to bring that twist and
    # parity; at its end, what cannot be
    behind = start
    through = np.empty((2, places, pieces, twists))
    for m in reversed(range(places)):
        ways = np.append(behind, -np.inf)[grown[m].leads] + scores[m].reshape(-1, 1)
        so_far = forward[m].reshape(2 * twists, -1)
        for total in (0, 1):
            best = (ways + so_far[owing[total]].ravel()).max(1)
            through[total, m] = best.reshape(pieces, twists)
        behind = ways.max(0)
    return Marginals(forward[-1][:2], through)


@cache
def _tie_breaks(shape: tuple[int, ...]) -> Floats:
    """Return differences too small to matter, so that one best filling has no equal.

    Places are filled each by itself with what the best filling has there: of two equal ones they
    might take some of each.
    """
    return TIE_BREAK * np.random.default_rng(0).random(shape)


@dataclass(frozen=True, slots=True)
class BestCube:
    """The most probable legal cube and its rivals.

    `letters` (54 faces 0..5), `score`, `rival`: the best score of any other legal cube, and
    `without` (54): the best score of a legal cube that differs at that facelet.
    """

    letters: Ints
    score: float
    rival: float
    without: Floats


def best_cube(facelets: Floats) -> BestCube:
    """Return the best legal cube for scores of 54 facelets x 6 face letters."""
    corners = marginals(piece_scores(facelets, CORNER_FACELETS, CORNER_OPTIONS))
    edges = marginals(piece_scores(facelets, EDGE_FACELETS, EDGE_OPTIONS))
    letters = np.repeat(np.arange(LETTERS), 9)
    centres = float(facelets[np.arange(4, 54, 9), np.arange(LETTERS)].sum())
    score = float((corners.best + edges.best).max())
    without = np.full(54, -np.inf)
    rival = -np.inf
    for kind, other, places, options in (
        (corners, edges, CORNER_FACELETS, CORNER_OPTIONS),
        (edges, corners, EDGE_FACELETS, EDGE_OPTIONS),
    ):
        through = (kind.through + other.best[:, None, None, None]).max(0)
        letters[places], without[places], others = read_off(through, options)
        rival = max(rival, others)
    return BestCube(letters, score + centres, rival + centres, without + centres)


def read_off(through: Floats, options: Ints) -> tuple[Ints, Floats, float]:
    """Return the letters of the best filling (places x facelets), and what others score.

    `through` (places x pieces x twists): the best total with a piece in a place. The others differ
    at a facelet (places x facelets), or anywhere.
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


def is_legal(letters: Ints) -> bool:
    """Tell whether 54 face letters (0..5) make a cube that can exist."""
    if (letters[4::9] != np.arange(LETTERS)).any():
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


def _known(options: Ints) -> dict[tuple[int, ...], tuple[int, int]]:
    """Return the piece and its twist for each row of letters that a place can show."""
    return {
        tuple(shown): (piece, twist)
        for piece, twisted in enumerate(options.tolist())
        for twist, shown in enumerate(twisted)
    }


_KNOWN_CORNERS = _known(CORNER_OPTIONS)
_KNOWN_EDGES = _known(EDGE_OPTIONS)


def assignment_bound(facelets: Floats) -> float:
    """Return a score that no legal cube exceeds: each piece once, twists and parity left free."""
    total = float(facelets[np.arange(4, 54, 9), np.arange(LETTERS)].sum())
    for places, options in ((CORNER_FACELETS, CORNER_OPTIONS), (EDGE_FACELETS, EDGE_OPTIONS)):
        scores = piece_scores(facelets, places, options).max(2)
        total += float(scores[linear_sum_assignment(scores, maximize=True)].sum())
    return total


def piece_scores(facelets: Floats, places: Ints, options: Ints) -> Floats:
    """Return the score of each piece and twist in each place (places x pieces x twists)."""
    rows = facelets[places]  # places x facelets x letters
    count = places.shape[1]
    return np.asarray(sum(rows[:, j][:, options[:, :, j]] for j in range(count)), float)
