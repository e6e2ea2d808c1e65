"""Reduction as a person does it: centres, edges, then the rest as a 3x3x3 layer by layer.

Each step reaches what its name says and keeps what the steps before it reached. Bottom and top are
completed by rows as in the Tsukuda method, the sides by `centres_by_hand`; the edges are joined one
after the other (`edges_by_hand`); the 3x3x3 is solved by `solver.engines.lbl`. The two positions
that a 3x3x3 does not have are undone before it, where a person would meet them at its end.
"""

from __future__ import annotations

from collections.abc import Iterator

from drawing.palette import WESTERN
from files.wording import counted
from solver.core.errors import FaultKind
from solver.core.geometry import FACES
from solver.cube import Cube
from solver.engines.lbl import engine
from solver.puzzles.nxn import position
from solver.puzzles.nxn.layers import (
    Colours,
    LayerStage,
    LayerTurn,
    geometry,
    merge_across_stages,
)
from solver.puzzles.nxn.notation import parse_layer_turns
from solver.puzzles.reduction.centres_by_hand import complete_sides
from solver.puzzles.reduction.edges_by_hand import WING_PARITY, join_edges
from solver.puzzles.tsukuda.centre_steps import inner_steps
from solver.puzzles.tsukuda.working_cube import WorkingCube

# Exchanges two edges and nothing else, for all inner layers together. As WING_PARITY known to all
# (https://www.speedsolving.com/wiki/index.php/4x4x4_parity_algorithms).
_EDGE_PARITY = "2R2 U2 2R2 Uw2 2R2 2U2"
_FLIPPED, _SWAPPED = "OLL parity: an edge turned over", "PLL parity: two edges exchanged"


def solve_by_hand(colours: Colours, n: int) -> tuple[LayerStage, ...]:
    """Return the steps for a legal cube of size n, at least 4, given by its 6nn colours (0 to 5).

    No turn belongs to two steps.
    """
    cube = WorkingCube(colours, n, 0)
    stages = (*_centres(cube), *_edges(cube), *_parities(cube), *_as_3x3x3(cube))
    return tuple(each for stage in stages for each in merge_across_stages([stage]))


def _centres(cube: WorkingCube) -> Iterator[LayerStage]:
    steps = inner_steps(cube.n)
    below, above = (WESTERN[face] for face in "DU")
    yield _stage(cube, f"Centre: {below}", steps.solve_bottom(cube.colours))
    yield _stage(cube, f"Centre: {above}", steps.solve_top(cube.colours))
    yield LayerStage("Centres: the four sides", complete_sides(cube.colours, cube.n))


def _edges(cube: WorkingCube) -> Iterator[LayerStage]:
    """Yield a stage for each joining that makes edges whole, with those that lead there."""
    begun: list[LayerTurn] = []
    whole = 0
    for count, word in join_edges(cube.colours, cube.n):
        begun += word
        if count > whole:
            yield LayerStage(f"Edges: {counted(count, 'whole edge')}", tuple(begun))
            begun, whole = [], count


def _parities(cube: WorkingCube) -> Iterator[LayerStage]:
    """Yield what makes a 3x3x3 of the cube, where an even one has none."""
    for kind, name, word in (
        (FaultKind.FLIPPED_EDGE, _FLIPPED, WING_PARITY),
        (FaultKind.SWAPPED_PIECES, _SWAPPED, _EDGE_PARITY),
    ):
        faults = position.faults_of(position.outer_facelets(cube.colours, cube.n), 3, FACES)
        if any(fault.kind == kind for fault in faults):
            turns = parse_layer_turns(_with_all_inner_layers(word, cube.n), cube.n)
            cube.turn([geometry(cube.n).turn_index(turn) for turn in turns])
            yield LayerStage(name, turns)


def _with_all_inner_layers(word: str, n: int) -> str:
    """Return a word of a 4x4x4 with all inner layers of a side, where it has one."""
    half = n // 2
    deep = {"2R": f"2-{half}Rw", "2L": f"2-{half}Lw", "2U": f"2-{half}Uw", "Uw": f"{half}Uw"}
    return " ".join(deep.get(turn[:2], turn[:2]) + turn[2:] for turn in word.split())


def _as_3x3x3(cube: WorkingCube) -> Iterator[LayerStage]:
    for step in engine.steps(Cube.from_facelets(position.outer_facelets(cube.colours, cube.n))):
        turns = " ".join(map(str, step.moves))
        yield LayerStage(f"{step.stage}: {step.case}", parse_layer_turns(turns, cube.n))


def _stage(cube: WorkingCube, name: str, numbers: list[int]) -> LayerStage:
    return LayerStage(name, tuple(geometry(cube.n).turn_at(number) for number in numbers))
