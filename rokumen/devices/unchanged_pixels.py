"""Which pixels of a picture stay as they are when an actuator goes from one place to another.

Where several actuators move together, it is not seen which of them changes a pixel. But one that
stays the same is changed by none of them: so that a later picture can be compared there, although
these actuators are elsewhere in it. Two such motions in a row leave what both of them leave.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from vision.arrays import BoolArray

# The angle of an axis and the position of its jaws; None for what an actuator has not.
Place = tuple[float | str | None, ...]


@dataclass(frozen=True, slots=True, eq=False)
class UnchangedPixels:
    """The pixels (H x W) that each actuator leaves, by its name and a pair of its places."""

    known: Mapping[tuple[str, Place, Place], BoolArray] = field(default_factory=dict)

    def between(self, name: str, first: Place, second: Place) -> BoolArray | None:
        """Return the pixels that look alike with an actuator at either place, None if none do."""
        return self.known.get((name, first, second))

    def after(
        self, moves: Iterable[tuple[str, Place, Place]], unchanged: BoolArray
    ) -> UnchangedPixels:
        """Return what is known after motions of actuators that left `unchanged` as it was."""
        known = dict(self.known)
        for name, begin, end in moves:
            ways_here = {**_ways(known, name, begin), begin: None}
            ways_on = {**_ways(known, name, end), end: None}
            for here, before in ways_here.items():
                for there, behind in ways_on.items():
                    if here != there:
                        pixels = _all_of(unchanged, before, behind)
                        _add(known, (name, here, there), pixels)
                        _add(known, (name, there, here), pixels)
        return UnchangedPixels(known)


def _ways(
    known: Mapping[tuple[str, Place, Place], BoolArray], name: str, place: Place
) -> dict[Place, BoolArray | None]:
    """Return the other places of an actuator that are known, and what stays on the way there."""
    return {to: pixels for (who, at, to), pixels in known.items() if (who, at) == (name, place)}


def _all_of(pixels: BoolArray, *others: BoolArray | None) -> BoolArray:
    for other in others:
        pixels = pixels if other is None else pixels & other
    return pixels


def _add(
    known: dict[tuple[str, Place, Place], BoolArray],
    key: tuple[str, Place, Place],
    pixels: BoolArray,
) -> None:
    known[key] = known[key] | pixels if key in known else pixels
