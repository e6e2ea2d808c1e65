"""What can be wrong with a drawing."""

from __future__ import annotations

from files.errors import Error


class DrawingError(Error, ValueError):
    """The file to draw into has another suffix than a drawing can have, or cannot be written."""

    code = "E800"
