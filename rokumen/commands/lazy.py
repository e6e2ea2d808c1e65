"""A group of commands, a module each, that are loaded when they are called."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, cast

import click


class LazyGroup(click.Group):
    """A group whose commands live in the modules of a package, each as `command`."""

    def __init__(self, *args: Any, package: str, names: Mapping[str, str], **kwargs: Any) -> None:
        """Take the package and, for each module's name, what the command does in a line."""
        super().__init__(*args, **kwargs)
        self._package = package
        self._names = names

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands in the order of the house."""
        return list(self._names)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command by its name."""
        if cmd_name not in self._names:
            return None
        module = import_module(f"{self._package}.{cmd_name}")
        return cast("click.Command", module.command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self._names.items()))
