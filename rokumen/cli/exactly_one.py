"""Checks arguments of which a command needs exactly one."""

from __future__ import annotations

from collections.abc import Mapping

from rokumen.errors import InputError


def check_one_given(values: Mapping[str, object]) -> None:
    """Check that exactly one of some arguments was given; the others are None.

    The keys say what they are. Raises InputError.
    """
    given = [name for name, value in values.items() if value is not None]
    if not given:
        raise InputError(f"give {' or '.join(values)}")
    if len(given) > 1:
        raise InputError(f"give {' or '.join(values)}, not both")
