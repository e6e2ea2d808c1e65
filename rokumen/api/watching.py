"""Cubes that people turn: films of them, and smart cubes, which tell their turns by Bluetooth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from rokumen.errors import InputError
from rokumen.smart_cubes.opening import AskAddress, open_link
from rokumen.smart_cubes.protocols.protocol import Protocol
from rokumen.smart_cubes.smart_cube import OnCubeEvent, SmartCube
from solver.core.facelets import UNKNOWN
from solver.core.watched_turn import WatchedTurn
from solver.cube import Cube

if TYPE_CHECKING:
    from rokumen.api.pictures import OnProgress
    from vision.film.watched_film import WatchedFilm


def smart_cube(
    name: str,
    *,
    record: str | Path | None = None,
    on_event: OnCubeEvent | None = None,
    ask_address: AskAddress | None = None,
) -> SmartCube:
    """Connect to a smart cube and return it; it is a context manager.

    `name`: what the cube advertises by Bluetooth, the beginning of that, or its address (this needs
    the extra `smart-cubes`); "replay:FILE" for a recording. Where the operating system hides the
    address that the packets of GAN, MoYu and QiYi need, it is given behind the name:
    "GANi4_A26E@AB:12:34:56:78:9A"; or `ask_address` is called with the name and returns it.
    `record`: the file into which a recording is written when the cube is closed; `on_event` is
    called with each CubeEvent: turns, sync that is lost and found, battery, gyroscope. Raises
    InputError (a ValueError) for what is no such name, and for a file that cannot be read or
    written, and ApplicationError where no such cube is near.
    """
    file = None if record is None else Path(record)
    return SmartCube(open_link(name, ask_address), file, on_event)


def watch(
    film_or_cube: SmartCube | str | Path,
    *,
    start: Cube | None = None,
    on_progress: OnProgress | None = None,
) -> Iterator[WatchedTurn]:
    """Yield the turns of a cube as they are made, with their times and the cube after each.

    `film_or_cube`: a smart cube; or a film of hands that turn a cube: a video file, or the index or
    URL of a camera. `start`: the cube before the first turn; without it a smart cube says what it
    is, and that of a film is read from it if all six faces are shown before the first turn, and
    taken to be solved otherwise. Of a film each turn comes some seconds late;
    `on_progress` is called after each frame of a video with its seconds and the video's length.
    Raises what `SmartCube.turns` raises, and InputError for a 2x2x2 with a `start`; of a film
    CameraError for what is no video or camera, and NoFaceError at its end if it shows no cube.
    """
    if not isinstance(film_or_cube, SmartCube):
        yield from watched_film(film_or_cube, start, on_progress).turns()
        return
    if start is not None and film_or_cube.layers != Protocol.layers:
        raise InputError(f"{film_or_cube.name!r} is a 2x2x2: it has no other start than it tells")
    told = None if start is None else film_or_cube.start()
    for turn in film_or_cube.turns():
        yield turn if start is None else replace(turn, facelets=moved(start, told, turn.facelets))


def watched_film(
    source: str | Path, start: Cube | None = None, on_progress: OnProgress | None = None
) -> WatchedFilm:
    """Return a film, or a camera, to be watched: its turns, and the cube after them."""
    # Loaded late: smart cubes need no picture.
    from rokumen.api.pictures import in_seconds
    from vision.film.watched_film import WatchedFilm

    return WatchedFilm(str(source), start, in_seconds(on_progress))


def moved(start: Cube, before: str | None, after: str) -> str:
    """Return the facelets of `start` after the turns that lead from some facelets to others.

    Where those are not known, neither are these.
    """
    if before is None or UNKNOWN in after:
        return UNKNOWN * len(after)
    numbers = Cube.from_facelets(before).numbers
    sources = {number: place for place, number in enumerate(numbers)}
    led = Cube.from_facelets(after).numbers
    return Cube.from_numbers([start.numbers[sources[number]] for number in led]).facelets
