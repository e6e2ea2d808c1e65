"""What mechanical faults do to the turn of a face, and to the cube."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from firmware_sim.faults import FaultSchedule
from firmware_sim.physics.state import PhysicalState
from robot.rigs.rig import CubeRotation, Effect, FaceTurn
from solver.core.geometry import OPPOSITE

# What becomes of the turn of a face at an axis that stands at an angle (degrees).
Slip = Callable[[FaceTurn, float], Sequence[Effect]]
# A jam is far from both detents, so that it cannot be mistaken for one.
JAM_DEGREES = (6.0, 84.0)
_ANGLE_ERROR_DEGREES = (5.0, 40.0)  # error of a turn that stops short or goes too far
_EDGES, _CORNERS = 12, 8


def angle_error(faults: FaultSchedule, kind: str) -> float:
    """Return the degrees by which a turn stops short or goes too far."""
    return faults.rng(kind).uniform(*_ANGLE_ERROR_DEGREES)


def slipping(share: float) -> Slip:
    """Return a slip after which a layer has turned by a share of its way."""
    return partial(_scaled, share)


def _scaled(share: float, turned: FaceTurn, here: float) -> Sequence[Effect]:
    return (replace(turned, degrees=share * turned.degrees),) if share else ()


def slipping_in_first_quarter(start: float, share: float) -> Slip:
    """Return a slip that ends a quarter turn after a detent."""

    def slip(turned: FaceTurn, here: float) -> Sequence[Effect]:
        return _scaled(share if abs(here - start) < 90 else 1.0, turned, here)

    return slip


def dragging(turned: FaceTurn, here: float) -> Sequence[Effect]:
    """Return the effects of a turn with which the middle layer goes along."""
    # A face turn with two layers going along is a turn of the opposite face the other way.
    behind = FaceTurn(turned.axis, OPPOSITE[turned.position], turned.degrees)
    return CubeRotation(turned.position, turned.degrees), behind


def cube_faults(
    faults: FaultSchedule, number: int
) -> tuple[Callable[[PhysicalState], PhysicalState], ...]:
    """Return what happens to the cube at the end of turn `number`."""
    changes: list[Callable[[PhysicalState], PhysicalState]] = []
    if faults.triggers("piece_pop", number):
        edge = faults.rng("piece_pop").randrange(_EDGES)
        changes.append(lambda state: replace(state, popped=(edge,)))
    if faults.triggers("corner_twist", number):
        corner = faults.rng("corner_twist").randrange(_CORNERS)
        changes.append(lambda state: replace(state, twisted=(corner,)))
    if faults.triggers("cube_drop", number):
        changes.append(_dropped)
    return tuple(changes)


def _dropped(state: PhysicalState) -> PhysicalState:
    return replace(state, dropped=True, layers=(), tilt=None)
