"""`rokumen bench`: benchmarks of reading, scanning, colour calibration and the scanning page."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import click
from rich.console import Console

from drawing.canvas import checked_suffix
from rokumen import exit_status
from rokumen.cli.bench import options
from rokumen.cli.number_types import SEED, Number, WholeNumber
from rokumen.cli.output import draw_option
from rokumen.errors import InputError
from rokumen.show.terminal.tables import wide_output


@click.command("calibrating")
@options.data_folder("cube-photos")
def calibrating_command(data: Path) -> int:
    """Measure each cube's colours in some photographs, and read it from other photographs."""
    from rokumen.benchmarks.reading import calibration as calibrating_bench
    from rokumen.benchmarks.support.table_rows import as_table

    progress = Console(stderr=True, highlight=False)
    rows = list(calibrating_bench.measure(data, progress.print))
    wide_output().print(as_table("calibrating from a scrambled cube", rows))
    return exit_status.DONE


@click.command("faces")
@options.data_folder("cube-photos, real-photos and robot-photos")
@draw_option("Draw reliability: .svg or .png.")
@click.option("--only-find", is_flag=True, help="Count the faces found, and do not read them.")
def faces_command(data: Path, draw: Path | None, only_find: bool) -> int:
    """Find the labelled faces, read each picture alone, and compare confidence with what is right.

    A search is timed on one processor.
    """
    from rokumen.benchmarks.faces import found, reliability

    if draw is not None:
        checked_suffix(draw, ".svg", ".png")
        if find_spec("matplotlib") is None:
            raise InputError("--draw needs matplotlib: pip install 'rokumen[plots]'")
    if only_find and draw is not None:
        raise InputError("--draw draws what was read: leave out --only-find")
    progress = Console(stderr=True, highlight=False)
    wide_output().print(found.table(list(found.measure(data, progress.print))))
    if only_find:
        return exit_status.DONE
    sets = reliability.measure(data, progress.print)
    wide_output().print(reliability.table(sets))
    if draw is not None:
        reliability.draw(reliability.bins(each for read in sets.values() for each in read), draw)
    return exit_status.DONE


@click.command("page")
@options.data_folder("cube-clips")
@click.option(
    "--seconds",
    type=Number(1, 86_400),
    default=8.0,
    show_default=True,
    help="Seconds to scan in a browser, if Playwright and Chromium are installed.",
)
def page_command(data: Path, seconds: float) -> int:
    """Measure the frame rate of the scanning page: of its server, and in a browser."""
    from rokumen.benchmarks.support.table_rows import as_table
    from rokumen.benchmarks.vision import page_browser
    from rokumen.benchmarks.vision import page_server as page_bench

    # Nothing is printed meanwhile, since that would be timed too.
    rows = [*page_bench.measure(data), *page_browser.measure(data, seconds)]
    wide_output().print(as_table("scanning", rows))
    return exit_status.DONE


@click.command("reading")
@options.data_folder("cube-photos and real-photos")
@click.option(
    "--failures",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("out/reading-failures"),
    show_default=True,
    help="Folder for pictures of wrongly read cubes and faces that were not found.",
)
@click.option("--seed", type=SEED, default=0, show_default=True, help="Seed of light and trials.")
@click.option(
    "--trials",
    type=WholeNumber(1),
    default=1000,
    show_default=True,
    help="Cubes with hidden stickers, and as many with wrong stickers.",
)
@click.option(
    "--scenes",
    type=WholeNumber(1),
    default=12,
    show_default=True,
    help="Rendered scenes of each kind and cube size.",
)
@click.option(
    "--part",
    "only",
    multiple=True,
    metavar="NAME",
    help="Measure this part only; may be repeated. A name that is none lists all.",
)
@click.option(
    "--keep",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep the rows of each part here; what is there is not measured again.",
)
def reading_command(
    data: Path,
    failures: Path,
    seed: int,
    trials: int,
    scenes: int,
    only: tuple[str, ...],
    keep: Path | None,
) -> int:
    """Read every labelled cube, and print how many were right.

    Seconds are of one processor. No wrong reading may be called certain.
    """
    # Imported here, since they are slow to import and the other benchmarks do not need them.
    import cv2

    from rokumen.benchmarks.reading.parts import PARTS, ReadingSettings, Run
    from rokumen.benchmarks.support.kept_rows import KeptRows
    from rokumen.benchmarks.support.table_rows import TableRow, as_table

    if unknown := set(only) - PARTS.keys():
        raise InputError(
            f"--part: {', '.join(map(repr, sorted(unknown)))} is not one of {', '.join(PARTS)}"
        )
    settings = ReadingSettings(seed, trials, scenes)
    kept = KeptRows(keep, settings._asdict())
    progress = Console(stderr=True, highlight=False)
    run = Run(data, failures, settings, progress.print)
    # One core: the time of other threads would not be counted.
    cv2.setNumThreads(1)
    rows: list[TableRow] = []
    for name in [part for part in PARTS if part in only or not only]:
        measured = kept.of(name)
        if measured is None:
            progress.print(name)
            measured = tuple(PARTS[name](run))
            kept.keep(name, measured)
        rows += measured
    wide_output().print(as_table("reading", rows))
    return exit_status.DONE


@click.command("sizes")
@options.data_folder("cube-photos and real-photos")
@click.option(
    "--every",
    type=WholeNumber(1),
    default=1,
    show_default=True,
    help="Take one in so many cubes and photographs.",
)
def sizes_command(data: Path, every: int) -> int:
    """Read every labelled photograph enlarged up to 8064 pixels and reduced to half.

    Prints how many cubes and faces are read as in the originals, the time of a search, and what
    large photographs take.
    """
    from rokumen.benchmarks.reading import picture_sizes as sizes_bench
    from rokumen.benchmarks.support.table_rows import as_table

    progress = Console(stderr=True, highlight=False)
    rows = list(sizes_bench.measure(data, every, progress.print))
    wide_output().print(as_table("reading at other sizes", rows))
    return exit_status.DONE


@click.command("scan")
@options.data_folder("cube-clips")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Seed of the light.")
def scan_command(data: Path, seed: int) -> int:
    """Scan cubes shown face by face in labelled clips, and print how many were right.

    No wrong reading may be called certain.
    """
    from rokumen.benchmarks.support.table_rows import as_table
    from rokumen.benchmarks.vision import scanning as scan_bench

    progress = Console(stderr=True, highlight=False)
    rows = list(scan_bench.measure(data, seed, progress.print))
    wide_output().print(as_table("scanning", rows))
    return exit_status.DONE
