"""Every command is documented, helps, and heeds the settings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rokumen.commands import COMMANDS
from tests.rokumen.conftest import Said

Rokumen = Callable[..., Said]
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(rokumen: Rokumen, name: str) -> None:
    said = rokumen(name, "--help")
    assert said.status == 0
    assert len(said.out.split("\n\n")[1].strip()) > 20


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_in_the_readme_or_the_docs(name: str) -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    assert any(f"rokumen {name}" in page.read_text() for page in pages)


def test_the_top_lists_every_command(rokumen: Rokumen) -> None:
    said = rokumen("--help")
    assert said.status == 0
    for name, words in COMMANDS.items():
        assert name in said.out
        assert words in " ".join(said.out.split())


def test_an_unknown_command_is_quoted(rokumen: Rokumen) -> None:
    said = rokumen("juggle")
    assert said.status == 2
    assert "'juggle'" in said.err


def write_settings(tmp_path: Path, text: str) -> None:
    path = tmp_path / "config" / "config.toml"
    path.parent.mkdir()
    path.write_text(text)


def test_settings_are_defaults_below_the_environment_and_options(
    rokumen: Rokumen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_settings(tmp_path, "[plan]\nas_json = true\n")
    assert rokumen("plan", "--moves", "L").json()["moves"] == "L"
    monkeypatch.setenv("ROKUMEN_PLAN_AS_JSON", "0")
    assert "turns in" in rokumen("plan", "--moves", "L").out
    assert rokumen("plan", "--moves", "L", "--json").json()["moves"] == "L"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[plan]\nspede = 1\n", "sets 'spede' in [plan]"),
        ("[juggle]\nballs = 3\n", "[juggle], which is no command"),
        ("[plan\n", "cannot read the settings"),
    ],
)
def test_settings_that_nobody_reads_are_an_error(
    rokumen: Rokumen, tmp_path: Path, text: str, message: str
) -> None:
    write_settings(tmp_path, text)
    said = rokumen("plan", "--moves", "L")
    assert said.status == 2
    assert message in said.err
