"""The site of the documents: no line of code runs off its column, on a desktop and on a phone."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

import pytest

from tests.support.browser import OpenBrowser, new_page

DOCS = Path(__file__).parents[3] / "docs"
FENCED = re.compile(r"^```\w*\n(.*?)^```", re.MULTILINE | re.DOTALL)


def code_blocks() -> list[str]:
    pages = (page.read_text(encoding="utf-8") for page in sorted(DOCS.glob("*.md")))
    return [block for page in pages for block in FENCED.findall(page)]


# As wide as the theme's column is on screens of 1400 and 390 pixels.
@pytest.mark.parametrize("width", [688, 390])
def test_no_line_of_code_runs_off_its_column(browser: OpenBrowser, width: int) -> None:
    blocks = code_blocks()
    assert len(blocks) > 150
    page = new_page(browser(), width)
    # The theme, which is not at hand here, has such blocks scroll.
    page.set_content(
        "<style>body { margin: 0 } pre > code { display: block; overflow: auto }</style>"
        '<body class="md-typeset">'
        + "".join(f"<pre><code>{escape(block)}</code></pre>" for block in blocks)
    )

    def count_of_wide() -> int:
        return int(
            page.locator("pre > code").evaluate_all(
                "all => all.filter((each) => each.scrollWidth > each.clientWidth).length"
            )
        )

    assert count_of_wide() > 30
    page.add_style_tag(path=DOCS / "website" / "site.css")
    assert count_of_wide() == 0
