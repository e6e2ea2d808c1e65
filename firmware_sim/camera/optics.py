"""What a camera adds to the scene: shadows of the grippers, motion blur, a cube that sways."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from firmware_sim.physics.state import PartialRotation, PhysicalState

# The pictures of which one with motion blur is the mean.
_BLURRED = 3
# An elastic cube between jaws that have just stopped: how far it sways at first (degrees), and how
# often until 63% of that has died away.
_SWAY_DEGREES, _SWAYS = 1.0, 0.45
_STILL_DEGREES = 0.1


@dataclass(frozen=True, slots=True)
class Optics:
    """How a camera sees: `shadow` is the share of light that grippers take from what is below.

    What moves within `exposure` seconds is blurred. A cube that has just been moved is seen to
    sway, 63% less after every `sway` seconds.
    """

    shadow: float = 0.0
    exposure: float = 0.0
    sway: float = 0.0

    def at_pace(self, pace: float) -> Optics:
        """Return optics with equal blur and sway for a mechanism that is `pace` times as fast."""
        return replace(self, exposure=self.exposure / pace, sway=self.sway / pace)


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
