"""What the user is told while a camera looks: the result of a frame, and what to show next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from vision.detect.face import FaceView

BLURRED = "the image is blurred: hold the cube still, and a little farther away"
STICKERS_UNCLEAR = "some stickers are not clearly visible: keep fingers and highlights off them"

# The faces opposite each other on most cubes, by the colours of their centres.
OPPOSITE_COLOUR = {
    "white": "yellow",
    "yellow": "white",
    "red": "orange",
    "orange": "red",
    "green": "blue",
    "blue": "green",
}

SHOW_ANY = "hold one face of the cube towards the camera"
TURN_RIGHT = "turn the whole cube a quarter turn to the right"
TILT = "tilt the cube so that its top face points at the camera"
TURN_OVER = "turn the cube over, so that the opposite face points at the camera"
# Which way the camera sees the front of the cube move at these instructions.
WAYS = {TURN_RIGHT: "right", TILT: "down", TURN_OVER: "over"}

# What leads to the faces of a cube without middles, after none to five: four sides, top, bottom.
EVEN_CUBE_STEPS = (SHOW_ANY, TURN_RIGHT, TURN_RIGHT, TURN_RIGHT, TILT, TURN_OVER)
# Where these faces are in the net: with the cube turned to the right, its left side comes to front.
EVEN_CUBE_POSITIONS = ("F", "L", "B", "R", "U", "D")
SHOW_MISSING = "hold a face towards the camera that has not been shown yet"


class Phase(Enum):
    """The state of the face in front of the camera."""

    SEARCHING = "searching"
    TRACKING = "following"
    CAPTURED = "taken"
    DONE = "done"


@dataclass(frozen=True, slots=True, eq=False)
class FrameResult:
    """The result of one frame.

    `phase`; `view`: the face that is tracked, or None; `stillness` (0..1): the share of the
    required time for which it was still; `instruction`: for the user; `captured`: whether this
    frame led to the capture of a face.
    """

    phase: Phase
    view: FaceView | None
    stillness: float
    instruction: str
    captured: bool = False

    @property
    def is_unsure(self) -> bool:
        """Return whether a face stands still and still cannot be read: the user is to help."""
        return self.instruction in (BLURRED, STICKERS_UNCLEAR)


def next_instruction(shown: Sequence[str]) -> str:
    """Return what to do with the cube after faces with these centres, in the order of showing.

    The order is around the four sides of the cube and then to its upper and lower face, starting
    from any of them; the last two adjacent faces determine the direction. The colours are those of
    most cubes; on any other cube the text still leads to faces that have not been shown.
    """
    if not shown:
        return SHOW_ANY
    last, seen = shown[-1], set(shown)
    adjacent = next((c for c in reversed(shown) if c not in (last, OPPOSITE_COLOUR[last])), None)
    if adjacent is None or not {adjacent, OPPOSITE_COLOUR[adjacent]} <= seen:
        return TURN_RIGHT
    if OPPOSITE_COLOUR[last] not in seen:
        return TURN_OVER
    return TILT


def next_step_of_even_cube(numbers: Sequence[int]) -> str:
    """Return what to do with a cube without middles after the faces of some steps.

    `numbers`: those of the steps, from 0, in the order of showing. Colours do not tell which faces
    are still to be shown, so only someone who has followed every step is led further.
    """
    if list(numbers) == list(range(len(numbers))) and len(numbers) < len(EVEN_CUBE_STEPS):
        return EVEN_CUBE_STEPS[len(numbers)]
    return SHOW_MISSING


def positions_of_even_cube(numbers: Sequence[int]) -> tuple[str, ...]:
    """Return the letter of the net's face for the face of each step, all different.

    A number beyond the six steps, as of a seventh face, gets one that is left.
    """
    taken = {number for number in numbers if number < len(EVEN_CUBE_POSITIONS)}
    left = (number for number in range(len(EVEN_CUBE_POSITIONS)) if number not in taken)
    return tuple(
        EVEN_CUBE_POSITIONS[number if number in taken else next(left)] for number in numbers
    )
