"""What can be wrong with a file, and the root of the errors of all packages.

Error
├── ProfileError           a settings, calibration or timing file cannot be used
└── TableCacheError        a file of tables cannot be read or written
    └── DamagedTableError  it is not as it was written
"""

from __future__ import annotations


class Error(Exception):
    """The root of the errors of rokumen and all its packages."""


class ProfileError(Error):
    """A settings, calibration or timing file cannot be used."""


class TableCacheError(Error):
    """A file of tables cannot be read or written."""


class DamagedTableError(TableCacheError):
    """A file of tables is not as it was written; it can be built again and replaced."""
