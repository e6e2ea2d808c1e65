"""`-v` and `-vv`: the log of rokumen's packages on stderr."""

from __future__ import annotations

import logging

import click

from rokumen.own_packages import PACKAGES

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
