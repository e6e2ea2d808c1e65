"""The command group, and the exit status of each error."""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Callable, Sequence
from typing import Any

import click

import rokumen.storage.settings
from drawing.errors import DrawingError
from files.errors import NumberedError, ProfileError
from files.wording import reason
from robot.errors import TimingProfileError
from rokumen import __version__, exit_status
from rokumen.cli.commands import ENTRY_POINTS, GROUPS, RENAMED, load_checked_settings
from rokumen.cli.lazy_group import LazyGroup
from rokumen.cli.output import begin_output, discard, has_printed_json, print_json, verbose_option
from rokumen.cli.termination import terminated_by_signals
from rokumen.errors import ApplicationError, InputError, InterruptedWorkError, StoppedRunError
from solver.core.errors import (
    CubeError,
    IllegalCubeError,
    SolveError,
    TimeLimitError,
    UnsolvedError,
)
from vision.errors import UncertainError

_NO_MEMORY = "not enough memory; give less work at once"
# What libraries say of it as they are loaded, and Python of threads.
# The last one is what CPython says where a library in C has lost its own MemoryError.
_NO_MEMORY_SIGNS = (
    "failed to map segment",
    "cannot allocate memory",
    "can't start new thread",
    "without exception set",
)
# With less, OpenBLAS hangs or ends the process as numpy is loaded, where nothing can be caught.
_LEAST_MEGABYTES = 160
_THREADS = "NUMBA_NUM_THREADS"
# What is taken for moves without quotes, among arguments that a command does not have.
_MOVES = re.compile(r"(?:[0-9-]*[URFDLBMESxyzurfdlb]w?[0-9]?'?\s*)+")
_UNWRITABLE = (errno.EBADF, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.ENOSPC)


@click.command(
    cls=LazyGroup,
    lazy=GROUPS,
    entry_points=ENTRY_POINTS,
    renamed=RENAMED,
    context_settings={
        "auto_envvar_prefix": "ROKUMEN",
        "help_option_names": ["-h", "--help"],
    },
    params=[verbose_option()],
)
@click.version_option(__version__, prog_name="rokumen")
def cli() -> None:
    """Read a cube with a camera, solve it, and drive the robot that turns it.

    Results go to stdout, progress to stderr. Exit status: 0 done, 1 failure, 2 usage, 3 the cube
    could not be read with certainty, 4 a cube that cannot exist, 5 the robot stopped safely and
    can be resumed, 130 interrupted.
    """


def run(arguments: Sequence[str]) -> int:
    """Run a command of `rokumen` and return its exit status, as `run_group` does."""
    return run_group(cli, "rokumen", arguments, _settings)


def run_group(
    group: click.Command,
    name: str,
    arguments: Sequence[str],
    settings: Callable[[Sequence[str]], dict[str, Any]],
) -> int:
    """Run a command of a group and return its exit status.

    `name` is what the group is called by, `settings` returns the defaults of its options.
    Failures are reported on stderr, and with `--json` as {"error": {"code", "message"}} on stdout.
    SIGTERM and SIGHUP end it as Ctrl-C does.
    """
    begin_output()
    try:
        with terminated_by_signals():
            return _run(group, name, arguments, settings)
    except KeyboardInterrupt:
        # Just before the command, or while its end is reported.
        return _interrupted(arguments)
    except Exception as error:
        if not _is_short_of_memory(error):
            raise
    # Said after the error is gone, since its frames hold the memory that words need.
    return _fail(arguments, ApplicationError.code, _NO_MEMORY, exit_status.FAILURE)


def _run(
    group: click.Command,
    name: str,
    arguments: Sequence[str],
    settings: Callable[[Sequence[str]], dict[str, Any]],
) -> int:
    try:
        _check_environment()
        result: Any = group.main(
            list(arguments),
            prog_name=name,
            standalone_mode=False,
            default_map=settings(arguments),
        )
    except click.ClickException as raised:
        error = _in_our_words(raised)
        try:
            error.show()
        except OSError:
            discard(sys.stderr)
        return _as_json(arguments, InputError.code, error.format_message(), error.exit_code)
    except (KeyboardInterrupt, click.Abort):
        return _interrupted(arguments)
    except NumberedError as error:
        return _fail(arguments, error.code, error.message, _status(error), _lines(error))
    except BrokenPipeError:
        # stdout was closed by its reader (broken pipe).
        discard(sys.stdout)
        return exit_status.FAILURE
    except OSError as error:
        if _is_short_of_memory(error):
            raise
        return _fail(arguments, ApplicationError.code, _words(error), exit_status.FAILURE)
    return result if isinstance(result, int) else exit_status.DONE


def _interrupted(arguments: Sequence[str]) -> int:
    code = InterruptedWorkError.code
    return _fail(arguments, code, "interrupted", exit_status.INTERRUPTED)


def _in_our_words(error: click.ClickException) -> click.ClickException:
    """Return an error that says what moves with spaces need, which are many arguments without."""
    extra = re.fullmatch(r"Got unexpected extra arguments? \((.*)\)", error.message)
    if not (extra and _MOVES.fullmatch(extra[1]) and isinstance(error, click.UsageError)):
        return error
    words = f'{error.message}; write moves in quotes: "R U2 F\'"'
    return click.UsageError(words, error.ctx)


def _check_environment() -> None:
    """Raise InputError for threads or memory with which libraries fail in ways of their own."""
    threads = os.environ.get(_THREADS, "")
    if re.fullmatch(r"\s*(0+|-[0-9]+)\s*", threads):
        raise InputError(f"{_THREADS}={threads}: write a whole number from 1, or unset it")
    megabytes = _address_space() >> 20
    if megabytes < _LEAST_MEGABYTES:
        raise InputError(
            f"too little memory: this process may have {megabytes} MB, and nothing is read or "
            f"solved with less than {_LEAST_MEGABYTES}; raise `ulimit -v`"
        )


def _address_space() -> int:
    """Return the bytes that the system allows this process, the largest number without a limit."""
    if sys.platform == "win32":
        return sys.maxsize
    # Imported here: Windows does not have it.
    import resource

    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    return sys.maxsize if limit == resource.RLIM_INFINITY else limit


def _is_short_of_memory(error: BaseException) -> bool:
    """Return whether an error, or one that it followed, came of too little memory."""
    words = str(error).lower()
    if isinstance(error, MemoryError) or any(sign in words for sign in _NO_MEMORY_SIGNS):
        return True
    before = error.__cause__ or error.__context__
    return before is not None and _is_short_of_memory(before)


def _status(error: NumberedError) -> int:
    """Return the exit status of an error."""
    match error:
        case ApplicationError():
            return error.exit_status
        case UncertainError():
            return exit_status.UNCERTAIN
        case IllegalCubeError():
            return exit_status.IMPOSSIBLE_CUBE
        case TimeLimitError() | UnsolvedError():
            return exit_status.FAILURE
        case CubeError() | SolveError() | DrawingError() | TimingProfileError():
            return exit_status.USAGE
        case ProfileError(code=rokumen.storage.settings.SETTINGS):
            return exit_status.USAGE
    return exit_status.FAILURE


def _lines(error: NumberedError) -> str:
    """Return an error as stderr shows it, with its number."""
    match error:
        case IllegalCubeError():
            faults = [str(fault) for fault in error.faults]
            return "\n  - ".join([f"this cube cannot exist [{error.code}]:", *faults])
        case StoppedRunError():
            return f"{error}\n{error.advice}\nThen: rokumen resume"
    return str(error)


def _settings(arguments: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Return the settings file, or nothing for the command that reports what is wrong with it."""
    if arguments and arguments[0] == "doctor":
        return {}
    return load_checked_settings()


def _words(error: OSError) -> str:
    if error.filename is not None:
        return f"{error.filename!r}: {reason(error)}"
    if error.errno not in _UNWRITABLE:
        return reason(error)
    # What remains in the buffer of standard output would fail again at the end.
    discard(sys.stdout)
    return (
        f"cannot write: {reason(error)}; is standard output closed, or a disk full: its own, or "
        "that of temporary files?"
    )


def _fail(arguments: Sequence[str], code: str, message: str, status: int, lines: str = "") -> int:
    """Report a failure; `lines`: as stderr shows it, where that is not one line."""
    try:
        click.secho("error: ", fg="red", bold=True, err=True, nl=False)
        click.echo(lines or message, err=True)
    except OSError:
        discard(sys.stderr)
    return _as_json(arguments, code, message, status)


def _as_json(arguments: Sequence[str], code: str, message: str, status: int) -> int:
    """Print a failure on stdout where JSON was asked for and none printed; return its status."""
    if "--json" in arguments and not has_printed_json():
        try:
            print_json({"error": {"code": code, "message": message}})
        except OSError:
            discard(sys.stdout)
    return status
