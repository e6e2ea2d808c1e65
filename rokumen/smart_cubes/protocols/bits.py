"""Numbers of some bits each, packed one behind the other, the highest bit first.

And a cube in such numbers, as GAN's cubes tell it: places and orientations of all pieces but the
last of each kind, which follow from the law of the cube. They are numbered as in `Cube`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rokumen.smart_cubes.pocket_cube import PocketCube
from solver.core.permutation import Permutation
from solver.cube import Cube

_CORNERS, _EDGES = 8, 12
# Seven corners, how they are twisted, eleven edges, how they are flipped.
WIDTHS = (*(3,) * 7, *(2,) * 7, *(4,) * 11, *(1,) * 11)


def unpack(widths: Sequence[int], data: bytes) -> list[int]:
    """Return the numbers of these widths at the start of `data`, which is long enough."""
    left = 8 * len(data)
    whole = int.from_bytes(data)
    numbers = []
    for width in widths:
        left -= width
        numbers.append(whole >> left & (1 << width) - 1)
    return numbers


def pack(widths: Sequence[int], numbers: Iterable[int], size: int) -> bytes:
    """Return numbers of these widths as `size` bytes, filled with zeros."""
    whole, left = 0, 8 * size
    for width, number in zip(widths, numbers, strict=True):
        left -= width
        whole |= (number & (1 << width) - 1) << left
    return whole.to_bytes(size)


def cube_of(numbers: Sequence[int]) -> Cube | None:
    """Return the cube of numbers of the WIDTHS, None where no legal cube is such."""
    pocket = pocket_cube_of(numbers)
    edges, flips = list(numbers[14:25]), list(numbers[25:])
    edges.append(sum(range(_EDGES)) - sum(edges))
    flips.append(sum(flips) % 2)
    if pocket is None or sorted(edges) != list(range(_EDGES)):
        return None
    if Permutation(pocket.corners).is_even != Permutation(tuple(edges)).is_even:
        return None
    return Cube(pocket.corners, pocket.corner_twists, tuple(edges), tuple(flips))


def pocket_cube_of(numbers: Sequence[int]) -> PocketCube | None:
    """Return the 2x2x2 of numbers of the WIDTHS, None where none is such; edges do not count."""
    corners, twists = list(numbers[:7]), list(numbers[7:14])
    corners.append(sum(range(_CORNERS)) - sum(corners))
    twists.append(-sum(twists) % 3)
    if sorted(corners) != list(range(_CORNERS)) or max(twists) > 2:
        return None
    home = Cube.solved()
    return PocketCube(tuple(corners), tuple(twists), home.edges, home.edge_flips)


def numbers_of(cube: Cube) -> list[int]:
    """Return the numbers of the WIDTHS of a cube."""
    return [*cube.corners[:-1], *cube.corner_twists[:-1], *cube.edges[:-1], *cube.edge_flips[:-1]]
