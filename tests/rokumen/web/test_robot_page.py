"""The robot's page in a browser: a demo run, its stop, and the keyboard."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, expect

from robot.execution.journal import read_journal
from tests.support.browser import OpenBrowser, Serve

PATIENCE = 90_000
DEMO = ("--demo", "--seed=1", "--jam=0.1", "--pace=60")
MID_RUN = re.compile(r"Command [2-9]\d of 1?\d\d:")


def open_page(browser: Browser, address: str, width: int = 1280) -> Page:
    page = browser.new_context(viewport={"width": width, "height": 844}).new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}robot.html")
    page.wait_for_selector("body[data-ready]")
    return page


def comes_to(page: Page, state: str) -> None:
    expect(page.locator("body")).to_have_attribute("data-state", state, timeout=PATIENCE)


def runs_until_it_drives(page: Page) -> None:
    page.click("#start")
    page.wait_for_selector("#timetable rect")
    expect(page.locator("#command")).to_have_text(MID_RUN, timeout=PATIENCE)


def stands_still(page: Page) -> None:
    comes_to(page, "stopped")
    before = page.inner_text("#pose"), page.inner_text("#command")
    page.wait_for_timeout(700)
    assert (page.inner_text("#pose"), page.inner_text("#command")) == before
    comes_to(page, "stopped")


def test_a_demo_is_run_to_solved_with_jams_on_the_way(serve: Serve, browser: OpenBrowser) -> None:
    address = serve(*DEMO)
    page = open_page(browser(), address)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    runs_until_it_drives(page)
    page.wait_for_selector("#player twisty-player")
    assert page.locator("#picture").evaluate("picture => picture.naturalWidth") > 0
    assert page.locator("#pose dd").count() == 4
    assert "Cross" in page.inner_text("#stages")
    comes_to(page, "solved")
    assert page.locator("#events .trouble").count() > 0
    assert "the turn jammed" in page.inner_text("#events")
    colours = page.locator("#net rect").evaluate_all("all => all.map(each => each.style.fill)")
    assert [len(set(colours[face : face + 9])) for face in range(0, 54, 9)] == [1] * 6
    expect(page.locator("#runs tr").nth(1)).to_contain_text("solved", timeout=PATIENCE)
    assert page.locator("#plots .bar").count() > 0
    hosts = {urlsplit(url).netloc for url in asked if not url.startswith(("blob:", "data:"))}
    assert hosts == {urlsplit(address).netloc}
    assert page.locator("html").evaluate("html => html.scrollWidth") <= 1280


def test_stop_in_mid_run_stands_still_and_resume_goes_on_to_solved(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = open_page(browser(), serve(*DEMO), width=390)
    runs_until_it_drives(page)
    page.click("#stop")
    stands_still(page)
    past = page.evaluate("async () => (await (await fetch('/robot/history')).json()).runs.at(-1)")
    assert past["outcome"] == "stopped"
    # Nothing was told to the grippers after they were stopped.
    *_, before, last = read_journal(Path(past["journal"]))
    assert (before["record"], last["record"]) == ("command", "stopped")
    assert "Resume" in page.inner_text("#words")
    assert page.locator("html").evaluate("html => html.scrollWidth") <= 390
    page.click("#resume")
    comes_to(page, "solved")


def test_it_is_run_paused_and_stopped_by_keyboard(serve: Serve, browser: OpenBrowser) -> None:
    page = open_page(browser(), serve(*DEMO))
    focused = "() => document.activeElement.id"
    # After the links to the four pages it comes first.
    for _ in range(5):
        page.keyboard.press("Tab")
    assert page.evaluate(focused) == "stop"
    page.keyboard.press("Tab")
    assert page.evaluate(focused) == "start"
    page.keyboard.press("Enter")
    comes_to(page, "running")
    page.focus("#pause")
    page.keyboard.press("Enter")
    comes_to(page, "paused")
    page.focus("#go-on")
    page.keyboard.press("Space")
    comes_to(page, "running")
    page.keyboard.press("Escape")
    stands_still(page)


def test_stop_works_without_scripts(serve: Serve, browser: OpenBrowser) -> None:
    address = serve(*DEMO)
    watching = open_page(browser(), address)
    context = browser().new_context(java_script_enabled=False)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}robot/now")
    page.click("text=Start")
    comes_to(watching, "running")
    page.goto(f"{address}robot.html")
    page.click("#stop")
    expect(page.locator("body")).to_contain_text("stop")
    stands_still(watching)


def test_without_a_robot_the_page_says_how_to_attach_one(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = open_page(browser(), serve())
    expect(page.locator("#words")).to_contain_text("rokumen serve --demo", timeout=PATIENCE)
    assert page.is_disabled("#start")
