"""Folders of a benchmark's own in place of the user's, for what runs and the setup store."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory


@contextmanager
def own_folders() -> Iterator[None]:
    """Keep robots, settings, journals and history in a folder that ends with the block."""
    with TemporaryDirectory(prefix="rokumen-bench-") as folder:
        own = {
            "ROKUMEN_CONFIG": str(Path(folder) / "config.toml"),
            "ROKUMEN_STATE": str(Path(folder) / "state"),
        }
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
