"""Objects of other distributions, found by their entry points."""

from __future__ import annotations

from files.errors import Error


def plugin_names(group: str) -> frozenset[str]:
    """Return the names of all entry points of a group."""
    # Slow to import, so only where it is needed.
    from importlib.metadata import entry_points

    return frozenset(entry_points(group=group).names)


def load_plugin(group: str, name: str, error: type[Error]) -> tuple[object, str]:
    """Return the object of an entry point and its description for messages.

    Raises KeyError if the group has no such name, and `error` if it cannot be loaded.
    """
    from importlib.metadata import entry_points

    point = next(iter(entry_points(group=group, name=name)), None)
    if point is None:
        raise KeyError(name)
    called = f"the plug-in {name!r} of {group} ({point.value})"
    try:
        return point.load(), called
    except Exception as cause:
        raise error(
            f"{called} cannot be loaded: {type(cause).__name__}: {cause}; repair or remove the "
            "package that has it"
        ) from cause
