"""The boards by URL scheme: built-in ones, and those of the entry points `rokumen.boards`."""

from __future__ import annotations

from pkgutil import resolve_name

from files.plugins import load_plugin, plugin_names
from robot.boards.board import Board
from robot.errors import PortError

BOARDS: dict[str, str] = {"maestro": "robot.boards.maestro:MaestroBoard"}
ENTRY_POINTS = "rokumen.boards"


def board_schemes() -> tuple[str, ...]:
    """Return the schemes of all boards: the built-in ones, then those of plug-ins, sorted."""
    return (*BOARDS, *sorted(plugin_names(ENTRY_POINTS) - BOARDS.keys()))


def load_board(scheme: str) -> type[Board]:
    """Return the class of the board with this scheme. Built-in boards come before plug-ins.

    Raises PortError for a scheme that no board has and for a plug-in that cannot be used.
    """
    if scheme in BOARDS:
        built_in: type[Board] = resolve_name(BOARDS[scheme])
        return built_in
    try:
        loaded, called = load_plugin(ENTRY_POINTS, scheme, PortError)
    except KeyError:
        known = ", ".join(board_schemes())
        raise PortError(f"unknown board {scheme!r}; available: {known}") from None
    if not (isinstance(loaded, type) and issubclass(loaded, Board)):
        raise PortError(f"{called} is not a class derived from rokumen.extend.Board")
    if missing := sorted(loaded.__abstractmethods__):
        raise PortError(f"{called} does not define {', '.join(missing)}")
    return loaded
