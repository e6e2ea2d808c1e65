"""The README, the pages and their site: examples, commands, links, names and terms are right."""

from __future__ import annotations

import re
import shlex
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from rokumen.cli.commands import COMMANDS, GROUPS
from rokumen.cli.main import run
from tests.support.cases import for_each
from tests.support.documents import PAGES, ROOT, fenced

README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN = [
    line.split("#")[0].strip()
    for block in fenced(ROOT / "README.md")
    for line in block.splitlines()
]
SOLVED = [line for line in SHOWN if line.startswith("rokumen solve")]


@pytest.mark.parametrize("line", SOLVED)
def test_positions_shown_can_be_solved(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(shlex.split(line)[1:]) == 0
    assert " turns" in capsys.readouterr().out


@pytest.mark.parametrize("line", [line for line in SOLVED if "--puzzle" not in line])
def test_cubes_shown_are_solved_layer_by_layer(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run(shlex.split(line)[1:])
    output = capsys.readouterr().out
    for step in ("Cross", "(F2L) 4", "(OLL)", "(PLL)"):
        assert step in output


def test_commands_shown_exist() -> None:
    named = {words[1] for line in SHOWN if (words := line.split())[:1] == ["rokumen"]}
    assert named
    assert named <= set(COMMANDS)


def test_the_table_has_the_groups_of_the_help() -> None:
    shown: dict[str, list[str]] = {}
    for row in README.partition("| command | does |")[2].partition("\n\n")[0].splitlines()[2:]:
        if heading := re.match(r"\| \*\*(.+)\*\* \|", row):
            shown[heading[1]] = []
        else:
            shown[list(shown)[-1]] += re.findall(r"`rokumen ([a-z]+)", row.split(" | ")[0])
    ours = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    papers = list(ours["entry-points"]["rokumen.commands"])
    listed = {heading: list(group) for heading, group in GROUPS.items()}
    assert shown == {**listed, "More commands": papers}


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) <= 150


def test_make_targets_shown_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = {words[1] for line in SHOWN if (words := line.split())[:1] == ["make"]}
    assert targets == {"demo", "test"}
    for target in targets:
        assert f"\n{target}:" in makefile


def test_links_lead_somewhere() -> None:
    wrong = [
        f"{page.name} links to {target}"
        for page in PAGES
        for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
        if "://" not in target and not (page.parent / target).exists()
    ]
    assert wrong == []


def test_every_exit_status_is_explained() -> None:
    from rokumen import exit_status

    (sentence,) = re.findall(r"Exit status: .*?\.\n", README, re.DOTALL)
    for name, value in vars(exit_status).items():
        if name.isupper():
            assert re.search(rf"\b{value} \w", sentence), f"{name}, {value}"


# Groups of entry points, which are named like modules.
ENTRY_POINTS = {
    "rokumen.drives",
    "rokumen.commands",
    "rokumen.engines",
    "rokumen.puzzles",
    "rokumen.rigs",
}
PACKAGES = "calibration|drawing|files|firmware_sim|papers|robot|rokumen|solver|vision"


def test_modules_named_exist() -> None:
    assert [wrong for page in PAGES for wrong in _not_there(page)] == []


def _not_there(page: Path) -> Iterator[str]:
    """Yield what a page names of the sources that does not exist."""
    text = re.sub(r"https?://\S+", "", page.read_text(encoding="utf-8"))
    # In Python examples `robot` is a variable; they run as tests of their own.
    text = re.sub(r"```python\n.*?```", "", text, flags=re.DOTALL)
    paths = set(re.findall(rf"(?<![\w./-])((?:{PACKAGES}|tests|web)/[\w/]+(?:\.\w+)?)", text))
    for path in paths:
        if not (ROOT / path).exists():
            yield f"{page.name} names {path}"
    for name in (
        set(
            re.findall(
                rf"(?<![\w./-])(?!rokumen\.[A-Z])((?:{PACKAGES})(?:\.(?!c\b)[A-Za-z_]\w*)+)", text
            )
        )
        - ENTRY_POINTS
    ):
        if not _is_defined(name.split(".")):
            yield f"{page.name} names {name}"


def _is_defined(parts: list[str]) -> bool:
    """Return whether parts name a module, or something that the source of a module defines."""
    for length in range(len(parts), 0, -1):
        path = ROOT.joinpath(*parts[:length])
        if length == len(parts) and path.with_suffix(".py").exists():
            return True
        source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        if source.exists():
            text = source.read_text(encoding="utf-8")
            stub = source.with_suffix(".pyi")
            text += stub.read_text(encoding="utf-8") if stub.exists() else ""
            rest = parts[length:]
            return not rest or re.search(rf"\b{rest[0]}\b", text) is not None
    return False


def test_each_term_is_defined_once() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    terms = [term.lower() for term in re.findall(r"\*\*(.+?)\*\*", text)]
    assert len(terms) > 100
    assert sorted(terms) == sorted(set(terms))


# Former private words, and what stands in their place.
BANNED = {
    r"seeds? 00\d": "the source's short form in docs/references.md",
    r"the turn (has )?(catche?s|caught)|turns? (that )?catch(es)?\b": "jam",
    r"the (robot's )?hands?\b": "gripper",
    r"honest limits": "limitations",
    r"the house\b|\brooms?\b": "architecture, package",
    r"in other clothes": "isomorphic",
    r"desk to desk": "setup",
    r"told apart": "distinguished",
    r"if nothing is said|if you say nothing": "by default",
    r"\bdoors?\b": "entry point",
    r"turned out": "verified",
    r"\brungs?\b": "retry step",
}


def test_pages_use_the_terms_of_the_glossary() -> None:
    wrong = [
        f"{page.name} has {found[0]!r}; write {term}"
        for page in PAGES
        for banned, term in BANNED.items()
        if (found := re.search(banned, page.read_text(encoding="utf-8"), re.IGNORECASE))
    ]
    assert wrong == []


def test_the_architecture_names_every_package_folder() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    for package in PACKAGES.split("|"):
        for init in (ROOT / package).glob("*/__init__.py"):
            folder = init.parent.relative_to(ROOT).as_posix()
            assert f"`{folder}`" in text, f"docs/architecture.md does not name {folder}"


def test_sources_are_cited_by_name() -> None:
    for package in (*PACKAGES.split("|"), "tests", "docs"):
        for file in (ROOT / package).rglob("*.*"):
            if file.suffix in {".py", ".md", ".js", ".html"} and file != Path(__file__):
                text = file.read_text(encoding="utf-8")
                assert not re.search(r"seeds? 00\d", text, re.IGNORECASE), file


SETTINGS = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
SITE_PAGES = sorted((ROOT / "docs").glob("*.md"))
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
    assert sorted(own) == sorted({page.name for page in SITE_PAGES} | GENERATED)


def test_the_modules_of_the_reference_exist() -> None:
    source = (ROOT / "docs" / "website" / "generated_pages.py").read_text(encoding="utf-8")
    modules = re.findall(r'^        "([a-z_.]+)",$', source, re.MULTILINE)
    assert len(modules) > 20
    for module in modules:
        file = ROOT.joinpath(*module.split("."))
        assert file.with_suffix(".py").exists() or (file / "__init__.py").exists(), module


@for_each("page", [ROOT / "README.md", *SITE_PAGES])
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
    assert len(pages) > len(SITE_PAGES)
    for page in pages:
        loaded = re.findall(
            r"<(?:script|img|link|iframe)\b[^>]*(?:src|href)=\"?(?:https?:)?//[^>]*>",
            page.read_text(encoding="utf-8"),
        )
        assert not loaded, page
