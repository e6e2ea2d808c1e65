"""What a step of the setup shows and asks at one moment, as plain data for any view."""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass

from robot.rigs.command import CLOSED, LOADING, LOW, OPEN, UP, actuator_name, gripper_name
from robot.rigs.rig import Rig
from rokumen.storage.robots import RobotFile
from vision.arrays import Image


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer that can be given by its key: a word that is short to type."""

    key: str
    label: str


@dataclass(frozen=True, slots=True)
class Screen:
    """One thing to do: an order (`title`), why and how (`lead`), and how to answer.

    `choices`: the first is the main one, which an empty answer means where there is no `entry`.
    `entry`: what may be typed instead, "" for nothing; `default`: the entry that an empty answer
    means. `jog`: the servo moves with `+1` and `-10` (degrees); `value`: where it stands.
    `picture`: what should be seen; `photo`: what the camera sees (H x W x 3 uint8 BGR).
    `alert`: what is wrong with the last answer. `lines`: what was found.
    """

    title: str
    lead: str = ""
    choices: tuple[Choice, ...] = ()
    entry: str = ""
    default: str = ""
    jog: bool = False
    value: str = ""
    picture: Picture | None = None
    photo: Image | None = None
    alert: str = ""
    lines: tuple[str, ...] = ()


# A step: it yields screens, receives the answers, and returns what is known of the robot then.
Dialogue = Generator[Screen, str, RobotFile]

# The same with another result.
Question = Generator[Screen, str, str]

OK = Choice("ok", "Go on")
AGAIN = Choice("again", "Try again")


# The size of a picture in characters; one is twice as high as wide.
WIDTH, HEIGHT = 40, 15

BODY, MARKED, PLAIN, CUBE, LINE = "body", "marked", "plain", "cube", "line"
WORDS = "words"
_CHARACTERS = {BODY: "▒", MARKED: "█", PLAIN: "░", CUBE: "·", LINE: "-"}


@dataclass(frozen=True, slots=True)
class Shape:
    """A rectangle of a role (BODY, MARKED ...), or WORDS, in characters from the top left."""

    role: str
    left: int
    top: int
    width: int
    height: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of what should be seen: shapes, drawn in order, and a caption."""

    caption: str
    shapes: tuple[Shape, ...]


# Gripper L is at the left of the cube, R behind it; the cube is not there yet.
_CUBE = Shape(CUBE, 18, 6, 12, 6)
_L_BODY, _R_BODY = Shape(BODY, 0, 7, 9, 4), Shape(BODY, 21, 0, 6, 4)
# Their upper jaws, seen from above at 0; the lower jaws are under them.
_L_JAW, _R_JAW = Shape(MARKED, 9, 8, 12, 2), Shape(MARKED, 22, 4, 4, 4)
# Where the jaws are at ±90: on both sides of the cube, on a bar.
_L_BAR, _R_BAR = Shape(BODY, 8, 4, 1, 10), Shape(BODY, 15, 3, 18, 1)
_L_SIDES = (Shape(PLAIN, 9, 4, 12, 1), Shape(PLAIN, 9, 13, 12, 1))
# From the side, which way a person pulls at the cube.
_PULL = (Shape(LINE, 30, 7, 8, 1), Shape(LINE, 36, 6, 1, 1), Shape(LINE, 36, 8, 1, 1))
_R_SIDES = (Shape(PLAIN, 15, 4, 2, 4), Shape(PLAIN, 31, 4, 2, 4))


def picture_of(rig: Rig, kind: str, name: str, place: str) -> Picture:
    """Return what should be seen with an axis or gripper of a rig at a place, and no cube.

    `place`: an angle in degrees, or a position.
    """
    if kind == "axis":
        degrees = round(float(place))
        if _has_wrists(rig) and name in ("L", "R"):
            return _wrist(name, degrees)
        return _dial(degrees)
    return _jaws(place)


def parts_of(rig: Rig) -> Picture:
    """Return the robot from above, each gripper with the name of its side."""
    sides = dict(zip(getattr(rig, "positions", None) or rig.grippers, rig.grippers, strict=True))
    if not sides.keys() <= _SIDES.keys():
        names = (actuator_name(":".join(each), rig.grippers) for each in rig.actuators)
        return Picture(f"Its parts: {', '.join(names)}.", ())
    shapes = [_CUBE]
    for side, name in sides.items():
        body, jaw, (left, top) = _SIDES[side]
        shapes += [body, jaw, Shape(WORDS, left, top, 0, 0, gripper_name(name))]
    caption = "Seen from above. A wrist turns its whole gripper, whose jaws close on the cube."
    return Picture(caption, tuple(shapes))


# Body, jaws, and where the words are, of a gripper at each side.
_SIDES = {
    "L": (_L_BODY, _L_JAW, (0, 11)),
    "B": (_R_BODY, _R_JAW, (27, 0)),
    "R": (Shape(BODY, 36, 7, 4, 4), Shape(MARKED, 29, 8, 7, 2), (27, 11)),
    "F": (Shape(BODY, 21, 13, 6, 2), Shape(MARKED, 22, 11, 4, 2), (6, 14)),
}


def in_characters(picture: Picture) -> str:
    """Return the picture as lines of characters."""
    rows = [[" "] * WIDTH for _ in range(HEIGHT)]
    for shape in picture.shapes:
        for x, letter in enumerate(shape.text, shape.left):
            rows[shape.top][x] = letter
        if shape.role == WORDS:
            continue
        for y in range(max(shape.top, 0), min(shape.top + shape.height, HEIGHT)):
            for x in range(max(shape.left, 0), min(shape.left + shape.width, WIDTH)):
                rows[y][x] = _CHARACTERS[shape.role]
    return "\n".join("".join(row).rstrip() for row in rows)


def _has_wrists(rig: Rig) -> bool:
    return getattr(rig, "positions", ()) == ("L", "B")


def _wrist(name: str, degrees: int) -> Picture:
    """Return two grippers from above. Positive is clockwise as seen from the gripper."""
    other = (_R_BODY, _R_JAW) if name == "L" else (_L_BODY, _L_JAW)
    body, jaw = (_L_BODY, _L_JAW) if name == "L" else (_R_BODY, _R_JAW)
    others = tuple(Shape(PLAIN if s.role == MARKED else s.role, *_box(s)) for s in other)
    if degrees % 180 == 0:
        role = MARKED if degrees % 360 == 0 else PLAIN
        line = Shape(LINE, 0, 9, WIDTH, 1) if name == "L" else Shape(LINE, 24, 0, 1, HEIGHT)
        upper = "marked" if role == MARKED else "other"
        caption = f"Seen from above: the {upper} jaw lies on the line and hides the one below it."
        return Picture(caption, (_CUBE, *others, line, body, Shape(role, *_box(jaw))))
    # From gripper L, clockwise brings the upper jaw to the front; from R, to the left.
    behind, front = _L_SIDES if name == "L" else reversed(_R_SIDES)
    bar = _L_BAR if name == "L" else _R_BAR
    marked, plain = (front, behind) if degrees % 360 == 90 else (behind, front)
    where = {
        ("L", True): "in front, at the bottom of the picture",
        ("L", False): "behind, at the top of the picture",
        ("R", True): "at the left",
        ("R", False): "at the right",
    }[name, degrees % 360 == 90]
    return Picture(
        f"Seen from above: the marked jaw is {where}; both jaws are seen.",
        (_CUBE, *others, body, bar, plain, Shape(MARKED, *_box(marked))),
    )


def _jaws(position: str) -> Picture:
    """Return one gripper from the side."""
    apart = {OPEN: 2, LOADING: 3}.get(position, 0)
    caption = {
        "open": "Seen from the side: a finger's breadth of air above and below the cube.",
        "loading": "Seen from the side: so much air that a hand can put the cube in.",
        "release": "Seen from the side: the cover still holds the cube, and presses no longer.",
        "closed": (
            "Seen from the side: both jaws lie flat on the cube, which does not slip when you pull "
            "along the line."
        ),
        "low": "Seen from the side: the cover just clears the cube.",
        "up": "Seen from the side: the cover stands upright; the cube has been flipped.",
    }.get(position, f"The gripper is in its position {position}.")
    if position in (LOW, UP):
        return Picture(caption, ())
    return Picture(
        caption,
        (
            Shape(CUBE, 18, 5, 12, 5),
            Shape(BODY, 0, 4 - apart, 8, 7 + 2 * apart),
            Shape(MARKED, 8, 4 - apart, 16, 1),
            Shape(PLAIN, 8, 10 + apart, 16, 1),
            *(_PULL if position == CLOSED else ()),
        ),
    )


def _dial(degrees: int) -> Picture:
    """Return a picture of an axis, seen along it; 0 is up, and positive is drawn clockwise."""
    centre_x, centre_y = WIDTH // 2, HEIGHT // 2
    angle = math.radians(degrees)
    arm = tuple(
        Shape(
            MARKED,
            round(centre_x + 2 * part * math.sin(angle)),
            round(centre_y - part * math.cos(angle)),
            2,
            1,
        )
        for part in range(1, 7)
    )
    hub = Shape(BODY, centre_x - 1, centre_y, 4, 1)
    zero = Shape(LINE, centre_x, 0, 1, centre_y)
    caption = f"Seen along the axis: the arm stands at {degrees:+d}° from its place at 0°."
    return Picture(caption, (zero, *arm, hub))


def _box(shape: Shape) -> tuple[int, int, int, int]:
    return shape.left, shape.top, shape.width, shape.height
