"""`rokumen paper pack`: all packings of polycubes into a box."""

from __future__ import annotations

import time
from pathlib import Path

import click
from rich.console import Console

from drawing.canvas import checked_suffix
from files.wording import counted
from papers.packing import (
    SETS,
    Box,
    Packing,
    PackingResult,
    Search,
    infeasibility_reason,
    read_pieces,
)
from rokumen.extend.commands import (
    DONE,
    FAILURE,
    INTERRUPTED,
    WholeNumber,
    draw_option,
    json_option,
    print_json,
)


@click.command("pack")
@click.option(
    "--pieces",
    "named",
    default="six",
    show_default=True,
    help=f"{', '.join(SETS)}, or a TOML file.",
)
@click.option("--box", "size", default="3x3x3", show_default=True, help="Length, depth and height.")
@click.option("--mirror", is_flag=True, help="Also use the pieces' mirror images.")
@click.option("--most", type=WholeNumber(1), metavar="N", help="Stop after N packings.")
@click.option(
    "--show", type=WholeNumber(0), default=10, show_default=True, help="Packings to print."
)
@click.option("--published", is_flag=True, help="Search as Avendia19 (2018) does, and print that.")
@draw_option("Draw these in 3D: .svg or .png.")
@json_option("Print one JSON object with all packings.")
def command(
    named: str,
    size: str,
    mirror: bool,
    most: int | None,
    show: int,
    published: bool,
    draw: Path | None,
    as_json: bool,
) -> int:
    """Find all packings of polycubes into a box, up to symmetry.

    They are printed layer by layer, from below; Ctrl-C prints those found so far. The exit status
    is 1 if there is no packing; an obvious reason is printed.
    """
    if published:
        _print_published(as_json=as_json)
        return DONE
    if draw is not None:
        checked_suffix(draw, ".svg", ".png")
    box = Box.parse(size)
    pieces = SETS[named] if named in SETS else read_pieces(Path(named))
    began = time.perf_counter()
    reason = infeasibility_reason(box, pieces, mirror)
    search = Search(box, pieces, with_mirrors=mirror)
    is_interrupted = reason is None and not _run_until_interrupted(search, most)
    found = search.packings()
    seconds = time.perf_counter() - began
    if as_json:
        print_json(_as_json(box, found, reason, seconds))
    else:
        click.echo(_as_text(found, reason, show))
    if draw is not None and found.distinct:
        from drawing.canvas import save_drawing
        from papers.packing.drawing import draw_packings

        save_drawing(draw_packings(found.distinct[: max(1, show)]), draw)
    if is_interrupted:
        return INTERRUPTED
    return DONE if found.distinct else FAILURE


def _print_published(*, as_json: bool) -> None:
    """Print the cells that are taken after each piece, as Avendia19's program does."""
    from papers.packing.published_search import first_packing

    found = first_packing()
    if as_json:
        print_json({"blocks": list(found.blocks()), "placements_tried": found.tried})
        return
    for block in found.blocks():
        click.echo(f"{block}\n---")
    click.echo(f"{found.tried:,} placements tried", err=True)


def _run_until_interrupted(search: Search, most: int | None) -> bool:
    """Search, and return whether it ended without Ctrl-C; the packings found so far remain."""
    with Console(stderr=True).status("packing") as status:
        try:
            search.run(
                most,
                lambda tried, n: status.update(f"{tried:,} placements tried, {n:,} packings"),
            )
        except KeyboardInterrupt:
            return False
    return True


def _as_text(found: PackingResult, reason: str | None, show: int) -> str:
    if reason is not None:
        return f"impossible: {reason}"
    if not found.distinct and found.is_complete:
        return f"no packing exists ({found.tried:,} placements tried)"
    shown = [
        f"{number}\n{_layers(packing)}\n"
        for number, packing in enumerate(found.distinct[:show], start=1)
    ]
    count = len(found.distinct)
    packings = counted(count, "packing")
    summary = (
        f"{packings} up to symmetry; {found.up_to_rotation:,} up to rotation, "
        f"{found.copies:,} in all"
    )
    if not found.is_complete:
        summary = f"{packings} found before the search was stopped; there may be more"
    hidden = f"\n({count - show:,} not shown; --show {count} shows all)" if count > show else ""
    return "\n".join([*shown, summary + hidden])


def _layers(packing: Packing) -> str:
    return "\n".join("   ".join(rows) for rows in zip(*packing.layers(), strict=True))


def _as_json(
    box: Box, found: PackingResult, reason: str | None, seconds: float
) -> dict[str, object]:
    return {
        "box": str(box),
        "ways": len(found.distinct),
        "mirror_images_apart": found.up_to_rotation,
        "as_they_lie": found.copies,
        "all": found.is_complete,
        "impossible": reason,
        "placements_tried": found.tried,
        "seconds": round(seconds, 6),
        "packings": [
            {"layers": packing.layers(), "copies": packing.copies} for packing in found.distinct
        ],
    }
