"""The polyhedra paper's tables of pieces per layer as printed: 3.1 to 12.1, and section 11.1.2.

What an entry says wrongly is its `slip`; docs/polyhedra.md has the reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from papers.polyhedra.published.layer_tables import Formula, LayerEntry, Layers, LayerTable
from solver.puzzles.polyhedra.description import KindOfPiece


@dataclass(frozen=True, slots=True)
class _Row:
    """Which layers a row names, and its entries by column: printed, as a function, what is
    wrong.
    """

    text: str
    layers: Layers
    entries: tuple[tuple[str, Formula] | tuple[str, Formula, str], ...]


def _entries(
    table: LayerTable, columns: dict[str, tuple[KindOfPiece, ...]], rows: tuple[_Row, ...]
) -> Iterator[LayerEntry]:
    for row in rows:
        for (column, kinds), entry in zip(columns.items(), row.entries, strict=True):
            printed, formula, *slip = entry
            yield LayerEntry(
                table, row.text, row.layers, column, kinds, printed, formula, *map(str, slip)
            )


def _ends(last: Callable[[int], int], first: int = 0) -> Layers:
    return lambda n: range(first, last(n) + 1, max(1, last(n) - first))


_ALL: dict[str, tuple[KindOfPiece, ...]] = {"all": ()}
_TRIANGLES: dict[str, tuple[KindOfPiece, ...]] = {
    "upright": ("upright",),
    "inverted": ("inverted",),
}
_BY_FACES: dict[str, tuple[KindOfPiece, ...]] = {
    "inner": ("inner",),
    "edge": ("edge",),
    "corner": ("corner",),
}

_WITHOUT_CORNERS: dict[str, tuple[KindOfPiece, ...]] = {"inner": ("inner",), "edge": ("edge",)}
_WITHOUT_EDGES: dict[str, tuple[KindOfPiece, ...]] = {"inner": ("inner",), "corner": ("corner",)}
_BY_TARGET: dict[str, tuple[KindOfPiece, ...]] = {"side": ("side",), "bottom": ("bottom",)}

_TABLE_3_1 = _entries(
    LayerTable("3.1", "cube-faces", 0, 1),
    _BY_FACES | _ALL,
    (
        _Row(
            "0, N-1",
            _ends(lambda n: n - 1),
            (
                ("(N-2)^2", lambda n, _: (n - 2) ** 2),
                ("4(N-2)", lambda n, _: 4 * (n - 2)),
                ("4", lambda n, _: 4),
                ("N^2", lambda n, _: n * n),
            ),
        ),
        _Row(
            "1 to N-2",
            lambda n: range(1, n - 1),
            (
                ("4(N-2)", lambda n, _: 4 * (n - 2)),
                ("4", lambda n, _: 4),
                ("0", lambda n, _: 0),
                ("4(N-1)", lambda n, _: 4 * (n - 1)),
            ),
        ),
    ),
)

_SLIP_4_1 = "for N = 1 there would be 18 pieces instead of 12"
_TABLE_4_1 = _entries(
    LayerTable("4.1", "cube-vertices-a", 1, 2),
    _WITHOUT_CORNERS | _ALL,
    (
        _Row(
            "1 to 2N-1",
            lambda n: range(1, 2 * n, 2),
            (
                ("3(L-1)", lambda n, layer: 3 * (layer - 1)),
                ("3", lambda n, _: 3),
                ("3L", lambda n, layer: 3 * layer),
            ),
        ),
        _Row(
            "2N+1 to 4N-1",
            lambda n: range(2 * n + 1, 4 * n, 2),
            (
                ("6N", lambda n, _: 6 * n, _SLIP_4_1),
                ("6", lambda n, _: 6),
                ("6(N+1)", lambda n, _: 6 * (n + 1), _SLIP_4_1),
            ),
        ),
        _Row(
            "4N+1 to 6N-1",
            lambda n: range(4 * n + 1, 6 * n, 2),
            (
                ("3(6N-1-L)", lambda n, layer: 3 * (6 * n - 1 - layer)),
                ("3", lambda n, _: 3),
                ("3(6N-L)", lambda n, layer: 3 * (6 * n - layer)),
            ),
        ),
    ),
)


def _tip(printed: str, layers: Layers) -> _Row:
    none = ("0", lambda n, _: 0)
    one = ("1", lambda n, _: 1)
    return _Row(printed, layers, (none, none, one, one))


def _through_corners(printed: str, layers: Layers) -> _Row:
    return _Row(
        printed,
        layers,
        (
            ("3(2N-3)", lambda n, _: 3 * (2 * n - 3)),
            ("0", lambda n, _: 0),
            ("3", lambda n, _: 3),
            ("6(N-1)", lambda n, _: 6 * (n - 1)),
        ),
    )


_TABLE_5_1 = _entries(
    LayerTable("5.1", "cube-vertices-b", 0, 2),
    _BY_FACES | _ALL,
    (
        _tip("0", lambda n: range(1)),
        _Row(
            "2 to 2(N-2)",
            lambda n: range(2, 2 * (n - 2) + 1, 2),
            (
                ("3(L-1)", lambda n, layer: 3 * (layer - 1)),
                ("3", lambda n, _: 3),
                ("0", lambda n, _: 0),
                ("3L", lambda n, layer: 3 * layer),
            ),
        ),
        _through_corners("2(N-1)", lambda n: range(2 * (n - 1), 2 * n - 1)),
        _Row(
            "2N to 4(N-2)",
            lambda n: range(2 * n, 4 * (n - 2) + 1, 2),
            (
                ("6(N-2)", lambda n, _: 6 * (n - 2)),
                ("6", lambda n, _: 6),
                ("0", lambda n, _: 0),
                ("6(N-1)", lambda n, _: 6 * (n - 1)),
            ),
        ),
        _through_corners("4(N-1)", lambda n: range(4 * (n - 1), 4 * n - 3)),
        _Row(
            "4N to 6(N-2)",
            lambda n: range(4 * n, 6 * (n - 2) + 1, 2),
            (
                ("3(6N-7-L)", lambda n, layer: 3 * (6 * n - 7 - layer)),
                ("3", lambda n, _: 3),
                ("0", lambda n, _: 0),
                ("3(6N-6-L)", lambda n, layer: 3 * (6 * n - 6 - layer)),
            ),
        ),
        _tip("6(N-1)", lambda n: range(6 * (n - 1), 6 * n - 5)),
    ),
)

_TABLE_6_2 = _entries(
    LayerTable("6.2", "cube-edges", 2, 4),
    _BY_TARGET | _ALL,
    (
        _Row(
            "2 to 4N-2",
            lambda n: range(2, 4 * n - 1, 4),
            (
                ("8N", lambda n, _: 8 * n),
                ("2L", lambda n, layer: 2 * layer),
                ("2(4N+L)", lambda n, layer: 2 * (4 * n + layer)),
            ),
        ),
        _Row(
            "4N+2 to 8N-2",
            lambda n: range(4 * n + 2, 8 * n - 1, 4),
            (
                ("8N", lambda n, _: 8 * n),
                ("2(8N-L)", lambda n, layer: 2 * (8 * n - layer)),
                (
                    "2(16N-L)",
                    lambda n, layer: 2 * (16 * n - layer),
                    "the two columns beside it add up to 2(12N-L)",
                ),
            ),
        ),
    ),
)

_SLIP_7_1 = "three of the inverted pieces lie on two faces; the last is one on three"
_TABLE_7_1 = _entries(
    LayerTable("7.1", "tetrahedron-vertices", 0, 1),
    _TRIANGLES | _ALL,
    (
        _Row(
            "0",
            lambda n: range(1),
            (
                ("N(N+1)/2", lambda n, _: n * (n + 1) // 2),
                ("N(N-1)/2", lambda n, _: n * (n - 1) // 2),
                ("N^2", lambda n, _: n * n),
            ),
        ),
        _Row(
            "1 to N-2",
            lambda n: range(1, n - 1),
            (
                ("3(N-1-L)", lambda n, layer: 3 * (n - 1 - layer)),
                ("3(N-1-L)", lambda n, layer: 3 * (n - 1 - layer), _SLIP_7_1),
                ("6(N-1-L)", lambda n, layer: 6 * (n - 1 - layer), _SLIP_7_1),
            ),
        ),
        _Row(
            "N-1",
            lambda n: range(n - 1, n),
            (("1", lambda n, _: 1), ("0", lambda n, _: 0), ("1", lambda n, _: 1)),
        ),
    ),
)

_TABLE_8_1 = _entries(
    LayerTable("8.1", "tetrahedron-edges", 0, 1),
    _TRIANGLES | _ALL,
    (
        _Row(
            "0, N-1",
            _ends(lambda n: n - 1),
            (
                ("N", lambda n, _: n),
                ("2(N-1)", lambda n, _: 2 * (n - 1)),
                ("3N-2", lambda n, _: 3 * n - 2),
            ),
        ),
        _Row(
            "1 to N-2",
            lambda n: range(1, n - 1),
            (
                ("2(N-1)", lambda n, _: 2 * (n - 1)),
                ("2(N-1)", lambda n, _: 2 * (n - 1)),
                ("4(N-1)", lambda n, _: 4 * (n - 1)),
            ),
        ),
    ),
)

_SLIP_9_1 = "of the outer face alone; the three beside it have N-1 more each"
_TABLE_9_1 = _entries(
    LayerTable("9.1", "octahedron-faces", 0, 1),
    _TRIANGLES | _ALL,
    (
        _Row(
            "0, N-1",
            _ends(lambda n: n - 1),
            (
                ("N(N+1)/2", lambda n, _: n * (n + 1) // 2),
                ("N(N-1)/2", lambda n, _: n * (n - 1) // 2, _SLIP_9_1),
                ("N^2", lambda n, _: n * n, _SLIP_9_1),
            ),
        ),
        _Row(
            "1 to N-2",
            lambda n: range(1, n - 1),
            (
                ("3(N-1)", lambda n, _: 3 * (n - 1)),
                ("3(N-1)", lambda n, _: 3 * (n - 1)),
                ("6(N-1)", lambda n, _: 6 * (n - 1)),
            ),
        ),
    ),
)

_SLIP_10_1 = "the row begins at layer N"
_TABLE_10_1 = _entries(
    LayerTable("10.1", "octahedron-vertices", 0, 1),
    _TRIANGLES | _ALL,
    (
        _Row(
            "0 to N-1",
            lambda n: range(n),
            (
                ("4(L+1)", lambda n, layer: 4 * (layer + 1)),
                ("4L", lambda n, layer: 4 * layer),
                ("4(2L+1)", lambda n, layer: 4 * (2 * layer + 1)),
            ),
        ),
        _Row(
            "N-1 to 2N-1",
            lambda n: range(n - 1, 2 * n),
            (
                ("4(2N-L)", lambda n, layer: 4 * (2 * n - layer), _SLIP_10_1),
                ("4(2N-1-L)", lambda n, layer: 4 * (2 * n - 1 - layer), _SLIP_10_1),
                ("4(4N-1-2L)", lambda n, layer: 4 * (4 * n - 1 - 2 * layer), _SLIP_10_1),
            ),
        ),
    ),
)

_SECTION_11_1 = _entries(
    LayerTable("11.1.2", "dodecahedron-faces-a", 0, 1),
    _WITHOUT_EDGES,
    (_Row("0, 1", lambda n: range(2), (("6", lambda n, _: 6), ("10", lambda n, _: 10))),),
)
_TABLE_12_1 = _entries(
    LayerTable("12.1", "dodecahedron-faces-b", 0, 1),
    _BY_FACES,
    (
        _Row(
            "0, 2",
            lambda n: range(0, 3, 2),
            (("1", lambda n, _: 1), ("5", lambda n, _: 5), ("5", lambda n, _: 5)),
        ),
        _Row(
            "1",
            lambda n: range(1, 2),
            (("10", lambda n, _: 10), ("20", lambda n, _: 20), ("10", lambda n, _: 10)),
        ),
    ),
)

ENTRIES: tuple[LayerEntry, ...] = (
    *_TABLE_3_1,
    *_TABLE_4_1,
    *_TABLE_5_1,
    *_TABLE_6_2,
    *_TABLE_7_1,
    *_TABLE_8_1,
    *_TABLE_9_1,
    *_TABLE_10_1,
    *_SECTION_11_1,
    *_TABLE_12_1,
)
