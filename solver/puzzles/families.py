"""The table of the families of puzzles beside the 3x3x3, and finding one by a name.

This table loads neither numpy nor any puzzle. Sections and figures are those of the polyhedra
paper.
"""

from __future__ import annotations

import re
from typing import Any, get_args

from solver.puzzles.family import AxisKind, PolyhedronFamily, PuzzleFamily

# The sizes n of n x n x n cubes that are turned.
CUBE_SIZES = range(2, 129)


def _polyhedron(template: str, description: str, source: str, **others: Any) -> PolyhedronFamily:
    """Return a family whose name says which solid is turned about which parts of it."""
    solid, *words = template.split("-")
    kinds = tuple(kind for kind in get_args(AxisKind) if kind in words)
    return PolyhedronFamily(
        template=template,
        description=f"the {solid} turned about its {' and its '.join(kinds)}, {description}",
        source=source,
        solid=solid,
        kinds=kinds,
        **others,
    )


POLYHEDRA: tuple[PolyhedronFamily, ...] = (
    _polyhedron(
        "cube-faces-N",
        "N layers",
        "section 3",
        sizes=range(2, 11),
        with_chain=range(2, 6),
        note="3 is the Rubik's cube",
        # Solved as n x n x n cubes, in every size.
        factory="solver.puzzles.polyhedra.cube_by_faces:CubeByFaces",
    ),
    _polyhedron(
        "cube-vertices-a-N",
        "3N layers",
        "section 4",
        layers=lambda n: 3 * n,
        sizes=range(1, 11),
        solved=range(1, 4),
        note="1 is the Dino Cube",
        familiar={"dino": 1},
    ),
    _polyhedron(
        "cube-vertices-b-N",
        "3N-2 layers, the outer two halved",
        "section 5",
        cuts="halved ends",
        layers=lambda n: 3 * n - 2,
        sizes=range(2, 11),
        solved=range(2, 5),
        note="2 is the Skewb, whose corners turn alone too",
        familiar={"skewb": 2},
    ),
    _polyhedron(
        "cube-edges-N",
        "2N layers",
        "section 6",
        layers=lambda n: 2 * n,
        sizes=range(1, 11),
        solved=range(1, 3),
        familiar={"little-chop": 1},
    ),
    _polyhedron(
        "tetrahedron-vertices-N",
        "N layers",
        "section 7",
        sizes=range(2, 11),
        solved=range(2, 7),
        note="3 is the Pyraminx",
        familiar={"pyraminx": 3},
    ),
    _polyhedron(
        "tetrahedron-edges-N", "N layers", "section 8", sizes=range(2, 11), solved=range(2, 7)
    ),
    _polyhedron(
        "octahedron-faces-N",
        "N layers",
        "section 9",
        sizes=range(2, 11),
        solved=range(2, 6),
        note="2 is the Skewb Diamond",
        familiar={"skewb-diamond": 2},
    ),
    _polyhedron(
        "octahedron-vertices-N",
        "2N layers",
        "section 10",
        layers=lambda n: 2 * n,
        sizes=range(2, 11),
        solved=range(2, 4),
    ),
    _polyhedron(
        "dodecahedron-faces-a",
        "halved by every plane",
        "section 11",
        cuts="through centre",
        familiar={"pentultimate": 0},
    ),
    _polyhedron(
        "dodecahedron-faces-b",
        "three layers",
        "section 12",
        cuts="through edges",
        note="the Megaminx, whose middle layers turn too",
        familiar={"megaminx": 0},
    ),
    _polyhedron(
        "cube-edges-odd-N", "N layers", "section 13", sizes=range(3, 20, 2), solved=range(3, 4)
    ),
    _polyhedron(
        "cube-faces-vertices-N", "N layers", "figure 2.4", sizes=range(2, 11), solved=range(2, 4)
    ),
    _polyhedron(
        "octahedron-edges-N", "N layers", "section 13", sizes=range(2, 11), solved=range(2, 4)
    ),
    _polyhedron(
        "dodecahedron-faces-c",
        "cut through vertices",
        "section 13",
        cuts="through vertices",
        note="the Starminx",
        familiar={"starminx": 0},
    ),
    _polyhedron(
        "dodecahedron-faces-d",
        "cut through the centres of faces",
        "section 13",
        cuts="through faces",
        note="the Pyraminx Crystal",
        familiar={"pyraminx-crystal": 0},
    ),
    _polyhedron(
        "dodecahedron-vertices",
        "cut through vertices, five layers",
        "section 13",
        cuts="through all vertices",
    ),
    _polyhedron(
        "dodecahedron-edges-a",
        "halved by every plane",
        "section 13",
        cuts="through centre",
        with_chain=range(0),
        note="the Big Chop",
        familiar={"big-chop": 0},
    ),
    _polyhedron(
        "dodecahedron-edges-b",
        "three layers, cut through vertices",
        "section 13",
        cuts="through vertices",
    ),
    _polyhedron(
        "dodecahedron-edges-c",
        "three layers, cut through the middles of edges",
        "section 13",
        cuts="through edges",
    ),
    _polyhedron(
        "icosahedron-faces",
        "halved by every plane",
        "section 13",
        cuts="through centre",
        with_chain=range(0),
    ),
    _polyhedron(
        "icosahedron-vertices-N",
        "3N layers",
        "section 13",
        cuts="thirds between vertices",
        sizes=range(1, 11),
        solved=range(1, 3),
        note="2 is the Dogic with middle layers that turn",
        familiar={"dogic": 2},
    ),
    _polyhedron(
        "icosahedron-edges-a",
        "halved by every plane",
        "section 13",
        cuts="through centre",
        with_chain=range(0),
    ),
    _polyhedron(
        "icosahedron-edges-b",
        "three layers, cut through the middles of edges",
        "section 13",
        cuts="through edges",
        with_chain=range(0),
    ),
)

FAMILIES: tuple[PuzzleFamily, ...] = (
    PuzzleFamily(
        template="2x2x2",
        description="in the fewest turns, or by the Tsukuda method",
        factory="solver.puzzles.pocket:puzzle",
        familiar={"pocket-cube": 0},
    ),
    PuzzleFamily(
        template="NxNxN",
        description="cubes of any size, by the Tsukuda method; 4x4x4 to 20x20x20 in few moves too",
        factory="solver.puzzles.big_cube:puzzle",
        sizes=range(3, CUBE_SIZES.stop),
    ),
    PuzzleFamily(
        template="pyraminx",
        description="in the fewest turns, or the paper's method",
        factory="solver.puzzles.pyraminx:Pyraminx",
    ),
    PuzzleFamily(
        template="skewb",
        description="in the fewest turns",
        factory="solver.puzzles.skewb:Skewb",
    ),
    PuzzleFamily(
        template="megaminx",
        description="dodecahedron-faces-b in WCA notation, by turns of faces, also by few",
        factory="solver.puzzles.megaminx:Megaminx",
    ),
    *POLYHEDRA,
)

# What each has in common with its namesake stands in docs/polyhedra.md.
FAMILIAR_NAMES: dict[str, str] = {
    familiar: family.name(size) for family in FAMILIES for familiar, size in family.familiar.items()
}


def plain_name(name: str) -> str:
    """Return a name as it is listed, without capitals and spaces; 4x4 is a 4x4x4."""
    plain = name.strip().lower().replace(" ", "-").replace("_", "-")
    if plain in FAMILIAR_NAMES or family_of(plain) is not None:
        return plain
    shorter = plain.removesuffix("-cube")
    return re.sub(r"^((?:picture-)?([0-9]+)x\2)$", r"\1x\2", shorter)


def systematic_name(name: str) -> str:
    """Return the systematic name of the puzzle that a name means, else the name itself.

    Capitals, spaces and the word "cube" at the end make no difference, and 4x4 is a 4x4x4.
    """
    plain = plain_name(name)
    if plain in FAMILIAR_NAMES:
        return FAMILIAR_NAMES[plain]
    return name if family_of(plain) is None else plain


def family_of(name: str) -> PuzzleFamily | None:
    """Return the family that has this systematic name, or would in another size; None for none."""
    return next((family for family in FAMILIES if family.size_of(name) is not None), None)
