"""`rokumen doctor config`: the settings file, and the example of all settings."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from rokumen.cli.commands import COMMANDS
from tests.support.command_line import Rokumen


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "mine" / "config.toml"
    path.parent.mkdir()
    monkeypatch.setenv("ROKUMEN_CONFIG", str(path))
    return path


def test_the_path_is_that_of_the_environment(rokumen: Rokumen, settings: Path) -> None:
    assert rokumen("doctor", "config", "path").out == f"{settings}\n"


def test_what_is_set_is_shown_without_secrets(
    rokumen: Rokumen, settings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert f"{settings} does not exist" in rokumen("doctor", "config", "show").out
    settings.write_text('[demo]\njam = 0.25\n[serve]\ntoken = "abcdefghijklmnop"\n')
    monkeypatch.setenv("ROKUMEN_PLAN_JSON", "1")
    monkeypatch.setenv("ROKUMEN_SERVE_TOKEN", "qrstuvwxyzqrstuvwxyz")
    shown = rokumen("doctor", "config", "show").out
    assert "[demo]\njam = 0.25\n" in shown
    assert "ROKUMEN_PLAN_JSON=1\n" in shown
    assert "abcdef" not in shown
    assert "qrstuv" not in shown
    assert f"settings and profiles: {settings.parent}\n" in shown


def test_a_wrong_file_is_quoted_by_show_but_its_path_is_still_printed(
    rokumen: Rokumen, settings: Path
) -> None:
    settings.write_text("[demo]\njamm = 0.25\n")
    result = rokumen("doctor", "config", "show")
    assert result.status == 2
    assert "sets 'jamm' in [demo]" in result.err
    assert rokumen("doctor", "config", "path").status == 0


def test_the_example_sets_nothing_but_each_of_its_lines_can_be_set(
    rokumen: Rokumen, settings: Path
) -> None:
    example = rokumen("doctor", "config", "example").out
    tables = tomllib.loads(example)
    assert set(tables) <= set(COMMANDS)
    assert {"demo", "serve", "solve"} <= set(tables)
    assert not any(tables.values())
    settings.write_text(re.sub("(?m)^# ([a-z_]+ = )", r"\1", example))
    set_values = tomllib.loads(settings.read_text())
    assert set_values["demo"]["jam"] == 0.05
    result = rokumen("doctor", "config", "show")
    assert result.status == 0, result.err
