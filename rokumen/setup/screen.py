"""What a step of the setup shows and asks at one moment, as plain data for any view."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from rokumen.setup.pictures import Picture
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
