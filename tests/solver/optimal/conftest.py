"""A small pattern database: phase 1's, 50 MB, where the real one has 0.9 GB."""

from __future__ import annotations

import pytest

from solver.optimal.build import Placings, set_images
from solver.optimal.tables import Patterns, build

NEAR = 7


@pytest.fixture(scope="session")
def small_patterns() -> Patterns:
    """Tell the placings of the slice's edges apart as sets alone."""
    return build(Placings.from_images(set_images()), NEAR)
