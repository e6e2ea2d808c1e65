"""What can be wrong with a file, and the root of the errors of all packages.

Error
├── ProfileError           a settings, calibration or timing file cannot be used
└── TableCacheError        a file of tables cannot be read or written
    └── DamagedTableError  it is not as it was written

docs/errors.md lists the errors of all packages by their numbers, with cause and remedy.
"""

from __future__ import annotations

import re

_NUMBER = re.compile(r" \[E\d{3}\]")


class NumberedError(Exception):
    """An exception whose text ends with its number: `code` in brackets."""

    code: str

    def __init__(self, *arguments: object, code: str = "") -> None:
        """Take a message; `code`: the number, where a class has several and it is not the first."""
        super().__init__(*arguments)
        if code:
            self.code = code

    @property
    def message(self) -> str:
        """Return the text without the number, nor those of the errors that it quotes."""
        return _NUMBER.sub("", super().__str__())

    def __str__(self) -> str:
        return f"{self.message} [{self.code}]"


class Error(NumberedError):
    """The root of the errors of rokumen and all its packages."""

    code = "E100"


class ProfileError(Error):
    """A settings, calibration or timing file cannot be used."""

    code = "E101"


class TableCacheError(Error):
    """A file of tables cannot be read or written."""

    code = "E103"


class DamagedTableError(TableCacheError):
    """A file of tables is not as it was written; it can be built again and replaced."""

    code = "E104"
