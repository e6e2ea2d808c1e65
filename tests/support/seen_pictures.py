"""What a person sees in the pictures of a page: the stickers of a cube, and what an arrow turns.

Only what is drawn is read: the colour and the place of each shape, and where an arrow begins and
ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, dist, radians, sin
from typing import Any

from playwright.sync_api import Locator

from solver.core.geometry import FACELET_INDEX, FACELETS, FACES, FRAMES, Facelet, Vector

Point = tuple[float, float]

_ANY_COLOUR = "none"
_FAR = 12.5  # from the eye to the cube, in sides of a small cube
# Of the width of an arrow, in sides of a small cube: one that turns the whole cube is wider.
_WIDEST_OF_A_LAYER = 0.6
_SHAPES = """svg => {
    const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
    return {
        isFlat: svg.querySelector(".plastic.flat") !== null,
        stickers: [...svg.querySelectorAll(".sticker")]
            .filter((each) => !each.closest(".hidden-face"))
            .map((each) => ({ colour: each.classList[1], place: middle(each.getBBox()) })),
        arrow: [...(svg.querySelector("polygon.arrow")?.points ?? [])].map(({ x, y }) => [x, y]),
        isTwice: svg.querySelector(".arrow-words") !== null,
    };
}"""


@dataclass(frozen=True, slots=True)
class _View:
    """From where a cube is drawn, in degrees, and how large and where."""

    yaw: int
    pitch: int
    scale: float
    middle: Point

    def shows(self, facelet: Facelet) -> Point:
        """Return where the middle of a facelet is drawn."""
        x, y, z = (
            part + normal / 2 for part, normal in zip(facelet.cubie, facelet.normal, strict=True)
        )
        across, down = radians(self.yaw), radians(self.pitch)
        right = x * cos(across) - z * sin(across)
        near = x * sin(across) + z * cos(across)
        up = y * cos(down) - near * sin(down)
        near = y * sin(down) + near * cos(down)
        size = self.scale * _FAR / (_FAR - near)
        return self.middle[0] + size * right, self.middle[1] - size * up

    @property
    def facelets(self) -> dict[int, Point]:
        """Return where the facelets are that are seen."""
        faces = f"F{'U' if self.pitch > 0 else 'D'}{'R' if self.yaw > 0 else 'L'}"
        return {
            at: self.shows(facelet)
            for at, facelet in enumerate(FACELETS)
            if FACES[at // 9] in faces
        }


_VIEWS = [
    _View(yaw, pitch, scale, middle)
    for yaw in (34, -34)
    for pitch in (27, -27)
    for scale, middle in ((58.0, (150.0, 146.0)), (66.0, (307.0, 232.0)))
]


def seen_stickers(picture: Locator) -> dict[int, str]:
    """Return the colour of each facelet that a picture shows, without those that may be any."""
    shapes = picture.evaluate(_SHAPES)
    drawn = [(each["colour"], tuple(each["place"])) for each in shapes["stickers"]]
    places = [place for _, place in drawn]
    found = _on_top(places) if shapes["isFlat"] else _nearest(places, _view_of(shapes))
    colours = {facelet: colour for facelet, (colour, _) in zip(found, drawn, strict=True)}
    return {facelet: colour for facelet, colour in colours.items() if colour != _ANY_COLOUR}


def seen_move(picture: Locator) -> str:
    """Return what the arrow of a picture turns, "" where there is none.

    The hands need some name for it: the person does not know that it is one.
    """
    shapes = picture.evaluate(_SHAPES)
    outline = [tuple(point) for point in shapes["arrow"]]
    if not outline:
        return ""
    view = _view_of(shapes)
    # An arrow begins between the first and the last point of its outline; its tip is half round.
    (left, right), tip = (outline[0], outline[-1]), outline[(len(outline) - 1) // 2]
    begin = ((left[0] + right[0]) / 2, (left[1] + right[1]) / 2)
    first, last = (FACELETS[at] for at in _nearest([begin, tip], view))
    is_whole = dist(left, right) > _WIDEST_OF_A_LAYER * view.scale
    name, is_reversed = _turning(first, last, is_whole=is_whole)
    return f"{name}2" if shapes["isTwice"] else f"{name}'" if is_reversed else name


def _view_of(shapes: Mapping[str, Any]) -> _View:
    """Return from where the stickers of a cube are drawn."""
    places = [tuple(each["place"]) for each in shapes["stickers"]]
    (found,) = [
        view
        for view in _VIEWS
        if all(
            min(dist(place, at) for at in view.facelets.values()) < view.scale / 4
            for place in places
        )
    ]
    return found


def _nearest(places: list[Point], view: _View) -> list[int]:
    """Return the facelet that is nearest to each place of a drawing."""
    at = view.facelets
    return [min(at, key=lambda facelet: dist(at[facelet], place)) for place in places]


def _on_top(places: list[Point]) -> list[int]:
    """Return the facelets at places of a top that is seen from above, with what is around it."""
    found = []
    for x, y in places:
        right, front = x - 2.2, y - 2.2
        normal = Vector(0, 1, 0)
        if max(abs(right), abs(front)) > 1.6:
            is_beside = abs(right) > abs(front)
            sign = 1 if (right if is_beside else front) > 0 else -1
            normal = Vector(sign, 0, 0) if is_beside else Vector(0, 0, sign)
        cubie = Vector(*(max(-1, min(1, part)) for part in (round(right), 1, round(front))))
        found.append(FACELET_INDEX[Facelet(cubie, normal)])
    return found


def _turning(first: Facelet, last: Facelet, *, is_whole: bool) -> tuple[str, bool]:
    """Return the name of what turns from one facelet to another, and whether anticlockwise."""
    about = first.normal.cross(last.normal)
    layer = first.cubie.dot(about)
    if is_whole:
        name = {"R": "x", "U": "y", "F": "z"}
        normals = {name[face]: FRAMES[face].normal for face in name}
    else:
        assert layer, "an arrow in a middle layer"
        normals = {face: FRAMES[face].normal for face in FACES}
        normals = {face: normal for face, normal in normals.items() if normal.dot(about) == layer}
    (found,) = [each for each, normal in normals.items() if normal.dot(about)]
    # Clockwise as seen from outside is the left-handed way about the side's own direction.
    return found, normals[found].dot(about) > 0
