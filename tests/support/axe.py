"""Accessibility of a page as axe-core finds it."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


# What is in order is neither described nor sent here: that takes as long as to find what is not.
_VIOLATIONS = """async (rules) => {
    const result = await axe.run(document, { runOnly: rules, resultTypes: ["violations"] });
    return result.violations;
}"""


def findings(page: Page) -> list[str]:
    """Return each rule that the page breaks, with the elements that do.

    Skips the test where axe-core is not installed.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(_script())
    violations: list[dict[str, Any]] = page.evaluate(_VIOLATIONS, RULES)
    return [
        f"{each['impact']}: {each['help']}: {[node['target'] for node in each['nodes']]}"
        for each in violations
    ]


@cache
def _script() -> str:
    """Return the script of axe-core, which a package of the lock file brings."""
    package = find_spec("axe_playwright_python")
    if package is None or package.origin is None:
        pytest.skip("axe-core is missing: install requirements-dev.lock")
    return (Path(package.origin).parent / "axe.min.js").read_text(encoding="utf-8")
