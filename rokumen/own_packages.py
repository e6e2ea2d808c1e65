"""Checks that the packages which rokumen imports are its own.

Their names are common: Robot Framework, for example, is also imported as `robot`.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import PathFinder

PACKAGES = (
    "robot",
    "vision",
    "solver",
    "calibration",
    "firmware_sim",
    "drawing",
    "files",
    "papers",
)


class ForeignPackageError(ImportError):
    """A foreign package or file with the name of one of rokumen's packages."""

    # Not a NumberedError, whose module may be one of the foreign package.
    code = "E720"

    def __str__(self) -> str:
        return f"{super().__str__()} [{self.code}]"


def check_own_packages(home: str, version: str) -> None:
    """Raise `ForeignPackageError` if a package is not the one in `home`.

    `home` is the folder of the package `rokumen`; the other packages are not imported. If this
    version was installed there as files, their sizes must be those of the installation: another
    package installed later may have overwritten them.
    """
    installed = _installed_sizes(home, version)
    for name in PACKAGES:
        own = os.path.join(home, name, "__init__.py")
        found = _file_of(name)
        if found is None and not os.path.exists(own):
            raise ForeignPackageError(f"{own!r} is missing: install rokumen again", name=name)
        if found is not None and os.path.realpath(found) != os.path.realpath(own):
            raise ForeignPackageError(
                f"{found!r} hides rokumen's package {name!r}: rename it, remove its folder from "
                "PYTHONPATH, work in another folder, or install rokumen into its own virtual "
                "environment",
                name=name,
                path=found,
            )
        if own in installed and os.path.getsize(own) != installed[own]:
            raise ForeignPackageError(
                f"{own!r} is not as rokumen {version} installed it: another package has "
                "overwritten it; install rokumen into its own virtual environment",
                name=name,
                path=own,
            )


def _file_of(name: str) -> str | None:
    """Return the file that `import name` loads or has loaded, or None if there is none."""
    if name in sys.modules:
        return getattr(sys.modules[name], "__file__", None)
    spec = PathFinder.find_spec(name)
    return spec.origin if spec else None


def _installed_sizes(home: str, version: str) -> dict[str, int]:
    """Return the sizes that the installer recorded for the packages' `__init__.py`, by path."""
    record = os.path.join(home, f"rokumen-{version}.dist-info", "RECORD")
    if not os.path.exists(record):
        return {}
    ours = tuple(f"{name}/__init__.py," for name in PACKAGES)
    with open(record, encoding="utf-8") as lines:
        rows = [line.split(",") for line in lines if line.startswith(ours)]
    return {os.path.join(home, name): int(size) for name, _, size in rows}
