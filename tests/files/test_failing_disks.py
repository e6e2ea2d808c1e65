"""A disk that is full at any call: the older file stays whole, and an error says what is wrong."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.support.failing_disk import STORED, WAYS, try_all

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("cc") is None, reason="needs Linux and a C compiler"
)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", STORED)
def test_each_write_may_fail_at_each_call(kind: str, tmp_path: Path) -> None:
    found = try_all(kind, tmp_path)
    # Each is opened, written and given its name at least, in each of the ways.
    assert len(found) > 2 * WAYS
    assert set(found) == {""}
