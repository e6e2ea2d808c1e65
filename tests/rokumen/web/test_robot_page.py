"""The robot's page in a browser: a demo run, its stop, and the keyboard."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, expect

from robot.execution.journal import read_journal
from tests.support.browser import OpenBrowser, Serve

TIMEOUT_MILLISECONDS = 90_000
DEMO = ("--demo", "--seed=1", "--jam=0.1", "--pace=60")
MID_RUN = re.compile(r"Command [2-9]\d of 1?\d\d:")


def open_robot_page(browser: Browser, address: str, width: int = 1280) -> Page:
    page = browser.new_context(viewport={"width": width, "height": 844}).new_page()
    page.set_default_timeout(TIMEOUT_MILLISECONDS)
    page.goto(f"{address}robot.html")
    page.wait_for_selector("body[data-ready]")
    return page


def wait_for_state(page: Page, state: str) -> None:
    expect(page.locator("body")).to_have_attribute(
        "data-state", state, timeout=TIMEOUT_MILLISECONDS
    )


def wait_for_motion(page: Page) -> None:
    page.click("#start")
    page.wait_for_selector("#timetable rect")
    expect(page.locator("#command")).to_have_text(MID_RUN, timeout=TIMEOUT_MILLISECONDS)


def check_standstill(page: Page) -> None:
    wait_for_state(page, "stopped")
    before = page.inner_text("#pose"), page.inner_text("#command")
    page.wait_for_timeout(700)
    assert (page.inner_text("#pose"), page.inner_text("#command")) == before
    wait_for_state(page, "stopped")


def test_a_demo_with_jams_is_run_until_solved(serve: Serve, browser: OpenBrowser) -> None:
    address = serve(*DEMO)
    page = open_robot_page(browser(), address)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    wait_for_motion(page)
    page.wait_for_selector("#player twisty-player")
    assert page.locator("#picture").evaluate("picture => picture.naturalWidth") > 0
    assert page.locator("#pose dd").count() == 4
    assert "Cross" in page.inner_text("#stages")
    wait_for_state(page, "solved")
    assert page.locator("#events .trouble").count() > 0
    assert "the turn jammed" in page.inner_text("#events")
    colours = page.locator("#net rect").evaluate_all("all => all.map(each => each.style.fill)")
    assert [len(set(colours[face : face + 9])) for face in range(0, 54, 9)] == [1] * 6
    expect(page.locator("#runs tr").nth(1)).to_contain_text("solved", timeout=TIMEOUT_MILLISECONDS)
    assert page.locator("#plots .bar").count() > 0
    hosts = {urlsplit(url).netloc for url in requests if not url.startswith(("blob:", "data:"))}
    assert hosts == {urlsplit(address).netloc}
    assert page.locator("html").evaluate("html => html.scrollWidth") <= 1280


def test_a_stopped_run_stands_still_and_is_resumed_until_solved(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = open_robot_page(browser(), serve(*DEMO), width=390)
    wait_for_motion(page)
    page.click("#stop")
    check_standstill(page)
    past = page.evaluate("async () => (await (await fetch('/robot/history')).json()).runs.at(-1)")
    assert past["outcome"] == "stopped"
    # No command was sent after the stop.
    *_, before, last = read_journal(Path(past["journal"]))
    assert (before["record"], last["record"]) == ("command", "stopped")
    assert "Resume" in page.inner_text("#words")
    assert page.locator("html").evaluate("html => html.scrollWidth") <= 390
    page.click("#resume")
    wait_for_state(page, "solved")


def test_a_run_is_started_paused_and_stopped_by_keyboard(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = open_robot_page(browser(), serve(*DEMO))
    focused = "() => document.activeElement.id"
    # It is the first element after the links to the four pages.
    for _ in range(5):
        page.keyboard.press("Tab")
    assert page.evaluate(focused) == "stop"
    page.keyboard.press("Tab")
    assert page.evaluate(focused) == "start"
    page.keyboard.press("Enter")
    wait_for_state(page, "running")
    page.focus("#pause")
    page.keyboard.press("Enter")
    wait_for_state(page, "paused")
    page.focus("#go-on")
    page.keyboard.press("Space")
    wait_for_state(page, "running")
    page.keyboard.press("Escape")
    check_standstill(page)


def test_stop_works_without_scripts(serve: Serve, browser: OpenBrowser) -> None:
    address = serve(*DEMO)
    watching = open_robot_page(browser(), address)
    context = browser().new_context(java_script_enabled=False)
    page = context.new_page()
    page.set_default_timeout(TIMEOUT_MILLISECONDS)
    page.goto(f"{address}robot/now")
    page.click("text=Start")
    wait_for_state(watching, "running")
    page.goto(f"{address}robot.html")
    page.click("#stop")
    expect(page.locator("body")).to_contain_text("stop")
    check_standstill(watching)


def test_without_a_robot_the_page_explains_how_to_attach_one(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = open_robot_page(browser(), serve())
    expect(page.locator("#words")).to_contain_text(
        "rokumen serve --demo", timeout=TIMEOUT_MILLISECONDS
    )
    assert page.is_disabled("#start")
