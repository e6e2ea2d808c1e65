"""The pictures of docs/pictures, and what draws each."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from docs.drawing.commands import SECTION_13, SECTIONS_3_TO_12, draw_by_command, during_turns
from rokumen.errors import InputError

FOLDER = Path(__file__).parents[1] / "pictures"


class Picture(NamedTuple):
    """Where the function is that draws a picture into a file, and what it imports, perhaps late."""

    module: str
    function: str
    packages: tuple[str, ...] = ()


class Command(NamedTuple):
    """The arguments that draw a picture, of which program, and what that imports, perhaps late.

    The benchmark `faces` needs the data of ROKUMEN_DATA.
    """

    arguments: tuple[str, ...]
    packages: tuple[str, ...] = ()
    program: str = "rokumen"


PICTURES: dict[str, Picture | Command] = {
    "2x2x2.svg": Picture("cubes", "draw_pocket_cube"),
    "architecture-flow.svg": Picture("diagrams", "draw_flow"),
    "architecture-packages.svg": Picture("diagrams", "draw_packages"),
    "colours.png": Picture("commands", "draw_colours"),
    "cycles.svg": Command(("paper", "permutation", "J")),
    "demo.svg": Picture("commands", "draw_demo"),
    "flipper.jpg": Picture("simulated", "draw_flipper"),
    "learn-film.jpg": Picture("pages", "draw_learn_film"),
    "learn-page.jpg": Picture("pages", "draw_learn_page"),
    "learn-phone.jpg": Picture("pages", "draw_learn_phone"),
    "learn-states.jpg": Picture("pages", "draw_learn_states"),
    "first-day-camera.svg": Picture("hardware", "draw_camera_place"),
    "first-day-jaws.svg": Picture("hardware", "draw_jaws"),
    "first-day-places.svg": Picture("hardware", "draw_places"),
    "operations-1978.svg": Command(("paper", "operations")),
    "packing.svg": Command(("paper", "pack")),
    "page-check.jpg": Picture("scan_page", "draw_check"),
    "page-colours.jpg": Picture("scan_page", "draw_colour_page"),
    "page-display.jpg": Picture("scan_page", "draw_display"),
    "page-editor.jpg": Picture("scan_page", "draw_editor"),
    "page-phone.jpg": Picture("scan_page", "draw_phone"),
    "page-scan.jpg": Picture("scan_page", "draw_scan"),
    "page-solution.jpg": Picture("scan_page", "draw_solution"),
    "page-states.jpg": Picture("scan_page", "draw_states"),
    "page-troubles.jpg": Picture("scan_page", "draw_troubles"),
    "picture-cube.svg": Picture("cubes", "draw_picture_cube"),
    "polyhedra-more.svg": Command(during_turns(SECTION_13)),
    "polyhedra-page.jpg": Picture("pages", "draw_polyhedra_page"),
    "polyhedra-phone.jpg": Picture("pages", "draw_polyhedra_phone"),
    "polyhedra.svg": Command(during_turns(SECTIONS_3_TO_12)),
    "pyraminx.svg": Picture("cubes", "draw_pyraminx"),
    "reading.jpg": Picture("commands", "draw_reading"),
    "reduction-steps.png": Picture("commands", "draw_reduction_steps"),
    "reliability.svg": Command(("faces",), ("matplotlib",), "benchmarks"),
    "robot-page.jpg": Picture("pages", "draw_robot_page"),
    "robot-phone.jpg": Picture("pages", "draw_robot_phone"),
    "robot-states.jpg": Picture("pages", "draw_robot_states"),
    "robot-troubles.jpg": Picture("pages", "draw_robot_troubles"),
    "search-growth.svg": Command(("paper", "search", "--counts", "--depth=8")),
    "setup-angles.jpg": Picture("setup_page", "draw_angles"),
    "setup-camera.jpg": Picture("setup_page", "draw_camera"),
    "setup-states.jpg": Picture("setup_page", "draw_states"),
    "simulated-camera.jpg": Picture("simulated", "draw_camera"),
    "tsukuda-steps.png": Picture("commands", "draw_tsukuda_steps"),
    "tsukuda-turns.svg": Picture("tsukuda_turns", "draw", ("matplotlib",)),
    "two-gripper-v.jpg": Picture("simulated", "draw_v"),
    "uno-wiring.svg": Picture("hardware", "draw_wiring"),
    "wrists.png": Picture("simulated", "draw_wrists"),
}


def file_named(name: str) -> str:
    """Return the file of a picture that is named with or without its suffix.

    Raises InputError for a name that is none.
    """
    for file in PICTURES:
        if name in (file, Path(file).stem):
            return file
    names = ", ".join(Path(file).stem for file in PICTURES)
    raise InputError(f"there is no picture {name!r}; name one of {names}")


def draw_picture(file: str, folder: Path) -> None:
    """Draw a picture into a folder, under its name.

    Raises InputError that names what is missing on this computer.
    """
    picture = PICTURES[file]
    try:
        for package in picture.packages:
            import_module(package)
        if isinstance(picture, Command):
            draw = partial(draw_by_command, arguments=picture.arguments, program=picture.program)
        else:
            draw = getattr(import_module(f"docs.drawing.{picture.module}"), picture.function)
    except ModuleNotFoundError as error:
        raise InputError(
            f"{file} needs the Python package {error.name}: pip install 'rokumen[dev,plots]'"
        ) from error
    draw(folder.resolve() / file)
