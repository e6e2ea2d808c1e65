"""The pictures of docs/pictures, and what draws each."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from rokumen.errors import InputError

FOLDER = Path(__file__).parents[1] / "pictures"


class Picture(NamedTuple):
    """Where the function is that draws a picture into the file it is given.

    `packages` are those that only its command imports, perhaps late.
    """

    module: str
    function: str
    packages: tuple[str, ...] = ()


PICTURES: dict[str, Picture] = {
    "2x2x2.svg": Picture("nets", "draw_pocket_cube"),
    "architecture-flow.svg": Picture("diagrams", "draw_flow"),
    "architecture-packages.svg": Picture("diagrams", "draw_packages"),
    "colours.png": Picture("commands", "draw_colours"),
    "cycles.svg": Picture("commands", "draw_cycles"),
    "demo.svg": Picture("commands", "draw_demo"),
    "flipper.jpg": Picture("simulated", "draw_flipper"),
    "learn-page.jpg": Picture("learn_page", "draw_learn_page"),
    "learn-phone.jpg": Picture("learn_page", "draw_learn_phone"),
    "learn-states.jpg": Picture("learn_page", "draw_learn_states"),
    "first-day-camera.svg": Picture("first_day", "draw_camera_place"),
    "first-day-jaws.svg": Picture("first_day", "draw_jaws"),
    "first-day-places.svg": Picture("first_day", "draw_places"),
    "operations-1978.svg": Picture("commands", "draw_operations"),
    "packing.svg": Picture("commands", "draw_packings"),
    "page-check.jpg": Picture("scan_page", "draw_check"),
    "page-colours.jpg": Picture("scan_page", "draw_colour_page"),
    "page-display.jpg": Picture("scan_page", "draw_display"),
    "page-editor.jpg": Picture("scan_page", "draw_editor"),
    "page-phone.jpg": Picture("scan_page", "draw_phone"),
    "page-scan.jpg": Picture("scan_page", "draw_scan"),
    "page-solution.jpg": Picture("scan_page", "draw_solution"),
    "page-states.jpg": Picture("scan_page", "draw_states"),
    "page-troubles.jpg": Picture("scan_page", "draw_troubles"),
    "picture-cube.svg": Picture("picture_cube", "draw_picture_cube"),
    "polyhedra-more.svg": Picture("commands", "draw_more_polyhedra"),
    "polyhedra-page.jpg": Picture("other_pages", "draw_polyhedra_page"),
    "polyhedra-phone.jpg": Picture("other_pages", "draw_polyhedra_phone"),
    "polyhedra.svg": Picture("commands", "draw_polyhedra"),
    "pyraminx.svg": Picture("nets", "draw_pyraminx"),
    "reading.jpg": Picture("commands", "draw_reading"),
    "reliability.svg": Picture("commands", "draw_reliability", ("matplotlib",)),
    "robot-page.jpg": Picture("other_pages", "draw_robot_page"),
    "robot-phone.jpg": Picture("other_pages", "draw_robot_phone"),
    "robot-states.jpg": Picture("other_pages", "draw_robot_states"),
    "robot-troubles.jpg": Picture("other_pages", "draw_robot_troubles"),
    "search-growth.svg": Picture("commands", "draw_search_growth"),
    "setup-angles.jpg": Picture("setup_page", "draw_angles"),
    "setup-camera.jpg": Picture("setup_page", "draw_camera"),
    "setup-states.jpg": Picture("setup_page", "draw_states"),
    "simulated-camera.jpg": Picture("simulated", "draw_camera"),
    "tsukuda-steps.png": Picture("commands", "draw_tsukuda_steps", ("matplotlib",)),
    "tsukuda-turns.svg": Picture("commands", "draw_tsukuda_turns", ("matplotlib",)),
    "two-gripper-v.jpg": Picture("simulated", "draw_v"),
    "uno-wiring.svg": Picture("wiring", "draw_wiring"),
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


def draw(file: str, folder: Path) -> None:
    """Draw a picture into a folder, under its name.

    Raises InputError that names what is missing on this computer.
    """
    picture = PICTURES[file]
    try:
        for package in picture.packages:
            import_module(package)
        module = import_module(f"docs.drawing.{picture.module}")
    except ModuleNotFoundError as error:
        raise InputError(
            f"{file} needs the Python package {error.name}: pip install 'rokumen[dev,plots]'"
        ) from error
    getattr(module, picture.function)(folder.resolve() / file)
