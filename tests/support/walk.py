"""The way of one value through our modules: `python -m tests.support.walk [RUN ...]`.

Runs are a `photograph` reading (of six), a `jam` (a whole job with two), a web `upload` (the
same photographs posted to the page's server, until their reading) and a `solve`. A stay is a file
that is entered from another one for the first time, so that loops count once; a return is a stay
in a file that was entered before, from a third one.
"""

from __future__ import annotations

import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from inspect import CO_OPTIMIZED
from itertools import groupby
from pathlib import Path
from types import FrameType

import rokumen
from robot.execution.journal import Journal
from rokumen.web.sessions.photographs import PHOTOGRAPHS_PATH
from solver.core.geometry import FACES
from tests.support.benchmarks import VirtualRobot
from tests.support.page_client import page_client
from tests.support.structure import PACKAGES, ROOT

JAMS = "jam@5,jam@20"


class Walk:
    """The calls between functions of our packages, each a file and a name, in order."""

    def __init__(self) -> None:
        self.calls = 0
        self.functions: set[tuple[str, str]] = set()
        # A dictionary, as it keeps the order: which function called which in another file.
        self.crossings: dict[tuple[tuple[str, str], tuple[str, str]], None] = {}

    @contextmanager
    def traced(self) -> Iterator[None]:
        """Follow the calls of this thread, and of those that begin meanwhile."""
        threading.setprofile(self._see)
        sys.setprofile(self._see)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    def _see(self, frame: FrameType, event: str, _: object) -> None:
        if event != "call" or (called := _function(frame)) is None:
            return
        self.calls += 1
        self.functions.add(called)
        caller = frame.f_back
        while caller is not None and (calling := _function(caller)) is None:
            caller = caller.f_back
        if caller is not None and calling is not None and calling[0] != called[0]:
            self.crossings.setdefault((calling, called))

    def figures(self) -> dict[str, int]:
        """Return what is printed, by name."""
        pairs = dict.fromkeys((calling[0], called[0]) for calling, called in self.crossings)
        stays = [file for file, _ in groupby(called for _, called in pairs)]
        return {
            "files": len({file for file, _ in self.functions}),
            "functions": len(self.functions),
            "calls": self.calls,
            "calls between files, each once": len(self.crossings),
            "stays": len(stays),
            "returns": len(stays) - len(set(stays)),
            "file pairs calling both ways": sum(
                one < two and (two, one) in pairs for one, two in pairs
            ),
        }


def _function(frame: FrameType) -> tuple[str, str] | None:
    """Return the file and the name of a function of our packages that runs, None for another.

    Bodies of modules and of classes, which an import runs, are none.
    """
    code = frame.f_code
    path = Path(code.co_filename)
    if not code.co_flags & CO_OPTIMIZED or not path.is_relative_to(ROOT):
        return None
    file = path.relative_to(ROOT)
    return (str(file), code.co_qualname) if file.parts[0] in PACKAGES else None


PHOTOGRAPHS = [ROOT / "tests" / "data" / "cube-photos" / "cube08" / f"{face}.jpg" for face in FACES]


def read_photographs() -> None:
    """Read the six photographs of a cube."""
    assert rokumen.read(PHOTOGRAPHS).certain


def upload_photographs() -> None:
    """Send the photographs to the page's server, as the page does, and have them read."""
    name = ""
    with page_client() as client:
        for path in PHOTOGRAPHS:
            data = path.read_bytes()
            answer = client.post(PHOTOGRAPHS_PATH, params={"set": name}, content=data)
            name = answer.json()["set"]
        answer = client.post(f"{PHOTOGRAPHS_PATH}/read", json={"set": name})
    assert answer.json()["reading"]["certain"]


def do_job() -> None:
    """Solve a cube on a simulated robot that jams twice, seen by a rendered camera."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Journal(Path(folder) / "run.jsonl") as journal,
        VirtualRobot(7, JAMS) as virtual,
    ):
        result = virtual.do_job(virtual.scanner(photographed=True), journal)
        assert result.solved


RUNS: dict[str, Callable[[], object]] = {
    "photograph": read_photographs,
    "jam": do_job,
    "upload": upload_photographs,
    "solve": lambda: rokumen.solve(rokumen.Cube.random(1)),
}


if __name__ == "__main__":
    for name in sys.argv[1:] or RUNS:
        walk = Walk()
        with walk.traced():
            RUNS[name]()
        print(name)
        for figure, count in walk.figures().items():
            print(f"  {figure:32} {count:>8}")
