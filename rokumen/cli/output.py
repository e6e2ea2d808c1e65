"""Output of the commands: JSON, the log (`-v`, `-vv`), and unusable standard streams."""

from __future__ import annotations

import io
import json
import logging
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

import click

from files.access import ENCODING
from files.documents import strict_json
from files.errors import NumberedError
from rokumen.own_packages import PACKAGES


def error_json(error: NumberedError) -> dict[str, str]:
    """Return an error as commands and pages print it: its number, and its text without it."""
    return {"code": error.code, "message": error.message}


class _Printed:
    """Whether the command that runs has printed a JSON object: `run` begins it anew."""

    json = False


def begin_output() -> None:
    """Forget what an earlier command has printed."""
    _Printed.json = False


def has_printed_json() -> bool:
    """Return whether the command has printed a JSON object, which an error does not follow."""
    return _Printed.json


def print_json(values: Mapping[str, Any]) -> None:
    """Print one strict JSON object on one line of stdout."""
    _Printed.json = True
    text = strict_json(values)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        # A terminal without UTF-8, or a pipe on Windows: with \u escapes it is the same JSON.
        text = json.dumps(json.loads(text))
    click.echo(text)


def json_option(
    words: str = "Print one JSON object.",
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the option `--json` of a command, as its parameter `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help=words)


def draw_option(words: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the option `--draw FILE` of a command, as its parameter `draw`."""
    return click.option("--draw", type=click.Path(path_type=Path), help=words)


# Modes in which the null device fails as a closed stream does. Messages may be lost.
_NULL_MODES = (os.O_WRONLY, os.O_RDONLY, os.O_RDWR)


class _LosingFile(io.FileIO):
    """A file that loses what cannot be written."""

    def write(self, data: Any) -> int:
        """Write bytes, and return how many; all of them where they are lost."""
        try:
            return super().write(data)
        except OSError:
            return memoryview(data).nbytes


def replace_closed_streams() -> None:
    """Replace each closed standard stream, so that reading or writing it raises OSError.

    What is written to a closed standard error is lost. Without this, the next file that is opened
    would get the number of the closed stream, and messages would be written into it. Letters that
    an encoding does not have are escaped from then on. What cannot be written to standard error,
    as to a file on a full disk, is lost as well: no message ends what it tells about.
    """
    for number, mode in enumerate(_NULL_MODES):
        try:
            os.fstat(number)
        except OSError:
            # The lowest free number is this one.
            os.open(os.devnull, mode)
    sys.stdin = sys.stdin or open(0, closefd=False)  # noqa: SIM115 (open until the end)
    if isinstance(sys.stdin, io.TextIOWrapper) and not sys.stdin.isatty():
        # What comes from a file or another program is read as a file is.
        sys.stdin.reconfigure(encoding=ENCODING, errors=sys.stdin.errors)
    sys.stdout = sys.stdout or open(1, "w", closefd=False)  # noqa: SIM115
    encoding = sys.stderr.encoding if sys.stderr else "utf-8"
    sys.stderr = io.TextIOWrapper(
        io.BufferedWriter(_LosingFile(2, "w", closefd=False)),
        encoding,
        errors="backslashreplace",
        line_buffering=True,
        write_through=True,
    )
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def discard(stream: TextIO) -> None:
    """Lose what was and will be written to a stream, so that the interpreter ends without error."""
    with suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)


_LOGGED = ("rokumen", *PACKAGES)
_LEVELS = (logging.WARNING, logging.INFO, logging.DEBUG)
_FORMAT = "%(asctime)s.%(msecs)03d %(levelname)-5s %(name)s: %(message)s"
_CLOCK = "%H:%M:%S"


class _StandardError(logging.Handler):
    """Handler that writes to the current `sys.stderr`, which a progress display may replace."""

    def emit(self, record: logging.LogRecord) -> None:
        click.echo(self.format(record), err=True)


def show_log(context: click.Context, _: click.Parameter, count: int) -> None:
    """Show the log during the whole command: `count` 1 at level INFO, 2 or more at DEBUG.

    The option may be given before and after the command's name: the counts add up.
    """
    if not count:
        return
    root = context.find_root()
    total = root.meta.get(__name__, 0) + count
    root.meta[__name__] = total
    if total == count:
        handler = _StandardError()
        handler.setFormatter(logging.Formatter(_FORMAT, _CLOCK))
        for package in _LOGGED:
            logging.getLogger(package).addHandler(handler)
        root.call_on_close(lambda: _hide_log(handler))
    for package in _LOGGED:
        logging.getLogger(package).setLevel(_LEVELS[min(total, 2)])


def _hide_log(handler: logging.Handler) -> None:
    for package in _LOGGED:
        logging.getLogger(package).removeHandler(handler)
        logging.getLogger(package).setLevel(logging.NOTSET)


def verbose_option() -> click.Option:
    """Return the option `-v` for a command or group."""
    return click.Option(
        ["-v", "--verbose"],
        count=True,
        expose_value=False,
        is_eager=True,
        callback=show_log,
        help="Show the log on stderr; -vv shows details.",
    )
