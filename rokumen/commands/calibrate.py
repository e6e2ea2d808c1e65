"""`rokumen calibrate ...`: measure and store what differs from desk to desk."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from rokumen import exit_status
from rokumen.errors import InputError, UnreadableError
from rokumen.output import print_json
from vision.arrays import Image
from vision.picture import Picture


@click.group("calibrate")
def command() -> None:
    """Measure what differs from desk to desk, and store it as readable TOML."""


@command.command("colours")
@click.argument("images", nargs=-1, type=click.Path(path_type=Path))
@click.option("--camera", metavar="SRC", default="0", show_default=True, help="As of `scan`.")
@click.option("--solved", is_flag=True, help="The cube is solved: each face has one colour.")
@click.option("--name", default="usual", show_default=True, help="What the profile is called.")
@click.option("--picture", type=click.Path(path_type=Path), help="Draw the colours' clouds here.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def colours(
    images: tuple[Path, ...],
    camera: str,
    solved: bool,
    name: str,
    picture: Path | None,
    as_json: bool,
) -> int:
    """Measure the six colours of a cube, from photographs of it or as it is shown to a camera.

    It may be scrambled in any way, which need not be told. Says which two colours are close and
    what to change. The profile is used by `rokumen scan` with the same camera from then on.
    """
    from calibration.errors import UnclearColoursError
    from calibration.measure_colours import measure_colours
    from calibration.separation import pairs, warnings
    from rokumen.profiles import profile_path, store_profile
    from vision.errors import PhotographsError

    profile_path(name)  # before the person shows a cube
    shown = _photographs(images) if images else _shown_to(camera, solved=solved)
    try:
        measured = measure_colours(shown, solved=solved)
    except (UnclearColoursError, PhotographsError) as error:
        raise UnreadableError(str(error)) from error
    if picture is not None:
        _draw(measured, picture)
    path = store_profile(name, measured.profile, "" if images else camera)
    closest = pairs(measured)
    if as_json:
        print_json(
            {
                "profile": str(path),
                "colours": {name: list(lab) for name, lab in measured.profile.means.items()},
                "pairs": [[pair.first, pair.second, round(pair.apart, 2)] for pair in closest],
                "warnings": warnings(measured),
            }
        )
        return exit_status.DONE
    table = Table("", "L", "a", "b", title="the six colours (CIE Lab)")
    for colour, lab in measured.profile.means.items():
        table.add_row(colour, *(f"{value:.0f}" for value in lab))
    console = Console(highlight=False)
    console.print(table)
    nearest = closest[0]
    console.print(
        f"The closest are {nearest.first} and {nearest.second}, {nearest.apart:.1f} times their "
        "scatter apart."
    )
    for line in warnings(measured):
        Console(stderr=True, highlight=False).print(f"[yellow]![/] {line}", soft_wrap=True)
    click.echo(f"stored in {path}", err=True)
    return exit_status.DONE


def _photographs(images: Sequence[Path]) -> list[Picture]:
    from vision.camera import load_image
    from vision.errors import NotAnImageError
    from vision.picture import look

    try:
        return [look(load_image(image)) for image in images]
    except NotAnImageError as error:
        raise InputError(str(error)) from error


def _shown_to(camera: str, *, solved: bool) -> list[Picture]:
    """Let the person show the cube to a camera; six faces of a solved one need no reading."""
    from rokumen.cameras import open_known
    from rokumen.scanning import sights
    from rokumen.show.scanning import ScanDisplay
    from vision.scan import FACES, Scan

    opened, _ = open_known(camera)
    with opened:
        scan = Scan()
        with ScanDisplay(scan) as display:
            display.say(scan.words)
            for _, sight in sights(opened, scan):
                display.show(sight)
                if solved and len(scan.takes) == FACES:
                    break
    return [picture for take in scan.takes for picture in take.pictures]


def _draw(measured: object, path: Path) -> None:
    from calibration.clouds import draw_clouds
    from calibration.measure_colours import Measured

    assert isinstance(measured, Measured)
    _write(draw_clouds(measured), path)
    click.echo(f"the colours are drawn in {path}", err=True)


def _write(picture: Image, path: Path) -> None:
    import cv2

    try:
        written = cv2.imwrite(str(path), picture)
    except cv2.error as error:
        raise InputError(f"cannot draw into {str(path)!r}: name a .png or .jpg file") from error
    if not written:
        raise InputError(f"cannot write {str(path)!r}: is there such a folder?")


@command.command("camera")
@click.argument("images", nargs=-1, type=click.Path(path_type=Path))
@click.option("--camera", metavar="SRC", default="0", show_default=True, help="As of `scan`.")
@click.option("--board", type=click.Path(path_type=Path), help="Only draw the board to print here.")
@click.option("--hold", "only_hold", is_flag=True, help="Only hold exposure and white balance.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def camera_(
    images: tuple[Path, ...], camera: str, board: Path | None, only_hold: bool, as_json: bool
) -> int:
    """Measure a camera's lens with a printed board, and hold its exposure and white balance.

    Print the board (--board), glue it to something flat, and show it to the camera, or photograph
    it with it: near, far, tilted, in every corner. What is measured is used whenever that camera
    is opened.
    """
    from rokumen.calibrating import draw_board_into, measure_camera

    if board is not None:
        draw_board_into(board)
        click.echo(f"print {board} on paper of any size and glue it to something flat", err=True)
        return exit_status.DONE
    measured = measure_camera(images, camera, only_hold=only_hold)
    if as_json:
        print_json(measured.as_json())
        return exit_status.DONE
    output = Console(highlight=False)
    for line in measured.lines():
        output.print(line, soft_wrap=True)
    return exit_status.DONE


@command.command("grippers")
@click.option("--port", required=True, help="The robot's: /dev/ttyUSB0, COM3, sim://RIG ...")
@click.option("--camera", metavar="SRC", help="As of `run`: watch what the hands really do.")
@click.option("--jaws", is_flag=True, help="A Maestro's: find open and closed first, by trying.")
@click.option("--repeats", type=click.IntRange(1, 20), default=3, show_default=True)
@click.option("--output", type=click.Path(path_type=Path), help="Store the profile here.")
@click.option("--picture", type=click.Path(path_type=Path), help="Draw where wrists stop here.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def grippers(
    port: str,
    camera: str | None,
    jaws: bool,
    repeats: int,
    output: Path | None,
    picture: Path | None,
    as_json: bool,
) -> int:
    """Measure how long a robot's hands take for each motion, and where its wrists stop.

    Its hands move: put a cube in that may be turned. Every motion that the rig's description
    allows is made, and none other. The measured durations become the rig's profile. With a camera
    the wrists' angles are seen rather than believed, and so is what became of the cube; the pulses
    of a Maestro's wrists are put right; with --jaws so are those of its hands.
    """
    from calibration.dials import draw_dials
    from calibration.grippers import save_rig_profile
    from rokumen import ports
    from rokumen.calibrating_hands import measure_by_camera, measure_by_clock
    from rokumen.settings import config_file

    def draw(angles: Mapping[str, float], seen: Collection[str]) -> None:
        if picture is not None:
            _write(draw_dials(angles, seen), picture)

    if jaws and (camera is None or not port.startswith("maestro://")):
        raise InputError(
            "--jaws finds the pulses of hands on a Maestro, with a --camera. Other robots keep "
            "theirs in their firmware; change them there"
        )
    ports.register(port)
    with Console(stderr=True).status("moving") as status:
        found = _jaws(port, camera, status.update) if jaws and camera else {}
        measured = (
            measure_by_clock(port, repeats, status.update)
            if camera is None
            else measure_by_camera(
                port, camera, repeats, status.update, lambda seen: draw(seen, seen)
            )
        )
    profile = measured.profile
    path = output or config_file().parent / "rigs" / f"{profile.rig}.toml"
    save_rig_profile(path, profile)
    draw(profile.angles, measured.seen)
    if as_json:
        print_json(
            {
                "profile": str(path),
                "rig": profile.rig,
                "motions": profile.motions,
                "durations": dict(profile.durations),
                "angles": dict(profile.angles),
                "seen": dict(measured.seen),
                "pulses": {place: list(each) for place, each in measured.pulses.items()},
                "jaws": {place: list(each) for place, each in found.items()},
            }
        )
        return exit_status.DONE
    table = Table("", "seconds", title=f"{profile.rig}, by {profile.motions} motions")
    for name, seconds in profile.durations.items():
        table.add_row(name.replace("_", " "), f"{seconds:.3f}")
    output_ = Console(highlight=False)
    output_.print(table)
    stops = ", ".join(f"{place}° at {at:+.1f}°" for place, at in profile.angles.items())
    output_.print(f"wrists: {stops}")
    if measured.seen:
        output_.print(f"seen by the camera: {', '.join(f'{place}°' for place in measured.seen)}")
    for place, (before, after) in measured.pulses.items():
        output_.print(f"pulse at {place}°: {after:g} µs, was {before:g}")
    click.echo(f"stored in {path}", err=True)
    return exit_status.DONE


def _jaws(port: str, camera: str, tell: Callable[[str], None]) -> Mapping[str, tuple[float, float]]:
    """Find and store a Maestro's pulses, and say them at once: what is measured next may fail."""
    from rokumen.calibrating_jaws import find_jaws

    found = find_jaws(port, camera, tell)
    for place, (before, after) in found.items():
        click.echo(f"hand {place}: {after:g} µs, was {before:g}", err=True)
    return found
