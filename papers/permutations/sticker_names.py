"""The cube's 48 stickers by the names of Wada (2005), and Wada's four sequences.

A sticker is named by the faces of its piece, its own first, then clockwise: SE is the one on S of
the edge between S and E, TES the one on T of the corner of T, E and S.
"""

from __future__ import annotations

from collections.abc import Iterable

from papers.permutations import shimauchi
from papers.permutations.named_permutations import SymbolTable
from solver.core.errors import FaceletError
from solver.core.facelets import STICKER_NAMES, facelet_name
from solver.core.geometry import FACES
from solver.core.numbers import FACELET_OF_NUMBER, NUMBER_OF_FACELET
from solver.core.permutation import Permutation
from solver.core.turn import ALL_TURNS, TURN_PERMUTATIONS, Turn

# In Wada's order, row by row as his listing has them, which decides how cycles are printed.
_IN_ORDER = (
    "TE TS TW TN ET ES EB EN ST SE SB SW BE BS BW BN WT WS WB WN NT NE NB NW "
    "TES EST STE TSW SWT WTS TWN WNT NTW TNE NET ETN "
    "BSE SEB EBS BEN ENB NBE BNW NWB WBN BWS WSB SBW"
)
NAMES = tuple(_IN_ORDER.split())
SIZE = len(NAMES)


_FACELETS = {
    "".join(shimauchi.LETTERS[face].upper() for face in name): facelet
    for facelet, name in STICKER_NAMES.items()
}
_NAME = {facelet: name for name, facelet in _FACELETS.items()}
_FACELET_OF_STICKER = tuple(_FACELETS[name] for name in NAMES)
_STICKER_OF = {facelet: sticker for sticker, facelet in enumerate(_FACELET_OF_STICKER)}


def facelet_of(name: str) -> int:
    """Return the facelet (0 to 53) of a sticker's name. Raises FaceletError."""
    if name not in _FACELETS:
        raise FaceletError(
            f"{name!r} is not a sticker name: write the faces of its piece (T B E W S N), its own "
            "first, then clockwise, as in SE or TES"
        )
    return _FACELETS[name]


def name_of(facelet: int) -> str:
    """Return the name of the sticker on a facelet (0 to 53).

    Raises FaceletError for a centre, which has none.
    """
    if facelet not in _NAME:
        raise FaceletError(f"facelet {facelet} is no edge's and no corner's sticker of 0 to 53")
    return _NAME[facelet]


def restrict_to_stickers(facelets: Permutation) -> Permutation:
    """Return the permutation of the 48 stickers from one of the 54 facelets that leaves the
    centres.
    """
    return Permutation(tuple(_STICKER_OF[facelets.targets[f]] for f in _FACELET_OF_STICKER))


def extend_to_facelets(stickers: Permutation) -> Permutation:
    """Return the permutation of the 54 facelets, centres at rest, of one of the 48 stickers."""
    targets = list(range(54))
    for facelet, target in zip(_FACELET_OF_STICKER, stickers.targets, strict=True):
        targets[facelet] = _FACELET_OF_STICKER[target]
    return Permutation(tuple(targets))


def permutation_of(turns: Iterable[Turn]) -> Permutation:
    """Return where a sequence of turns takes each sticker."""
    product = Permutation.identity(SIZE)
    for turn in turns:
        product = product * _TURNS[turn]
    return product


def numbers_after(stickers: Permutation) -> tuple[int, ...]:
    """Return the 48 numbers of the solved cube after a permutation of its stickers.

    They may be those of no legal cube.
    """
    numbers = [NUMBER_OF_FACELET.get(facelet, 0) for facelet in range(54)]
    moved = extend_to_facelets(stickers).act(numbers)
    return tuple(moved[facelet] for facelet in FACELET_OF_NUMBER)


def cycles_as_facelet_names(stickers: Permutation) -> tuple[tuple[str, ...], ...]:
    """Return the cycles with the names of our facelets (U1 to B9), in the order of Wada's names."""
    return tuple(
        tuple(facelet_name(_FACELET_OF_STICKER[sticker]) for sticker in cycle)
        for cycle in reversed(stickers.cycles())
    )


_TURNS = {turn: restrict_to_stickers(TURN_PERMUTATIONS[turn]) for turn in ALL_TURNS}
# What each does to the pieces, and to nothing else: three edges cycle, two edges flip, three
# corners cycle, two corners twist.
SEQUENCES = {
    "H": "s2 t e' w s2 e w' t s2",
    "I": "t' n' b' s' e' s b n t e s b n t e t' n' b' s' e'",
    "J": "e2 s2 e' n' e s2 e' n e'",
    "K": "e t2 e s' b2 s e' t2 e s' b2 s e' e'",
}
_SEQUENCES = {name: permutation_of(shimauchi.parse(text)) for name, text in SEQUENCES.items()}
STICKERS = SymbolTable(
    NAMES,
    {letter: _TURNS[Turn(face, 1)] for letter, face in shimauchi.FACES.items()} | _SEQUENCES,
    "write turns t b e w s n, as in s2 t e', the sequences H I J K, or cycles of stickers, each "
    "named from its own face on clockwise, as in (TE TS TW) or (TES TSW)",
)
WCA_STICKERS = SymbolTable(
    tuple(STICKER_NAMES[facelet] for facelet in _FACELET_OF_STICKER),
    {face: _TURNS[Turn(face, 1)] for face in FACES} | _SEQUENCES,
    "write turns U D R L F B separated by spaces, as in F2 U R', the sequences H I J K, or cycles "
    "of stickers, each named from its own face on clockwise, as in (UR UF UL) or (URF UFL)",
)
