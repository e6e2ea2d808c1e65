"""Files are read whole and within limits; what is no regular file is refused at once."""

from __future__ import annotations

import os
import sys
from io import StringIO
from pathlib import Path

import pytest

from files.access import (
    MAX_LINE,
    FileError,
    check_regular,
    lines_of,
    open_to_append,
    open_to_read,
    read_bytes,
    read_text,
    replace_text,
    write_text,
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="files of POSIX systems")


def test_a_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    path = tmp_path / "it"
    path.write_bytes(b"a\r\nb\rc\n")
    assert read_bytes(path, 7) == b"a\r\nb\rc\n"
    assert read_text(path) == "a\nb\nc\n"
    with pytest.raises(FileError, match="it has 7 bytes; such a file may have 6 at most"):
        read_bytes(path, 6)


def test_a_file_without_an_end_on_the_disk_is_rejected_unread(tmp_path: Path) -> None:
    path = tmp_path / "sparse"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(FileError):
        read_text(path)


@pytest.mark.parametrize("kind", ["FIFO", "device", "folder"])
def test_something_other_than_a_regular_file_is_named(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "it"
    if kind == "FIFO":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    else:
        path.mkdir()
    for use in (open_to_read, open_to_append, check_regular, read_text):
        with pytest.raises(FileError, match=f"it is a {kind}"):
            use(path)
    for write in (write_text, replace_text):
        with pytest.raises(FileError, match=f"it is a {kind}"):
            write(path, "x")


def test_a_fifo_that_takes_the_place_of_a_file_is_rejected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "it"
    os.mkfifo(path)
    monkeypatch.setattr("files.access.check_regular", lambda path: None)
    with pytest.raises(FileError, match="it is a FIFO"):
        open_to_read(path)


def test_a_file_is_written_whole_or_not_begun(tmp_path: Path) -> None:
    path = tmp_path / "it"
    write_text(path, "one, and more\n")
    write_text(path, "Ü\n")
    assert path.read_bytes() == b"\xc3\x9c\n"
    with pytest.raises(ValueError, match="surrogates not allowed"):
        write_text(path, "\ud800")
    assert read_text(path) == "Ü\n"


def test_a_missing_file_is_missing(tmp_path: Path) -> None:
    check_regular(tmp_path / "none")
    with pytest.raises(FileNotFoundError):
        read_bytes(tmp_path / "none", 1)


def test_lines_are_of_limited_length() -> None:
    assert list(lines_of(StringIO("a\n\nb"))) == ["a\n", "\n", "b"]
    with pytest.raises(ValueError, match="line 2 has 1048576 or more characters: 'xxx"):
        list(lines_of(StringIO("a\n" + "x" * 2 * MAX_LINE)))


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "it.toml"
    replace_text(path, "first")
    with path.open() as reader:
        replace_text(path, "2nd")
        # Who has the older one open goes on reading it.
        assert reader.read() == "first"
    assert path.read_text() == "2nd"
    assert [each.name for each in path.parent.iterdir()] == ["it.toml"]


def test_a_text_that_cannot_be_written_leaves_the_older_one(tmp_path: Path) -> None:
    path = tmp_path / "it.toml"
    replace_text(path, "first")
    with pytest.raises(ValueError, match="surrogates not allowed"):
        replace_text(path, "\ud800")
    assert path.read_text() == "first"


def test_nothing_is_written_through_a_link_beside_a_file(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    path = tmp_path / "it.toml"
    (tmp_path / "it.toml.new").symlink_to(victim)
    path.symlink_to(victim)
    replace_text(path, "new")
    assert victim.read_text() == "precious"
    assert path.read_text() == "new"


def test_what_a_killed_process_left_is_removed_after_an_hour(tmp_path: Path) -> None:
    path = tmp_path / "it[1].toml"
    old, young = tmp_path / "it[1].toml.1.unfinished", tmp_path / "it[1].toml.2.unfinished"
    for left in (old, young):
        left.touch()
    os.utime(old, (0, 0))
    replace_text(path, "it")
    assert sorted(tmp_path.iterdir()) == sorted([path, young])
