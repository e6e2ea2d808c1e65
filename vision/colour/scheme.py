"""Which colours a cube has at U R F D L B, and what an order of colours says of mirrors.

Most cubes have one order, so a reading with its mirror image is taken to come of mirrored pictures:
unless the cube is known to have another order, or the camera not to mirror.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from drawing.palette import PAINT
from solver.core.facelets import COLOUR_NAMES
from solver.core.geometry import FACES
from solver.core.orientation import ORIENTATIONS

Scheme = tuple[str, ...]

STANDARD_SCHEME = ("white", "red", "green", "yellow", "orange", "blue")
# The same as a mirror shows them.
MIRRORED_SCHEME = ("white", "orange", "green", "yellow", "red", "blue")
MIRROR_ADVICE = (
    "Turn off mirroring in the camera app and photograph the cube again: the order of the colours "
    "is the mirror image of the usual one, so the photos are probably mirrored. If the camera does "
    "not mirror, the order is the cube's own: add {options}"
)
OTHER_ADVICE = (
    "The colours of U R F D L B are read as {letters}, which is another order than {own}: check "
    "--scheme, or whether the photos show another cube"
)
MIRRORED_OWN_ADVICE = (
    "The order of the colours is the mirror image of {own}, so the photos are probably mirrored. "
    "Turn off mirroring in the camera app and photograph the cube again"
)


@dataclass(frozen=True, slots=True)
class KnownScheme:
    """What is known of the order of a cube's colours, before it is read.

    `colours`: the names at U R F D L B, however the cube is held; None for what most cubes have.
    `may_be_mirrored`: whether the camera's pictures may be mirror images. `is_learnt`: whether the
    scheme is that of an earlier cube, so that this one may also be a usual one. `has_centres`:
    whether the cube shows its order: without centres, another one than the usual must be said.
    """

    colours: Scheme | None = None
    may_be_mirrored: bool = True
    is_learnt: bool = False
    has_centres: bool = True

    @property
    def names(self) -> Scheme | None:
        """Return the names that the colours of this cube have, None if nobody has said them."""
        return None if self.is_guessed else self.colours

    @property
    def held(self) -> Scheme:
        """Return the names at U R F D L B as the cube is written."""
        return self.colours or STANDARD_SCHEME

    @property
    def is_guessed(self) -> bool:
        """Return whether nobody has said the order of this cube."""
        return self.colours is None or self.is_learnt

    @property
    def possible(self) -> tuple[Scheme, ...]:
        """Return the orders that a cube without centres may have, the likeliest first."""
        right_way = (self.held, STANDARD_SCHEME) if self.is_learnt else (self.held,)
        return (*right_way, *map(_mirrored, right_way))

    def doubt(self, seen: Sequence[str]) -> str:
        """Return why an order that was read is in doubt, as advice; "" where it is not."""
        letters = written_scheme(seen)
        if self.is_learnt and self.colours and tuple(seen) not in _turned(self.colours):
            return replace(self, colours=None).doubt(seen)
        if self.colours is None:
            not_mirrored = "--not-mirrored, or " if self.has_centres else ""
            advice = MIRROR_ADVICE.format(options=f"{not_mirrored}--scheme {letters}")
            return advice if self.is_mirror_image(seen) else ""
        if tuple(seen) in _turned(self.colours):
            return ""
        own = written_scheme(self.colours)
        if self.is_mirror_image(seen):
            return MIRRORED_OWN_ADVICE.format(own=own)
        return OTHER_ADVICE.format(letters=letters, own=own)

    def is_mirror_image(self, seen: Sequence[str]) -> bool:
        """Return whether an order that was read is taken to be that of mirrored pictures."""
        if self.colours is None:
            is_in_doubt = self.may_be_mirrored or not self.has_centres
            return is_in_doubt and usual_names(seen) == MIRRORED_SCHEME
        return self.may_be_mirrored and tuple(seen) in _turned(_mirrored(self.colours))


USUAL_SCHEME = KnownScheme()
# Of a cube whose colours count and not their order.
ANY_SCHEME = KnownScheme(may_be_mirrored=False)


def parse_scheme(text: str) -> Scheme:
    """Return the names of the colours of U R F D L B: six letters, or six names with commas.

    WRGYOB is white,red,green,yellow,orange,blue. Raises ValueError, which quotes a text that is
    neither.
    """
    names = tuple(name.strip() for name in str(text).lower().split(","))
    if len(names) == 1:
        letters = str(text).strip().upper()
        names = tuple(COLOUR_NAMES.get(letter, "") for letter in letters)
    if len(names) != len(FACES) or len(set(names)) < len(names) or not set(names) <= set(PAINT):
        raise ValueError(
            f"{text!r} is not the colours of U R F D L B: write each of the letters "
            f"{' '.join(COLOUR_NAMES)} once, such as WRGYOB, however the cube is held; or, of a "
            f"cube with others, six of {', '.join(PAINT)} with commas, such as "
            "white,red,green,yellow,pink,blue"
        )
    return names


def written_scheme(names: Sequence[str]) -> str:
    """Return six names as `parse_scheme` reads them, as letters if these are the usual ones."""
    if set(names) == set(STANDARD_SCHEME):
        return "".join(name[:1].upper() for name in names)
    return ",".join(names)


def usual_names(names: Sequence[str]) -> Scheme:
    """Return six names, with those that are none of the usual six replaced by those left out.

    So a cube with pink in place of orange is turned, and told from its mirror image, as a usual
    one. Of several others the places are as on most cubes, where they can be.
    """
    left_out = iter([name for name in STANDARD_SCHEME if name not in names])
    return tuple(name if name in STANDARD_SCHEME else next(left_out) for name in names)


def standard_colours(names: Sequence[str], held: Sequence[str]) -> list[int]:
    """Return which of six colours with these names are those `held` at U R F D L B."""
    if set(names) != set(held):
        names, held = usual_names(names), usual_names(held)
    return [tuple(names).index(name) for name in held]


def _turned(scheme: Scheme) -> set[Scheme]:
    """Return a scheme as the cube has it in each of its 24 orientations."""
    at = dict(zip(FACES, scheme, strict=True))
    return {tuple(at[face] for face in orientation.faces) for orientation in ORIENTATIONS}


def _mirrored(scheme: Scheme) -> Scheme:
    up, right, front, down, left, back = scheme
    return up, left, front, down, right, back
