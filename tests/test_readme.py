"""The README is true: the commands that it shows do what it says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from rokumen.cli import run
from rokumen.commands import COMMANDS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN = [
    line.split("#")[0].strip()
    for block in re.findall(r"```\n(.*?)```", README, re.DOTALL)
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
    said = capsys.readouterr().out
    for step in ("Cross", "F2L 4", "OLL", "PLL"):
        assert step in said


def test_commands_shown_exist() -> None:
    named = {words[1] for line in SHOWN if (words := line.split())[:1] == ["rokumen"]}
    assert named
    assert named <= set(COMMANDS)


def test_make_targets_shown_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = {words[1] for line in SHOWN if (words := line.split())[:1] == ["make"]}
    assert targets == {"demo", "test"}
    for target in targets:
        assert f"\n{target}:" in makefile


@pytest.mark.parametrize("page", [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))])
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", text):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_exit_status_is_explained() -> None:
    from rokumen import exit_status

    (sentence,) = re.findall(r"Exit status: .*?\.\n", README, re.DOTALL)
    for name, value in vars(exit_status).items():
        if name.isupper():
            assert re.search(rf"\b{value} \w", sentence), f"{name}, {value}"
