"""The README and the pages of docs: what stands between their fences, and their Python, run."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))


def fenced(page: Path, language: str = "") -> list[str]:
    """Return the blocks of a page in one language, or those that name none."""
    text = page.read_text(encoding="utf-8")
    return [
        block
        for named, block in re.findall(r"^```(\w*)\n(.*?)^```$", text, re.M | re.S)
        if named == language
    ]


def run_python(page: Path) -> int:
    """Run the Python of a page from top to bottom, and return how many examples there are.

    Where a block has prompts, what is printed is compared; `...` stands for anything.
    """
    # Imported here, since many tests need only the blocks.
    from sybil import Document
    from sybil.parsers.markdown import PythonCodeBlockParser

    parser = PythonCodeBlockParser(doctest_optionflags=doctest.ELLIPSIS)
    examples = list(Document.parse(str(page), parser).examples())
    for example in examples:
        example.evaluate()
    return len(examples)
