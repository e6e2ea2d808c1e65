"""A test of many cases runs all of them, and names the one that fails."""

from __future__ import annotations

import inspect

import pytest

from tests.support.cases import for_each


def test_all_cases_are_run_with_the_fixtures_that_are_left() -> None:
    seen = []

    @for_each("kind", "ab")
    @for_each(("low", "high"), [(1, 2), (3, 4)])
    def compared(kind: str, low: int, high: int, limit: int) -> None:
        seen.append((kind, low, high, limit))

    assert list(inspect.signature(compared).parameters) == ["limit"]
    compared(limit=9)
    assert seen == [("a", 1, 2, 9), ("a", 3, 4, 9), ("b", 1, 2, 9), ("b", 3, 4, 9)]


def test_the_case_that_fails_is_named() -> None:
    @for_each("number", [2, 4, 5, 6])
    def even(number: int) -> None:
        assert number % 2 == 0

    with pytest.raises(AssertionError) as failed:
        even()
    assert failed.value.__notes__ == ["The case that fails: {'number': 5}"]


def test_without_a_case_there_is_no_test() -> None:
    with pytest.raises(AssertionError, match="no value for number"):
        for_each("number", [])
