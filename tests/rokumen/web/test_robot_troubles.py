"""The robot's page in a run and in its troubles, checked by axe-core."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.axe import findings
from tests.support.browser import OpenBrowser, Serve
from tests.support.robot_page import open_robot_page, wait_for_state

# Slow enough for axe-core to look at a run before it is over.
DEMO = ("--demo", "--seed=2", "--pace=10")


def test_axe_finds_nothing_after_a_jam_in_a_pause_and_after_a_stop(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = open_robot_page(browser(), serve(*DEMO, "--faults=jam_once@1"), width=390)
    page.click("#start")
    page.wait_for_selector("#events .trouble")
    assert findings(page) == []
    page.click("#pause")
    wait_for_state(page, "paused")
    assert findings(page) == []
    page.click("#stop")
    wait_for_state(page, "stopped")
    page.click("#new-run")
    assert findings(page) == []


@pytest.mark.parametrize(
    ("fault", "words"), [("camera_lost@1", "Look at the camera"), ("unplug@8", "Look at cable")]
)
def test_axe_finds_nothing_where_the_camera_or_the_cable_is_gone(
    serve: Serve, browser: OpenBrowser, fault: str, words: str
) -> None:
    page = open_robot_page(browser(), serve(*DEMO, f"--faults={fault}"))
    page.click("#start")
    wait_for_state(page, "stopped")
    expect(page.locator("#words")).to_contain_text(words)
    assert findings(page) == []
