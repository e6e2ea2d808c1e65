"""Drawings of docs/first-day.md (jaws, places, the camera) and of docs/firmware.md (wiring)."""

from __future__ import annotations

from pathlib import Path

from drawing.canvas import Drawing, Point, Polygon, TextLine, save_drawing
from robot.rigs.registry import load_rig
from rokumen.setup.screen import BODY, CUBE, HEIGHT, LINE, MARKED, PLAIN, WIDTH, picture_of
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

# Pin, servo, and the colour of its signal wire.
SERVOS = (
    ("D8", "left wrist", "#e86c0a"),
    ("D9", "right wrist", "#2e7d32"),
    ("D10", "left jaw", "#6a1b9a"),
    ("D11", "right jaw", "#1565c0"),
)
PLUS, GROUND, USB = "#c62828", "#2b2b2b", "#607d8b"
BOARD, PIN, BOX, BUTTON = "#7fc6cf", "#d5eef1", "#cfd8dc", "#f4b6b1"
RESISTOR = "#ead9b5"
WIRING_WIDTH, WIRING_HEIGHT = 860, 520
BOARD_LEFT, BOARD_RIGHT = 250, 440
PLUS_X, GROUND_X = 600, 626
SERVO_X = 660
PULL_DOWN_X = 462
WIRE = 3.0


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
    save_drawing(Drawing(*size, shapes), path)


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
    save_drawing(Drawing(910, 290, shapes), path)


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
    save_drawing(Drawing(760, 410, shapes), path)


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


def draw_wiring(path: Path) -> None:
    """Draw the Uno, its servos with their supply, the stop button and the computer."""
    shapes: list[Shape] = [
        *_box((BOARD_LEFT, 60), (BOARD_RIGHT - BOARD_LEFT, 350), BOARD, "Arduino Uno"),
        *_box((40, 95), (120, 56), BOX, "computer"),
        *_box((40, 250), (120, 66), BUTTON, "stop button", "pressed: closed"),
        *_box((PLUS_X - 130, 440), (190, 56), BOX, "5 to 6 V supply", "4 A or more"),
    ]
    shapes += [_wire((x, y), (x, 440), c) for x, y, c in _supply_rails()]
    for row, (pin, servo, colour) in enumerate(SERVOS):
        top = 80 + 80 * row
        shapes += _box((SERVO_X, top), (165, 56), BOX, servo, "servo")
        shapes.append(_wire((BOARD_RIGHT, top + 18), (SERVO_X, top + 18), colour))
        shapes.append(_wire((PLUS_X, top + 32), (SERVO_X, top + 32), PLUS))
        shapes.append(_wire((GROUND_X, top + 46), (SERVO_X, top + 46), GROUND))
        shapes += [_joint((PLUS_X, top + 32), PLUS), _joint((GROUND_X, top + 46), GROUND)]
        shapes += _box((BOARD_RIGHT - 52, top + 6), (52, 24), PIN, pin)
        shapes += _pull_down(top + 18, colour)
    shapes.append(_wire((BOARD_RIGHT, 384), (GROUND_X, 384), GROUND))
    shapes.append(_joint((GROUND_X, 384), GROUND))
    shapes += _box((BOARD_RIGHT - 52, 372), (52, 24), PIN, "GND")
    for pin, y, colour in (("USB", 123, USB), ("A2", 265, "#1565c0"), ("GND", 300, GROUND)):
        shapes.append(_wire((160, y), (BOARD_LEFT, y), colour))
        shapes += _box((BOARD_LEFT, y - 12), (52, 24), PIN, pin)
    shapes += [
        TextLine((454, 406), "common ground", SMALL),
        TextLine((40, 445), "Each servo: signal, + (red), − (black).", SMALL),
        TextLine((40, 467), "Never supply the servos from the Uno's 5 V pin.", SMALL),
    ]
    save_drawing(Drawing(WIRING_WIDTH, WIRING_HEIGHT, shapes), path)


def _pull_down(signal: float, colour: str) -> list[Shape]:
    """Return the resistor from a signal wire to the ground."""
    below = signal + 28
    return [
        _wire((PULL_DOWN_X, signal), (PULL_DOWN_X, below), colour),
        _wire((PULL_DOWN_X, below), (GROUND_X, below), GROUND),
        _joint((PULL_DOWN_X, signal), colour),
        *_box((PULL_DOWN_X + 20, below - 11), (74, 22), RESISTOR, "10 kΩ"),
    ]


def _supply_rails() -> tuple[tuple[float, float, str], ...]:
    """Return x and upper end of the two wires from the supply to all servos, with their colours."""
    return (PLUS_X, 112, PLUS), (GROUND_X, 126, GROUND)


def _box(corner: Point, size: Point, fill: str, *lines: str) -> list[Shape]:
    """Return a box with lines of text in its middle, the first of them larger if there are two."""
    (x, y), (width, height) = corner, size
    shapes: list[Shape] = [_rectangle(corner, size, fill)]
    for number, line in enumerate(lines):
        below = y + height / 2 + 5 + 20 * (number - (len(lines) - 1) / 2)
        text_size = LARGE if number == 0 and height > 30 else SMALL
        shapes.append(TextLine((x + width / 2, below), line, text_size, "middle"))
    return shapes


def _joint(at: Point, colour: str) -> Polygon:
    x, y = at
    return Polygon(((x - 4, y), (x, y - 4), (x + 4, y), (x, y + 4)), colour, colour, WIRE)


def _wire(start: Point, end: Point, colour: str) -> Polygon:
    return Polygon((start, end), colour, colour, WIRE)
