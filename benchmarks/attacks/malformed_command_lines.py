"""Command lines with values that no option expects."""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import click

from benchmarks.attacks.isolation import (
    INTERRUPT_SECONDS,
    Attack,
    judge,
    run_command,
)
from benchmarks.attacks.mutation import malformed_value
from benchmarks.support.own_folders import own_folders
from rokumen.cli.commands import COMMANDS
from rokumen.cli.lazy_group import LazyGroup

FAMILY = "command lines"

# They serve or run until they are stopped.
_ENDLESS = frozenset({"serve", "demo"})
# Its tables take a minute and 0.9 GB to build.
_COSTLY_WORDS = frozenset({"optimal"})
_ORDINARY_VALUES = ("1", "2", "0.1", "R U F2", "lbl", "two-gripper", "3x3x3", "file.png")


def attack_command_line(number: int, seed: int) -> Attack:
    """Run one command line and return what followed."""
    chance = Random(f"{seed} {FAMILY} {number}")
    arguments = command_line(chance)
    with TemporaryDirectory(prefix="rokumen-attack-") as folder:
        environment = own_folders(Path(folder))
        ended = run_command(arguments, environment, Path(folder), INTERRUPT_SECONDS)
    shown = " ".join(repr(argument[:60]) for argument in arguments)
    # Help is text, whatever else is asked for.
    as_json = "--json" in arguments and "--help" not in arguments
    return judge(FAMILY, number, shown, ended, as_json=as_json)


def command_line(chance: Random) -> list[str]:
    """Return a command with a few of its options and arguments, most with malformed values."""
    name = chance.choice(sorted(COMMANDS.keys() - _ENDLESS))
    path, command = [name], COMMANDS[name].load()
    while isinstance(command, LazyGroup):
        sub = chance.choice(command.list_commands(click.Context(command)))
        found = command.get_command(click.Context(command), sub)
        assert found is not None
        path.append(sub)
        command = found
    if name == "simulate":
        path.append("--attached")
    given = [each for each in command.params if each.required or chance.random() < 0.4]
    words = [word for parameter in given for word in _words(parameter, chance)]
    # An argument of a process cannot hold a null byte.
    return [*path, *(word.replace("\x00", "?") for word in words if word not in _COSTLY_WORDS)]


def _words(parameter: click.Parameter, chance: Random) -> list[str]:
    value = chance.choice(_ORDINARY_VALUES) if chance.random() < 0.3 else malformed_value(chance)
    if isinstance(parameter, click.Argument):
        return [value]
    option = chance.choice(parameter.opts)
    if isinstance(parameter, click.Option) and parameter.is_flag:
        return [option]
    return [f"{option}={value}"] if option.startswith("--") else [option, value]
