"""Folders of a benchmark's own, so that it never touches the user's robots, runs and settings."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory


def own_folders(folder: Path) -> dict[str, str]:
    """Return the environment with which a process keeps its state and settings in `folder`."""
    return {
        "ROKUMEN_STATE": f"{folder}/state",
        "ROKUMEN_CONFIG": f"{folder}/config/config.toml",
    }


@contextmanager
def in_own_folders() -> Iterator[None]:
    """Keep this process's robots, journals, history and settings in a folder until the end."""
    with TemporaryDirectory(prefix="rokumen-bench-") as folder:
        own = own_folders(Path(folder))
        before = {name: os.environ.get(name) for name in own}
        os.environ.update(own)
        try:
            yield
        finally:
            for name, value in before.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value
