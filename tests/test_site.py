"""The site of docs: all pages are in its contents, anchors exist, nothing is loaded from afar."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.support.cases import for_each

ROOT = Path(__file__).parent.parent
SETTINGS = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
PAGES = sorted((ROOT / "docs").glob("*.md"))
# Made when the site is built, by docs/website.
GENERATED = {"index.md", "changes.md"}


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub and the site make them."""
    text = re.sub(r"^ *```.*?^ *```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    found: set[str] = set()
    for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE):
        words = re.sub(r"[`*]|\]\([^)]*\)|\[", "", heading)
        kept = re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")
        found.add(kept if kept not in found else f"{kept}-1")
    return found


def test_every_page_is_in_the_contents_once() -> None:
    _, contents = SETTINGS.split("\nnav:\n")
    listed = re.findall(r"(\S+\.md)$", contents, re.MULTILINE)
    own = [name for name in listed if not name.startswith("reference/")]
    assert sorted(own) == sorted({page.name for page in PAGES} | GENERATED)


def test_the_modules_of_the_reference_exist() -> None:
    source = (ROOT / "docs" / "website" / "generated_pages.py").read_text(encoding="utf-8")
    modules = re.findall(r'^        "([a-z_.]+)",$', source, re.MULTILINE)
    assert len(modules) > 20
    for module in modules:
        file = ROOT.joinpath(*module.split("."))
        assert file.with_suffix(".py").exists() or (file / "__init__.py").exists(), module


@for_each("page", [ROOT / "README.md", *PAGES])
def test_anchors_of_links_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target, anchor in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", text):
        other = page.parent / target if target else page
        assert anchor in anchors(other), f"{page.name} links to {target}#{anchor}"


def test_no_setting_of_the_site_names_another_machine() -> None:
    assert "font: false" in SETTINGS
    assert "://" not in SETTINGS


@pytest.mark.slow
def test_the_site_is_built_and_loads_nothing_from_other_machines() -> None:
    done = subprocess.run(["make", "docs"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    site = ROOT / "out" / "site"
    assert (site / "search" / "search_index.json").exists()
    pages = list(site.rglob("*.html"))
    assert len(pages) > len(PAGES)
    for page in pages:
        loaded = re.findall(
            r"<(?:script|img|link|iframe)\b[^>]*(?:src|href)=\"?(?:https?:)?//[^>]*>",
            page.read_text(encoding="utf-8"),
        )
        assert not loaded, page
