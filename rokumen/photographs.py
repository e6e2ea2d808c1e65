"""Photographs named on the command line."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rokumen.errors import InputError
from vision.camera import Frame, load_image
from vision.errors import NotAnImageError


def load_photographs(paths: Iterable[Path]) -> list[Frame]:
    """Load picture files; raises InputError for what is none."""
    try:
        return [load_image(path) for path in paths]
    except NotAnImageError as error:
        raise InputError(str(error)) from error
