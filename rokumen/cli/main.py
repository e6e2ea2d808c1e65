"""The command group, and the exit status of each error."""

from __future__ import annotations

import errno
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import click

from calibration.errors import CalibrationError
from drawing.errors import DrawingError
from robot.errors import RobotError, TimingProfileError
from rokumen import __version__, exit_status
from rokumen.cli.commands import COMMANDS
from rokumen.cli.lazy_group import LazyGroup
from rokumen.cli.settings_values import option_checks
from rokumen.cli.streams import discard
from rokumen.cli.verbosity import verbose_option
from rokumen.errors import ApplicationError, StoppedRunError
from rokumen.storage.settings import OptionCheck, SettingsError, load_settings
from solver.core.errors import CubeError, IllegalCubeError, SolveError, TimeLimitError
from vision.errors import VisionError

_WITHOUT_SETTINGS = ("config", "doctor")
_UNWRITABLE = (errno.EBADF, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.ENOSPC)


@click.command(
    cls=LazyGroup,
    lazy=COMMANDS,
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
    """Run a command and return its exit status; failures are reported on stderr."""
    try:
        result: Any = cli.main(
            list(arguments),
            prog_name="rokumen",
            standalone_mode=False,
            default_map=_settings(arguments),
        )
    except click.ClickException as error:
        try:
            error.show()
        except OSError:
            discard(sys.stderr)
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        return _fail("interrupted", exit_status.INTERRUPTED)
    except IllegalCubeError as error:
        lines = [str(fault) for fault in error.faults]
        return _fail(
            "\n  - ".join(["this cube cannot exist:", *lines]), exit_status.IMPOSSIBLE_CUBE
        )
    except TimeLimitError as error:
        return _fail(str(error), exit_status.FAILURE)
    except (CubeError, SolveError, DrawingError, SettingsError, TimingProfileError) as error:
        return _fail(str(error), exit_status.USAGE)
    except StoppedRunError as error:
        return _fail(f"{error}\n{error.advice}\nThen: rokumen resume", error.exit_status)
    except ApplicationError as error:
        return _fail(str(error), error.exit_status)
    except (RobotError, VisionError, CalibrationError) as error:
        return _fail(str(error), exit_status.FAILURE)
    except BrokenPipeError:
        # stdout was closed by its reader (broken pipe).
        discard(sys.stdout)
        return exit_status.FAILURE
    except OSError as error:
        return _fail(_words(error), exit_status.FAILURE)
    except MemoryError:
        return _fail("not enough memory; give less work at once", exit_status.FAILURE)
    return result if isinstance(result, int) else exit_status.DONE


def _settings(arguments: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Return the settings file, or nothing for the commands that report what is wrong with it."""
    if arguments and arguments[0] in _WITHOUT_SETTINGS:
        return {}
    return load_settings(list(COMMANDS), _options_of)


def _options_of(command: str) -> Mapping[str, OptionCheck]:
    return option_checks(COMMANDS[command].load())


def _words(error: OSError) -> str:
    if error.filename is not None or error.errno not in _UNWRITABLE:
        return str(error)
    # What remains in the buffer of standard output would fail again at the end.
    discard(sys.stdout)
    return f"cannot write: {error.strerror}; is standard output closed, or its disk full?"


def _fail(message: str, status: int) -> int:
    try:
        click.secho("error: ", fg="red", bold=True, err=True, nl=False)
        click.echo(message, err=True)
    except OSError:
        discard(sys.stderr)
    return status
