"""Tables and lists on a terminal are wrapped by words, and never cut off."""

from __future__ import annotations

import io
import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.table import Table

from rokumen.show.fitted import aligned, print_table

WORDS = st.lists(st.text("abc", min_size=1, max_size=9), max_size=30).map(" ".join)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True

    def lines(self) -> list[str]:
        return re.sub(r"\x1b\[[0-9;]*m", "", self.getvalue()).splitlines()


def on_terminal(monkeypatch: pytest.MonkeyPatch, columns: int) -> Terminal:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("TERM", "xterm")
    return terminal


def history(rig: str = "rig of the robot") -> Table:
    table = Table("began", rig, "turns")
    table.add_row("3 Nov 2026", "two-gripper with a camera above", "18")
    return table


@given(st.lists(st.tuples(st.text("xyz", max_size=12), WORDS), min_size=1), st.integers(30, 120))
def test_every_word_is_shown_and_no_line_is_too_long(
    rows: list[tuple[str, str]], columns: int
) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        on_terminal(monkeypatch, columns)
        shown = aligned(rows)
    assert shown.split() == " ".join(f"{name} {text}" for name, text in rows).split()
    assert max(map(len, shown.splitlines()), default=0) <= columns


def test_a_list_in_a_file_is_not_wrapped(capsys: pytest.CaptureFixture[str]) -> None:
    assert aligned([("a", "x " * 100), ("long", "y")]).splitlines()[1] == "long  y"
    print_table(history())
    assert "two-gripper with a camera above" in capsys.readouterr().out


def test_a_table_is_wrapped_by_words(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_terminal(monkeypatch, 40)
    print_table(history())
    lines = terminal.lines()
    assert max(map(len, lines)) <= 40
    words = " ".join(lines).split()
    assert {"two-gripper", "camera", "above", "Nov", "18"} <= set(words)


def test_a_table_without_room_for_its_words_is_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_terminal(monkeypatch, 38)
    print_table(history("mechanism-of-this-robot"))
    lines = terminal.lines()
    assert lines[0] == "began                    3 Nov 2026"
    assert max(map(len, lines)) <= 38
    assert "turns                    18" in lines
