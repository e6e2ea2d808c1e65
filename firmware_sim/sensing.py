"""What the camera is shown of what is so, faults of seeing included."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from random import Random

from firmware_sim.faults import Faults
from firmware_sim.truth import Truth

# So many pictures make a scan.
_FACES = 6

# What a picture shows of what is so; the picture's number counts from the fault, beginning with 0.
_Mistake = Callable[[Truth, int], Truth]


@dataclass(frozen=True, slots=True)
class Misread(Truth):
    """A truth of which two stickers look like each other."""

    exchanged: tuple[int, int] = (0, 0)

    @property
    def facelets(self) -> str:
        """Give the 54 facelets as they look."""
        letters = list(super(Misread, self).facelets)
        first, second = self.exchanged
        letters[first], letters[second] = letters[second], letters[first]
        return "".join(letters)


class Sensing:
    """Shows the truth to cameras, as well as `faults` allow."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        self._pictures = 0
        self._turns: int | None = None
        self._earlier: Truth | None = None
        self._last: Truth | None = None
        self._mistake: _Mistake | None = None
        self._since = 0

    def show(self, truth: Truth, turns_done: int) -> Truth | None:
        """Give what a picture taken now shows; None where there is none to be had."""
        self._pictures += 1
        if self._faults.lasts("camera_lost", self._pictures):
            return None
        if self._faults.strikes("rescan_unreadable", self._pictures):
            return replace(truth, dropped=True)
        if turns_done != self._turns:
            self._turns = turns_done
            self._earlier, self._mistake, self._since = self._last, None, self._pictures
            if turns_done and self._faults.strikes("rescan_wrong", turns_done):
                self._mistake = _drawn(self._faults.draw("rescan_wrong"), truth, self._earlier)
        self._last = truth
        if self._mistake is None:
            return truth
        return self._mistake(truth, self._pictures - self._since)


def _drawn(chance: Random, truth: Truth, earlier: Truth | None) -> _Mistake:
    """Draw what goes wrong; `earlier` is what the last picture before the last turns showed."""
    mistakes = [_flipped_edges(chance), _exchanged_stickers(chance, truth)]
    if earlier is not None:
        mistakes += [_stale_picture(chance, earlier), _stale_face(chance, earlier)]
    return chance.choice(mistakes)


def _flipped_edges(chance: Random) -> _Mistake:
    """Flip two edges for good, which gives a cube that exists as well as the true one does."""
    places = chance.sample(range(12), 2)

    def show(truth: Truth, number: int) -> Truth:
        flips = tuple(flip ^ (place in places) for place, flip in enumerate(truth.cube.edge_flips))
        return replace(truth, cube=replace(truth.cube, edge_flips=flips))

    return show


def _exchanged_stickers(chance: Random, truth: Truth) -> _Mistake:
    """Exchange two stickers of different colours, no centres, in the pictures of one scan."""
    letters = truth.facelets
    sides = [facelet for facelet in range(54) if facelet % 9 != 4]
    first = chance.choice(sides)
    second = chance.choice([other for other in sides if letters[other] != letters[first]])

    def show(truth: Truth, number: int) -> Truth:
        if number >= _FACES:
            return truth
        said = {field.name: getattr(truth, field.name) for field in fields(Truth)}
        return Misread(**said, exchanged=(first, second))

    return show


def _stale_picture(chance: Random, earlier: Truth) -> _Mistake:
    """Show in one picture what an earlier one has shown."""
    which = chance.randrange(_FACES)
    return lambda truth, number: earlier if number == which else truth


def _stale_face(chance: Random, earlier: Truth) -> _Mistake:
    """Show in one picture the face that is due, as it was before the last turns."""
    which = chance.randrange(_FACES)
    return lambda truth, number: replace(truth, cube=earlier.cube) if number == which else truth
