"""Click group that imports a command's module when the command is called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

import click

from rokumen.cli.termination import loading
from rokumen.cli.verbosity import verbose_option

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


@dataclass(frozen=True)
class Command:
    """Location of a command's definition, and its one-line summary."""

    module: str
    summary: str
    attribute: str = "command"

    def load(self) -> click.Command:
        """Import the command's module and return the command."""
        with loading():
            command = getattr(import_module(self.module), self.attribute)
        return _with_verbose(cast("click.Command", command))


class LazyGroup(click.Group):
    """Group whose commands are imported when they are called, so that each starts quickly."""

    def __init__(self, *args: Any, lazy: Mapping[str, Command], **kwargs: Any) -> None:
        """Create the group of the commands `lazy`, by name, in the order of the listing."""
        super().__init__(*args, **kwargs)
        self._lazy = lazy

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands in the order of the listing."""
        return list(self._lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name, or None."""
        command = self._lazy.get(cmd_name)
        return command.load() if command else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is named first. Raises UsageError with the nearest names."""
        name = args[0]
        if name in self._lazy or name.startswith("-"):
            return super().resolve_command(ctx, args)
        # Imported here, since the command line starts without it.
        from difflib import get_close_matches

        close = " or ".join(f"'{each}'" for each in get_close_matches(name, self._lazy))
        hint = f"did you mean {close}?" if close else f"commands: {', '.join(self._lazy)}"
        raise click.UsageError(f"no command {name!r}; {hint}", ctx)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands, without importing them, or the options that begin so."""
        from click.shell_completion import CompletionItem

        if incomplete.startswith("-"):
            return click.Command.shell_complete(self, ctx, incomplete)
        return [
            CompletionItem(name, help=each.summary)
            for name, each in self._lazy.items()
            if name.startswith(incomplete)
        ]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, each.summary) for name, each in self._lazy.items()])


def _with_verbose(command: click.Command) -> click.Command:
    """Return a command that, as the commands of a group, has the option `-v` too."""
    if isinstance(command, click.Group):
        for each in command.commands.values():
            _with_verbose(each)
    elif all("-v" not in option.opts for option in command.params):
        command.params.append(verbose_option())
    return command
