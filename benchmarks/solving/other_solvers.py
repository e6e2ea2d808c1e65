"""Adapters to other cube-solving packages.

`PEERS` are those on PyPI; `pip install 'rokumen[peers]'` installs them all. For a package that
cannot be imported, its published figures, or those measured on an older Python, are used.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from solver.core.geometry import FACES
from solver.core.turn import Turn, cancel_turns, inverse, parse_turns
from solver.cube import Cube
from solver.engines.registry import solve
from solver.notation import parse, resolve

SolveFunction = Callable[[Cube], tuple[Turn, ...]]

# RubikTwoPhase builds its tables in 17 minutes and stores them in the working directory.
_SLOW_TABLES = Path("twophase")


@dataclass(frozen=True, slots=True)
class ExternalSolver:
    """Package that solves cubes: its module, its adapter, and its published figures.

    The published figures are the mean number of turns (HTM) and, where known, the milliseconds a
    cube.
    """

    package: str
    module: str
    answer: SolveFunction
    published_mean: float
    published_milliseconds: float | None = None
    tables: Path | None = None

    def unavailable_reason(self, with_slow: bool) -> str | None:
        """Return why the package is not available, or None."""
        if find_spec(self.module.partition(".")[0]) is None:
            return "is not installed"
        if self.tables is not None and not with_slow and not self.tables.is_dir():
            return f"would build tables in {str(self.tables)!r} for 17 minutes (--with-slow-peers)"
        try:
            # Some packages print on stdout what they load.
            with warnings.catch_warnings(action="ignore"), redirect_stdout(sys.stderr):
                import_module(self.module)
        except ImportError as error:
            return f"does not run on this Python ({error})"
        return None


def _faces(cube: Cube) -> dict[str, str]:
    facelets = cube.facelets
    return {face: facelets[9 * i : 9 * i + 9] for i, face in enumerate(FACES)}


def _written(text: str) -> tuple[Turn, ...]:
    return resolve(parse(text).moves()).turns


def _kociemba(cube: Cube) -> tuple[Turn, ...]:
    text: str = import_module("kociemba").solve(cube.facelets)
    return parse_turns(text)


def _rubik_two_phase(cube: Cube) -> tuple[Turn, ...]:
    # It writes turns as U1 U2 U3 and their number in brackets.
    text: str = import_module("twophase.solver").solve(cube.facelets, 0, 0.1)
    return tuple(Turn(word[0], int(word[1])) for word in text.split() if word[0] != "(")


def _magiccube(cube: Cube) -> tuple[Turn, ...]:
    module = import_module("magiccube")
    colours = str.maketrans("URFDLB", "WRGYOB")
    faces = _faces(cube)
    state = "".join(faces[face] for face in "ULFRBD").translate(colours)
    return _written(" ".join(map(str, module.BasicSolver(module.Cube(3, state)).solve())))


def _rubik_cube(cube: Cube) -> tuple[Turn, ...]:
    faces = _faces(cube)
    middle = (faces[face][row : row + 3] for row in (0, 3, 6) for face in "LFRB")
    state = faces["U"] + "".join(middle) + faces["D"]
    solver = import_module("rubik.solve").Solver(import_module("rubik.cube").Cube(state))
    solver.solve()
    moves: list[str] = import_module("rubik.optimize").optimize_moves(solver.moves)
    # Its rotations are X Y Z, and i marks the inverse.
    words = (move[0].lower() if move[0] in "XYZ" else move[0] for move in moves)
    return _written(" ".join(w + "'" * m.endswith("i") for w, m in zip(words, moves, strict=True)))


def _pycuber(cube: Cube) -> tuple[Turn, ...]:
    # It takes the cube as a scramble: the inverse of our solution at effort 0, found in 0.3 ms.
    scrambled = import_module("pycuber").Cube()
    scrambled(" ".join(map(str, inverse(solve(cube, effort=0).turns))))
    solver = import_module("pycuber.solver").CFOPSolver(scrambled)
    return _written(str(solver.solve(suppress_progress_messages=True)))


def _rubik_solver(cube: Cube) -> tuple[Turn, ...]:
    utils = import_module("rubik_solver.utils")
    colours = str.maketrans("URFDLB", "ygrwbo")
    faces = _faces(cube)
    state = "".join(faces[face] for face in "ULFRBD").translate(colours)
    # Its rotations are X Y Z, and it does not merge adjacent turns of one face.
    moves = (str(move) for move in utils.solve(state, "CFOP"))
    return cancel_turns(
        _written(" ".join(m[0].lower() + m[1:] if m[0] in "XYZ" else m for m in moves))
    )


PEERS = (
    ExternalSolver("kociemba", "kociemba", _kociemba, 20.75, 9),
    ExternalSolver("RubikTwoPhase", "twophase.solver", _rubik_two_phase, 19.9, 100, _SLOW_TABLES),
    ExternalSolver("PyCuber", "pycuber.solver", _pycuber, 62.0, 212),
    ExternalSolver("rubik_solver", "rubik_solver.utils", _rubik_solver, 75.9, 16),
    ExternalSolver("magiccube", "magiccube", _magiccube, 136, 9),
    ExternalSolver("rubik-cube", "rubik.solve", _rubik_cube, 158),
)
