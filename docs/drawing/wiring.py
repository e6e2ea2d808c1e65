"""The wiring of an Arduino Uno with four servos (docs/firmware.md)."""

from __future__ import annotations

from pathlib import Path

from drawing.canvas import Drawing, Point, Polygon, TextLine, save

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
WIDTH, HEIGHT = 860, 520
BOARD_LEFT, BOARD_RIGHT = 250, 440
PLUS_X, GROUND_X = 600, 626
SERVO_X = 660
PULL_DOWN_X = 462
WIRE, SMALL, LARGE = 3.0, 14, 17

Shape = Polygon | TextLine


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
    for pin, y, colour in (("USB", 123, USB), ("D2", 265, "#1565c0"), ("GND", 300, GROUND)):
        shapes.append(_wire((160, y), (BOARD_LEFT, y), colour))
        shapes += _box((BOARD_LEFT, y - 12), (52, 24), PIN, pin)
    shapes += [
        TextLine((454, 406), "common ground", SMALL),
        TextLine((40, 445), "Each servo: signal, + (red), − (black).", SMALL),
        TextLine((40, 467), "Never supply the servos from the Uno's 5 V pin.", SMALL),
    ]
    save(Drawing(WIDTH, HEIGHT, shapes), path)


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
    outline = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    shapes: list[Shape] = [Polygon(outline, fill)]
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
