"""The search for a gripper's closed and open positions, and its limits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.grip_check import (
    CLOSED_MARGIN,
    CLOSING_STEP,
    MAX_OVERTRAVEL,
    OPEN_MARGIN,
    find_closed,
    find_open,
)
from robot.boards.maestro_settings import MaestroSettingsError

ROUNDING = 1e-9


class Gripper:
    """A gripper that holds up to `touch` and releases beyond `clear`; `sent` are its targets."""

    def __init__(self, touch: float, clear: float = 0.0) -> None:
        self.sent: list[float] = []
        self._touch, self._clear = touch, clear

    def holds(self, position: float) -> bool:
        self.sent.append(position)
        return position <= self._touch

    def releases(self, position: float) -> bool:
        self.sent.append(position)
        return position > max(self._touch, self._clear)


@given(st.floats(-0.15, 1.14), st.floats(0, 1.13))
def test_the_closed_position_holds_and_the_open_one_is_clear(touch: float, clear: float) -> None:
    gripper = Gripper(touch, clear)
    opening = find_open(gripper.releases)
    opened = len(gripper.sent)
    found = find_closed(gripper.holds, opening)
    assert touch - CLOSING_STEP - ROUNDING <= found.widest_holding <= touch
    assert found.closed <= touch
    assert found.closed >= touch - CLOSING_STEP - CLOSED_MARGIN - ROUNDING
    assert found.open > max(touch, clear)
    assert found.open >= min(touch + OPEN_MARGIN, 1 + MAX_OVERTRAVEL)
    assert min(gripper.sent) >= -MAX_OVERTRAVEL
    assert max(gripper.sent) <= 1 + MAX_OVERTRAVEL + ROUNDING
    # Jaws that are too wide drag a layer; at most one step may be tried there.
    assert all(
        position <= touch + CLOSING_STEP + ROUNDING for position in gripper.sent[opened + 1 :]
    )


@pytest.mark.parametrize("touch", [-0.15001, -0.5, -10])
def test_a_gripper_that_never_holds_stays_within_its_limit(touch: float) -> None:
    gripper = Gripper(touch)
    with pytest.raises(MaestroSettingsError, match="does not hold"):
        find_closed(gripper.holds, 1)
    assert min(gripper.sent) == -MAX_OVERTRAVEL


@pytest.mark.parametrize("clear", [1.1501, 1.5, 10])
def test_a_gripper_that_never_releases_stays_within_its_limit(clear: float) -> None:
    gripper = Gripper(0, clear)
    with pytest.raises(MaestroSettingsError, match="does not release"):
        find_open(gripper.releases)
    assert max(gripper.sent) == pytest.approx(1 + MAX_OVERTRAVEL)
