"""`rokumen doctor config`: where the settings are, what they set, and an example of all of them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from inspect import cleandoc

import click

from files.access import read_text
from files.folders import cache_folder, config_file, state_folder
from rokumen import exit_status
from rokumen.cli.lazy_group import setting_name
from rokumen.cli.parameters import Number, WholeNumber

_BEGINNING = cleandoc("""
    # Defaults of rokumen's options. Remove the # before a line, and change its value.
    # An option on the command line goes before this file, and so does the environment:
    # ROKUMEN_DEMO_JAM=0.1 is jam = 0.1 of [demo].
""")

# What `show` does not show, since it may go into a report of a fault.
_SECRET = re.compile(r"(?im)^(\s*\w*token\s*=).*$")
_HIDDEN = r"\1 (not shown)"


@click.group("config")
def command() -> None:
    """The settings file: defaults for the options of every command, as TOML."""


@command.command("path", short_help="the path of the settings file")
def path_command() -> int:
    """Print the path of the settings file, whether it exists or not."""
    click.echo(config_file())
    return exit_status.DONE


@command.command("show", short_help="what is set, and the folders that are used")
def show_command() -> int:
    """Print what is set, in the file and in the environment, and the folders that are used."""
    from rokumen.cli.commands import load_checked_settings

    path = config_file()
    load_checked_settings()
    try:
        text = read_text(path)
    except FileNotFoundError:
        click.echo(f"# {path} does not exist: every option has its own default")
    else:
        click.echo(f"# {path}\n{_SECRET.sub(_HIDDEN, text.rstrip())}")
    click.echo("\n# The environment")
    for name, value in sorted(os.environ.items()):
        if name.startswith("ROKUMEN_"):
            click.echo(_SECRET.sub(_HIDDEN, f"{name}={value}"))
    click.echo("\n# The folders")
    click.echo(f"settings and profiles: {path.parent}")
    click.echo(f"runs and history: {state_folder()}")
    click.echo(f"tables: {cache_folder()}")
    return exit_status.DONE


@command.command("example", short_help="a settings file with every option")
def example_command() -> int:
    """Print a settings file that has every option, each with # before it.

    Write it with: rokumen doctor config example > "$(rokumen doctor config path)"
    """
    from rokumen.cli.commands import COMMANDS

    click.echo(_BEGINNING)
    for name, located in COMMANDS.items():
        lines = list(_options(located.load()))
        if lines:
            click.echo("\n".join(["", f"[{name}]", *lines]))
    return exit_status.DONE


def _options(command: click.Command) -> Iterator[str]:
    """Yield the lines of a command's options."""
    for option in command.params:
        if isinstance(option, click.Option) and option.name not in (None, "verbose"):
            yield f"# {setting_name(option)} = {_value(option)}  # {_words(option)}"


def _value(option: click.Option) -> str:
    """Return the default of an option as TOML, or an example that it allows."""
    if option.is_flag:
        return "false"
    if example := getattr(option.type, "example", None):
        return f'"{example}"'
    if isinstance(option.default, int | float):
        return str(option.default)
    if isinstance(option.default, str):
        return f'"{option.default}"'
    if option.multiple:
        return "[]"
    if choices := getattr(option.type, "choices", None):
        return f'"{choices[0]}"'
    if isinstance(option.type, WholeNumber):
        return str(max(1, int(option.type.min or 0)))
    if isinstance(option.type, Number):
        return str(min(1.0, option.type.max or 1.0))
    return '""'


def _words(option: click.Option) -> str:
    return " ".join((option.help or f"as {option.opts[0]}").split())
