"""Objects of other distributions, found by their entry points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from files.errors import Error

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def find_plugins(group: str) -> dict[str, EntryPoint]:
    """Return the entry points of a group by name, of several of one name the first.

    All installed distributions are looked through.
    """
    # Slow to import, so only where it is needed.
    from importlib.metadata import entry_points

    return {point.name: point for point in reversed(tuple(entry_points(group=group)))}


def plugin_names(group: str) -> frozenset[str]:
    """Return the names of all entry points of a group."""
    return frozenset(find_plugins(group))


def load_plugin(group: str, name: str, error: type[Error]) -> tuple[object, str]:
    """Return the object of an entry point and its description for messages.

    Raises KeyError if the group has no such name, and `error` if it cannot be loaded.
    """
    return load_found(find_plugins(group)[name], error)


def load_found(point: EntryPoint, error: type[Error]) -> tuple[object, str]:
    """Return what `load_plugin` does, of an entry point that was found. Raises `error`."""
    called = f"the plug-in {point.name!r} of {point.group} ({point.value})"
    try:
        return point.load(), called
    except Exception as cause:
        raise error(
            f"{called} cannot be loaded: {type(cause).__name__}: {cause}; repair or remove the "
            "package that has it"
        ) from cause
