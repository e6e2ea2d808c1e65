"""Pictures that commands of rokumen draw, and what one of them prints."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
from rich.console import Console
from rich.text import Text

from docs.drawing.images import private_folders, save_jpeg
from rokumen.errors import InputError
from solver.puzzles.registry import load_puzzle
from tests.support.photographs import PHOTOS

# Each family with a layer that is shown partly turned.
SECTIONS_3_TO_12 = {
    "cube-faces-3": "1Y",
    "cube-vertices-a-1": "1I",
    "cube-vertices-b-2": "2J",
    "cube-edges-1": "1K",
    "tetrahedron-vertices-3": "2I",
    "tetrahedron-edges-3": "2Y",
    "octahedron-faces-3": "1I",
    "octahedron-vertices-2": "2Y",
    "dodecahedron-faces-a": "1K",
    "dodecahedron-faces-b": "1K",
}
SECTION_13 = {
    "cube-edges-odd-3": "1J",
    "cube-faces-vertices-2": "1Y",
    "cube-faces-vertices-3": "1I",
    "octahedron-edges-3": "1I",
    "octahedron-edges-4": "2I",
    "dodecahedron-faces-c": "1M",
    "dodecahedron-faces-d": "1M",
    "dodecahedron-vertices": "2C",
    "dodecahedron-edges-a": "1O",
    "dodecahedron-edges-b": "1O",
    "dodecahedron-edges-c": "1F",
    "icosahedron-faces": "1D",
    "icosahedron-vertices-2": "2K",
    "icosahedron-edges-a": "1N",
    "icosahedron-edges-b": "1F",
}
# A cube in good light, and one with stickers that are covered or in a highlight.
CLEAR, DOUBTFUL = "cube08", "cube13"
DEMO = ("demo", "--seed=12", "--jam=0.1")
DEMO_COLUMNS = 93
NO_TERMINAL: Mapping[str, str] = {}


def during_turns(turning: Mapping[str, str]) -> tuple[str, ...]:
    """Return the arguments of `rokumen` that draw puzzles, each with a layer partly turned."""
    return ("puzzle", "draw", *turning, *(f"--turning={turn}" for turn in turning.values()))


def draw_by_command(path: Path, arguments: Sequence[str], program: str = "rokumen") -> None:
    """Draw a picture by a command that has --draw, of rokumen or of the benchmarks."""
    run_rokumen(*arguments, f"--draw={path}", program=program)


def draw_tsukuda_steps(path: Path) -> None:
    """Draw a 7x7x7 after each step."""
    scramble = load_puzzle("7x7x7").scramble(1)
    draw_by_command(path, ("puzzle", "steps", "7x7x7", scramble, "--method=tsukuda-steps"))


def draw_reduction_steps(path: Path) -> None:
    """Draw a 5x5x5 after each step of a reduction as a person does it."""
    scramble = load_puzzle("5x5x5").scramble(1)
    draw_by_command(path, ("puzzle", "steps", "5x5x5", scramble, "--method=reduction-steps"))


def draw_colours(path: Path) -> None:
    """Plot the measured stickers of a photographed cube."""
    with TemporaryDirectory() as folder:
        profile = Path(folder) / "usual.toml"
        photographs = _photographs(CLEAR)
        draw_by_command(path, ("calibrate", "colours", *photographs, f"--name={profile}"))


def draw_reading(path: Path) -> None:
    """Draw what is found in six photographs, some stickers of which cannot be seen."""
    with TemporaryDirectory() as folder:
        drawn = Path(folder) / "reading.png"
        # The reading is not certain, which is no failure here.
        run_rokumen("read", *_photographs(DOUBTFUL), f"--draw={drawn}", may_fail=True)
        image = cv2.imread(str(drawn))
    if image is None:
        raise InputError(f"{path.name} was not drawn, see above")
    save_jpeg(path, np.asarray(image, np.uint8))


def _photographs(cube: str) -> list[str]:
    return [f"{cube}/{face}.jpg" for face in "URFDLB"]


def draw_demo(path: Path) -> None:
    """Draw a terminal in which the demo ran."""
    terminal = {"FORCE_COLOR": "1", "TERM": "xterm-256color", "COLUMNS": str(DEMO_COLUMNS)}
    shown = [
        line.rpartition("\x1b[2K")[2] for line in run_rokumen(*DEMO, terminal=terminal).split("\n")
    ]
    text = Text.from_ansi(re.sub(r"\x1b\[\?25[lh]|\r", "", "\n".join(shown)).strip("\n"))
    console = Console(width=DEMO_COLUMNS, record=True, file=StringIO())
    console.print(f"$ rokumen {' '.join(DEMO).replace('=', ' ')}\n", highlight=False)
    console.print(text)
    path.write_text(console.export_svg(title="rokumen demo"), encoding="utf-8")


def run_rokumen(
    *arguments: str,
    may_fail: bool = False,
    terminal: Mapping[str, str] = NO_TERMINAL,
    program: str = "rokumen",
) -> str:
    """Run a command of rokumen with settings and state of its own, and return all that it prints.

    Raises InputError with what the command printed if it fails.
    """
    with private_folders() as folders:
        done = subprocess.run(
            [sys.executable, "-m", program, *arguments],
            env={**folders, **terminal},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=PHOTOS,
            check=False,
        )
    # As bytes, since a carriage return is no end of a line here.
    printed = done.stdout.decode()
    if done.returncode and not may_fail:
        raise InputError(f"{program} {arguments[0]} failed: {printed.strip()}")
    return printed
