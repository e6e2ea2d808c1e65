"""Numbers, lists and errors as people write them."""

from __future__ import annotations

import errno
from datetime import datetime
from pathlib import Path

import pytest

from files.access import FileError, read_text
from files.wording import counted, dated, listed, quoted_part, reason
from tests.support.cases import for_each


def test_one_thing_has_no_plural() -> None:
    assert counted(1, "turn") == "1 turn"
    assert counted(0, "turn") == "0 turns"
    assert counted(1200, "turn") == "1,200 turns"
    assert [counted(n, "body", "bodies") for n in (1, 2)] == ["1 body", "2 bodies"]


def test_a_day_has_the_name_of_its_month() -> None:
    assert dated(datetime(2026, 11, 3, 9, 5)) == "3 Nov 2026, 09:05"


def test_a_part_that_is_all_is_quoted_once() -> None:
    assert quoted_part("Q", " Q") == "'Q'"
    assert quoted_part("Q", "R Q") == "'R Q': 'Q'"


def test_the_last_of_several_parts_follows_a_word() -> None:
    assert listed([]) == ""
    assert listed(["a"]) == "a"
    assert listed(["a", "b"]) == "a and b"
    assert listed(["a", "b", "c"]) == "a, b and c"


@for_each("number", [*errno.errorcode])
def test_no_error_of_the_system_has_a_number_or_begins_large(number: int) -> None:
    words = reason(OSError(number, "Some Reason of the system", "a path"))
    assert words
    assert "Errno" not in words
    assert "a path" not in words
    assert not words[0].isupper()


def test_the_reasons_of_files_are_sentences(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as missing:
        read_text(tmp_path / "missing")
    assert reason(missing.value) == "there is no such file or folder"
    (tmp_path / "latin").write_bytes(b"\xe4")
    with pytest.raises(UnicodeDecodeError) as latin:
        read_text(tmp_path / "latin")
    assert reason(latin.value) == "it is not text in UTF-8"
    with pytest.raises(FileError) as folder:
        read_text(tmp_path)
    assert reason(folder.value) == "it is a folder, not a regular file"
    assert reason(ValueError("a brace is missing")) == "a brace is missing"
    assert reason(KeyError()) == "KeyError"
