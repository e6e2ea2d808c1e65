"""Tables and lists on a terminal are wrapped by words, and never cut off.

The time that is left, from the shares that were reported.
"""

from __future__ import annotations

import io
import re
import sys

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.table import Table

from rokumen.show.drawings.qr_code import Modules, drawn_in_terminal, qr_code
from rokumen.show.fitted import aligned, print_table
from rokumen.show.table_progress import RemainingTime

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


def after(*reports: tuple[float, float]) -> RemainingTime:
    estimate = RemainingTime()
    for share, seconds in reports:
        estimate.report(share, seconds)
    return estimate


@pytest.mark.parametrize(
    ("reports", "seconds", "words"),
    [
        ((), 3.0, "3 s"),
        (((0.0, 2.0),), 4.0, "0 %, 4 s so far"),
        # A tenth in 10 s leaves nine times as much.
        (((0.0, 0.0), (0.1, 10.0)), 10.0, "10 %, about 2 min left"),
        (((0.0, 0.0), (0.5, 30.0)), 30.0, "50 %, about 30 s left"),
        # It counts down between two reports.
        (((0.0, 0.0), (0.5, 30.0)), 48.0, "50 %, about 15 s left"),
        (((0.0, 0.0), (0.5, 30.0)), 55.0, "50 %, about 5 s left"),
        (((0.0, 0.0), (0.5, 30.0)), 59.0, "50 %, 59 s so far"),
        (((0.0, 0.0), (0.5, 30.0)), 99.0, "50 %, 99 s so far"),
        (((0.0, 0.0), (1.0, 30.0)), 30.0, "100 %, 30 s so far"),
        # What was there already took no time: 0.25 took 10 s, and 0.5 is left.
        (((0.25, 5.0), (0.5, 15.0)), 15.0, "50 %, about 20 s left"),
        (((0.0, 0.0), (0.2, 100.0)), 100.0, "20 %, about 7 min left"),
    ],
)
def test_what_is_said(reports: tuple[tuple[float, float], ...], seconds: float, words: str) -> None:
    assert after(*reports).describe(seconds) == words


@given(st.floats(0.05, 0.95), st.floats(1, 1000))
def test_at_an_even_rate_the_estimate_is_right(share: float, total: float) -> None:
    left = after((0.0, 0.0), (share, share * total)).left(share * total)
    assert left == pytest.approx((1 - share) * total)


PIXELS = 8  # of a module


def read(modules: Modules) -> str:
    """Return the text that a reader finds in a picture of the code."""
    dark = np.pad(np.array(modules, dtype=bool), 4)
    picture = np.where(np.kron(dark, np.ones((PIXELS, PIXELS), dtype=bool)), 0, 255)
    text, _, _ = cv2.QRCodeDetector().detectAndDecode(picture.astype(np.uint8))
    return str(text)


@pytest.mark.thorough
@given(st.text("abcXYZ0189:/?=&-._~%", min_size=1, max_size=106))
def test_a_reader_finds_the_text(text: str) -> None:
    assert read(qr_code(text)) == text


@pytest.mark.parametrize(
    ("length", "side"),
    # The most bytes of each version at level L, and its modules a side: ISO/IEC 18004, table 7.
    [(17, 21), (18, 25), (32, 25), (53, 29), (78, 33), (106, 37)],
)
def test_the_smallest_code_with_room_is_chosen(length: int, side: int) -> None:
    modules = qr_code("x" * length)
    assert len(modules) == side
    assert {len(row) for row in modules} == {side}


def test_a_longer_text_is_quoted() -> None:
    with pytest.raises(ValueError, match=r"'xxxx.*has 107 bytes; .* at most 106"):
        qr_code("x" * 107)


def test_the_terminal_shows_the_same_modules_with_a_light_border() -> None:
    modules = qr_code("https://192.168.1.20:8000/")
    lines = re.sub(r"\x1b\[[0-9;]*m", "", drawn_in_terminal(modules)).splitlines()
    light = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
    rows = [[not light[each][half] for each in line] for line in lines for half in (0, 1)]
    inner = [row[4:-4] for row in rows[4 : 4 + len(modules)]]
    assert inner == modules
    assert not any(any(row) for row in rows[:4])
    assert not any(any(row[:4] + row[-4:]) for row in rows)
