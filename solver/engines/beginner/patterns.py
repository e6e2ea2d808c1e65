"""What is seen of a cube that is held in some way, and patterns of stickers to look for.

A sticker is named by its face and number, U1 to B9, as they are seen; its colour by the face whose
centre has that colour, as it is seen too: F6=D is a sticker in front, in the colour of the bottom.
"""

from __future__ import annotations

from dataclasses import dataclass

from solver.core.facelets import FACELET_BY_NAME, FACELET_INDICES, STICKER_NAMES
from solver.core.geometry import FACES
from solver.core.orientation import Orientation
from solver.core.turn import TURN_PERMUTATIONS, Turn
from solver.engines.lbl.viewpoints import viewpoint


@dataclass(frozen=True, slots=True)
class Pattern:
    """Stickers that have a colour, stickers that have not, and places with a twisted piece.

    `equal` and `different` are facelets (0 to 53) with a face letter; each of `placed` are the
    facelets of a place, whose piece is there however it is twisted.
    """

    equal: tuple[tuple[int, str], ...]
    different: tuple[tuple[int, str], ...]
    placed: tuple[tuple[int, ...], ...]

    def matches(self, seen: str) -> bool:
        """Return whether 54 face letters, as seen, fit the pattern."""
        return (
            all(seen[at] == colour for at, colour in self.equal)
            and all(seen[at] != colour for at, colour in self.different)
            and all({seen[at] for at in place} == _colours(place) for place in self.placed)
        )

    def followed_by(self, other: Pattern) -> Pattern:
        """Return the pattern of both."""
        return Pattern(
            self.equal + other.equal,
            self.different + other.different,
            self.placed + other.placed,
        )


EMPTY = Pattern((), (), ())


def parse_pattern(text: str) -> Pattern:
    """Read a pattern: F6=D (has the colour), F6!D (has not), =URF (solved), ~URF (in its place).

    Raises ValueError, which quotes the word that is none of these.
    """
    pattern = EMPTY
    for word in text.split():
        pattern = pattern.followed_by(_parse_word(word))
    return pattern


def _parse_word(word: str) -> Pattern:
    sign = "=" if "=" in word else "!" if "!" in word else "~"
    left, _, right = word.partition(sign)
    if not left and right in FACELET_BY_NAME and sign != "!":
        place = tuple(at for at, name in STICKER_NAMES.items() if sorted(name) == sorted(right))
        if sign == "~":
            return Pattern((), (), (place,))
        return Pattern(tuple((at, FACES[at // 9]) for at in place), (), ())
    if left in FACELET_INDICES and right in FACES and len(right) == 1 and sign != "~":
        sticker = ((FACELET_INDICES[left], right),)
        return Pattern(sticker, (), ()) if sign == "=" else Pattern((), sticker, ())
    raise ValueError(f"{word!r} is no pattern; write F6=D, F6!D, =URF or ~URF")


def _colours(place: tuple[int, ...]) -> set[str]:
    return {FACES[at // 9] for at in place}


def seen_facelets(facelets: str, held: Orientation) -> str:
    """Return 54 face letters as the person sees them who holds the cube so.

    Places and colours are both named as they are seen: the front's centre is always F.
    """
    return "".join(held.position_of(facelets[at]) for at in viewpoint(held).to_cube)


def turn_seen(seen: str, turn: Turn) -> str:
    """Return 54 face letters after a turn of a face."""
    return "".join(TURN_PERMUTATIONS[turn].act(seen))
