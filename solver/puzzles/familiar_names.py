"""Names by which puzzles are sold and known, beside the systematic ones."""

from __future__ import annotations

# The polyhedra as in docs/polyhedra.md, which says what each has in common with its namesake.
FAMILIAR_NAMES = {
    "pocket-cube": "2x2x2",
    "dino": "cube-vertices-a-1",
    "skewb": "cube-vertices-b-2",
    "little-chop": "cube-edges-1",
    "skewb-diamond": "octahedron-faces-2",
    "pentultimate": "dodecahedron-faces-a",
    "megaminx": "dodecahedron-faces-b",
    "starminx": "dodecahedron-faces-c",
    "pyraminx-crystal": "dodecahedron-faces-d",
    "dogic": "icosahedron-vertices-2",
    "big-chop": "dodecahedron-edges-a",
}


def systematic_name(name: str) -> str:
    """Return the systematic name of a puzzle that a familiar name means, else the name itself.

    Capitals, spaces and the word "cube" at the end make no difference to a familiar name.
    """
    plain = name.strip().lower().replace(" ", "-").replace("_", "-")
    return FAMILIAR_NAMES.get(plain) or FAMILIAR_NAMES.get(plain.removesuffix("-cube"), name)
