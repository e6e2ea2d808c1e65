"""How a camera sees the scene: shadows of the grippers, motion blur, a cube that sways; and faults.

A fault is a wrong, stale, unreadable or missing picture.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from random import Random

from firmware_sim.faults import FaultSchedule
from firmware_sim.physics.state import PartialRotation, PhysicalState

# The pictures of which one with motion blur is the mean.
_BLURRED = 3
# An elastic cube between jaws that have just stopped: how far it sways at first (degrees), and how
# often until 63% of that has died away.
_SWAY_DEGREES, _SWAYS = 1.0, 0.45
_STILL_DEGREES = 0.1

# Number of pictures in a scan.
_PICTURES_PER_SCAN = 6

# Returns the state that a picture shows; pictures are numbered from 0, from the fault on.
_PictureFault = Callable[[PhysicalState, int], PhysicalState]


@dataclass(frozen=True, slots=True)
class Optics:
    """How a camera sees: `shadow` is the share of light that grippers take from what is below.

    What moves within `exposure` seconds is blurred. A cube that has just been moved is seen to
    sway, 63% less after every `sway` seconds.
    """

    shadow: float = 0.0
    exposure: float = 0.0
    sway: float = 0.0


IDEAL_OPTICS = Optics()
# A webcam indoors: 1/60 s, and a lamp above with some light from all sides.
WEBCAM = Optics(shadow=0.35, exposure=1 / 60, sway=0.05)


class Exposure:
    """Takes the states of which one picture is the mean."""

    def __init__(
        self,
        optics: Optics,
        look: Callable[[], PhysicalState | None],
        now: Callable[[], float],
        sleep: Callable[[float], None],
    ) -> None:
        self._optics = optics
        self._look = look
        self._now = now
        self._sleep = sleep
        self._last: PhysicalState | None = None
        self._moved_at = -math.inf

    def states(self) -> list[PhysicalState]:
        """Return the states during an exposure from now on; one where nothing moves, or none.

        The last one is that of the end.
        """
        seen = self._seen()
        if seen is None:
            return []
        states = [seen]
        while self._optics.exposure and len(states) < _BLURRED:
            self._sleep(self._optics.exposure / (_BLURRED - 1))
            later = self._seen()
            if later is None:
                return []
            if later == states[-1]:
                return [later]
            states.append(later)
        return states

    def _seen(self) -> PhysicalState | None:
        state = self._look()
        if state is None or not self._optics.sway:
            return state
        now = self._now()
        if self._last is not None and state != self._last:
            self._moved_at = now
        self._last = state
        return _swayed(state, (now - self._moved_at) / self._optics.sway)


def _swayed(state: PhysicalState, since: float) -> PhysicalState:
    """Return the state with the cube tilted by its sway.

    `since`: the time since it was moved, in time constants of the sway.
    """
    size = _SWAY_DEGREES * math.exp(-since)
    if state.tilt or state.dropped or since == 0 or size < _STILL_DEGREES:
        return state
    degrees = size * math.sin(2 * math.pi * _SWAYS * since)
    return replace(state, tilt=PartialRotation("F", degrees))


@dataclass(frozen=True, slots=True)
class SwappedStickers(PhysicalState):
    """A physical state in which two stickers appear exchanged."""

    exchanged: tuple[int, int] = (0, 0)

    @property
    def facelets(self) -> str:
        """Return the 54 facelets as they appear."""
        letters = list(super(SwappedStickers, self).facelets)
        first, second = self.exchanged
        letters[first], letters[second] = letters[second], letters[first]
        return "".join(letters)


class CameraFaultInjector:
    """Returns the physical state as cameras see it, with the camera faults of `faults`."""

    def __init__(self, faults: FaultSchedule) -> None:
        self._faults = faults
        self._pictures = 0
        self._turns: int | None = None
        self._state_before_turn: PhysicalState | None = None
        self._last_state: PhysicalState | None = None
        self._picture_fault: _PictureFault | None = None
        self._fault_start = 0

    def apply(self, state: PhysicalState, turns_done: int) -> PhysicalState | None:
        """Return the state that a picture taken now shows; None if there is no picture."""
        self._pictures += 1
        if self._faults.triggers_or_latched("camera_lost", self._pictures):
            return None
        if self._faults.triggers("rescan_unreadable", self._pictures):
            return replace(state, dropped=True)
        if turns_done != self._turns:
            self._turns = turns_done
            self._state_before_turn, self._picture_fault, self._fault_start = (
                self._last_state,
                None,
                self._pictures,
            )
            if turns_done and self._faults.triggers("rescan_wrong", turns_done):
                self._picture_fault = _draw_picture_fault(
                    self._faults.rng("rescan_wrong"), state, self._state_before_turn
                )
        self._last_state = state
        if self._picture_fault is None:
            return state
        return self._picture_fault(state, self._pictures - self._fault_start)


def _draw_picture_fault(
    rng: Random, state: PhysicalState, earlier: PhysicalState | None
) -> _PictureFault:
    """Return a random picture fault; `earlier` is the state in the picture before the turns."""
    mistakes = [_flipped_edges(rng), _exchanged_stickers(rng, state)]
    if earlier is not None:
        mistakes += [_stale_picture(rng, earlier), _stale_face(rng, earlier)]
    return rng.choice(mistakes)


def _flipped_edges(rng: Random) -> _PictureFault:
    """Flip two edges until the next turn: the result is as legal as the true cube."""
    places = rng.sample(range(12), 2)

    def show(state: PhysicalState, number: int) -> PhysicalState:
        flips = tuple(flip ^ (place in places) for place, flip in enumerate(state.cube.edge_flips))
        return replace(state, cube=replace(state.cube, edge_flips=flips))

    return show


def _exchanged_stickers(rng: Random, state: PhysicalState) -> _PictureFault:
    """Return a fault that exchanges two stickers of unlike colours, no centres, in one scan."""
    letters = state.facelets
    sides = [facelet for facelet in range(54) if facelet % 9 != 4]
    first = rng.choice(sides)
    second = rng.choice([other for other in sides if letters[other] != letters[first]])

    def show(state: PhysicalState, number: int) -> PhysicalState:
        if number >= _PICTURES_PER_SCAN:
            return state
        values = {field.name: getattr(state, field.name) for field in fields(PhysicalState)}
        return SwappedStickers(**values, exchanged=(first, second))

    return show


def _stale_picture(rng: Random, earlier: PhysicalState) -> _PictureFault:
    """Return a fault that shows, as one picture of a scan, the last picture before the turns."""
    which = rng.randrange(_PICTURES_PER_SCAN)
    return lambda state, number: earlier if number == which else state


def _stale_face(rng: Random, earlier: PhysicalState) -> _PictureFault:
    """Return a fault that shows, in one picture of a scan, a face as it was before the turns."""
    which = rng.randrange(_PICTURES_PER_SCAN)
    return lambda state, number: replace(state, cube=earlier.cube) if number == which else state
