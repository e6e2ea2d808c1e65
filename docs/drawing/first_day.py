"""The drawings of docs/first-day.md: jaws, places of the actuators, the camera's place."""

from __future__ import annotations

from pathlib import Path

from drawing.canvas import Drawing, Point, Polygon, TextLine, save
from robot.rigs.registry import load_rig
from rokumen.setup.pictures import BODY, CUBE, HEIGHT, LINE, MARKED, PLAIN, WIDTH, picture_of
from rokumen.setup.servos import places

COLOURS = {BODY: "#607d8b", MARKED: "#6a1bcf", PLAIN: "#b0bec5", CUBE: "#fff3d6", LINE: "#c62828"}
# Units of a drawing for one character of a picture.
DX, DY = 6.0, 12.0
COLUMNS, GAP, LABEL = 3, 24.0, 30.0
# Units of a drawing for a millimetre.
MM = 2.2
CUBE_MM = 57.0
SMALL, LARGE = 14, 17

Shape = Polygon | TextLine


def draw_places(path: Path) -> None:
    """Draw what should be seen at each place of a robot with two grippers."""
    rig = load_rig("two-gripper")
    width, height = WIDTH * DX, HEIGHT * DY + LABEL
    shapes: list[Shape] = []
    order = places(rig)
    for number, place in enumerate(order):
        left = GAP + (width + GAP) * (number % COLUMNS)
        top = GAP + (height + GAP) * (number // COLUMNS)
        shapes.append(TextLine((left, top + 16), f"{number + 1}. {place.order(rig)}", LARGE))
        shapes.append(_rectangle((left, top + LABEL), (width, HEIGHT * DY), "#f4f4f2"))
        for shape in picture_of(rig, place.kind, place.name, place.place).shapes:
            corner = (left + DX * shape.left, top + LABEL + DY * shape.top)
            right = min(shape.left + shape.width, WIDTH) - shape.left
            shapes.append(_rectangle(corner, (DX * right, DY * shape.height), COLOURS[shape.role]))
    rows = -(-len(order) // COLUMNS)
    size = (GAP + (width + GAP) * COLUMNS, GAP + (height + GAP) * rows)
    save(Drawing(*size, shapes), path)


def draw_jaws(path: Path) -> None:
    """Draw the travel of plain jaws and of jaws that draw back, to scale."""
    shapes: list[Shape] = []
    for left, title, gap, back in (
        (40.0, "closed: flat on the cube", 0.0, 0.0),
        (330.0, "plain, open: 12 mm each, or more", 14.0, 0.0),
        (620.0, "withdrawing, open: 6 mm, 28 mm back", 6.0, 28.0),
    ):
        shapes += _gripper(left, title, gap * MM, back * MM)
    shapes += [
        TextLine((40, 255), "The cube is 57 mm wide. It is drawn from the side.", SMALL),
        TextLine((40, 275), "A layer that turns needs 80.6 mm between plain jaws.", SMALL),
    ]
    save(Drawing(910, 290, shapes), path)


def draw_camera_place(path: Path) -> None:
    """Draw the camera above the cube, from the side."""
    cube = ((250.0, 280.0), (90.0, 90.0))
    shapes: list[Shape] = [
        Polygon(((295, 80), (225, 280), (365, 280)), "#eef3fb", "#90a4ae"),
        _rectangle((265, 40), (60, 40), COLOURS[BODY]),
        TextLine((335, 66), "camera, straight above the cube", SMALL),
        _rectangle(*cube, COLOURS[CUBE]),
        TextLine((295, 331), "cube", LARGE, "middle"),
        _rectangle((60, 305), (120, 40), COLOURS[BODY]),
        _rectangle((180, 262), (110, 14), COLOURS[MARKED]),
        _rectangle((180, 374), (110, 14), COLOURS[PLAIN]),
        _rectangle((176, 262), (8, 126), COLOURS[BODY]),
        TextLine((60, 298), "left gripper", SMALL),
        Polygon(((420, 80), (420, 280)), COLOURS[LINE], COLOURS[LINE], 2),
        TextLine((430, 175), "20 to 40 cm", SMALL),
        TextLine((430, 195), "The upper face fills about half of the picture.", SMALL),
        TextLine((430, 215), "Even light from the side; no lamp right above.", SMALL),
    ]
    save(Drawing(760, 410, shapes), path)


def _gripper(left: float, title: str, gap: float, back: float) -> list[Shape]:
    """Return a gripper at the left of a cube, its jaws open by `gap` and drawn back by `back`."""
    top, side = 75.0, CUBE_MM * MM
    start = left + 40 - back
    jaw = 14.0
    return [
        TextLine((left, 25), title, SMALL),
        _rectangle((left + 90, top), (side, side), COLOURS[CUBE]),
        _rectangle((start - 30, top + side / 2 - 20), (30, 40), COLOURS[BODY]),
        _rectangle((start, top - gap - jaw), (8, side + 2 * (gap + jaw)), COLOURS[BODY]),
        _rectangle((start, top - gap - jaw), (50 + 0.88 * side / 3, jaw), COLOURS[MARKED]),
        _rectangle((start, top + side + gap), (50 + 0.88 * side / 3, jaw), COLOURS[PLAIN]),
    ]


def _rectangle(corner: Point, size: Point, fill: str) -> Polygon:
    (x, y), (width, height) = corner, size
    return Polygon(((x, y), (x + width, y), (x + width, y + height), (x, y + height)), fill)
