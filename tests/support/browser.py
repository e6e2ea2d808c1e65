"""A real browser that shows the pages."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable

from playwright.sync_api import Browser, Page

Serve = Callable[..., str]

OpenBrowser = Callable[..., Browser]

CHROMIUM = os.environ.get("ROKUMEN_CHROMIUM") or shutil.which("chromium")

TIMEOUT_MILLISECONDS = 60_000


def open_page(browser: Browser, address: str) -> Page:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.set_default_timeout(TIMEOUT_MILLISECONDS)
    page.goto(address)
    page.wait_for_selector("body[data-ready]")
    return page
