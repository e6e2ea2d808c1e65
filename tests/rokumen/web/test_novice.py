"""A person who has never solved a cube and knows no letters, with a cube in hand, on a phone.

They solve it by the arrows of the page that solves, and by the pictures of the course.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from solver.cube import Cube
from tests.support.browser import OpenBrowser, Serve, new_page
from tests.support.novice import read_course, solve_by_arrows, solve_by_lessons


@pytest.fixture
def phone(browser: OpenBrowser) -> Page:
    return new_page(browser(), 390, 844, has_touch=True, is_mobile=True, reduced_motion="reduce")


@pytest.mark.parametrize("count", [1, pytest.param(30, marks=pytest.mark.slow)])
def test_cubes_are_solved_by_the_arrows_of_the_page(phone: Page, serve: Serve, count: int) -> None:
    hands = [solve_by_arrows(phone, serve(), Cube.random(seed)) for seed in range(count)]
    assert [hand.cube.is_solved() for hand in hands] == [True] * count


@pytest.mark.parametrize("count", [2, pytest.param(30, marks=pytest.mark.slow)])
def test_cubes_are_solved_by_what_the_lessons_show(phone: Page, serve: Serve, count: int) -> None:
    steps = read_course(phone, serve())
    assert len(steps) == 7
    hands = [solve_by_lessons(steps, Cube.random(seed)) for seed in range(count)]
    assert [hand.cube.is_solved() for hand in hands] == [True] * count
