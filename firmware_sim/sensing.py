"""What the camera is shown of what is so, faults of seeing included."""

from __future__ import annotations

from dataclasses import replace

from firmware_sim.faults import Faults
from firmware_sim.truth import Truth


class Sensing:
    """Shows the truth to cameras, as well as `faults` allow."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        self._pictures = 0
        self._turns: int | None = None
        self._misread: tuple[int, int] | None = None

    def show(self, truth: Truth, turns_done: int) -> Truth | None:
        """Give what a picture taken now shows; None where there is none to be had."""
        self._pictures += 1
        if self._faults.lasts("camera_lost", self._pictures):
            return None
        if self._faults.strikes("rescan_unreadable", self._pictures):
            return replace(truth, dropped=True)
        if turns_done != self._turns:
            self._turns = turns_done
            self._misread = None
            if turns_done and self._faults.strikes("rescan_wrong", turns_done):
                first, second = self._faults.draw("rescan_wrong").sample(range(12), 2)
                self._misread = (first, second)
        return truth if self._misread is None else _with_flips(truth, self._misread)


def _with_flips(truth: Truth, places: tuple[int, int]) -> Truth:
    """Flip two edges, which gives a cube that exists as well as the true one does."""
    flips = tuple(flip ^ (place in places) for place, flip in enumerate(truth.cube.edge_flips))
    return replace(truth, cube=replace(truth.cube, edge_flips=flips))
