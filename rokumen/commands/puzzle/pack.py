"""`rokumen puzzle pack`: all ways to pack pieces made of cubes into a box."""

from __future__ import annotations

import time
from pathlib import Path

import click
from rich.console import Console

from rokumen import exit_status
from rokumen.output import print_json
from solver.packing import SETS, Box, Packing, Packings, Search, impossible, read_pieces


@click.command("pack")
@click.option(
    "--pieces",
    "named",
    default="six",
    show_default=True,
    help=f"{', '.join(SETS)}, or a TOML file.",
)
@click.option("--box", "size", default="3x3x3", show_default=True, help="How long, deep and high.")
@click.option("--mirror", is_flag=True, help="Let pieces be laid as their mirror images too.")
@click.option("--most", type=click.IntRange(min=1), metavar="N", help="Stop when N are found.")
@click.option(
    "--show", type=click.IntRange(min=0), default=10, show_default=True, help="Print so many."
)
@click.option("--draw", type=click.Path(path_type=Path), help="Draw those in 3D: .svg or .png.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, with all of them.")
def command(
    named: str,
    size: str,
    mirror: bool,
    most: int | None,
    show: int,
    draw: Path | None,
    as_json: bool,
) -> int:
    """Find all ways to fill a box with pieces made of cubes; what looks alike turned is one way.

    They are printed layer by layer, from below; Ctrl-C prints those that are found by then. The
    exit status is 1 where there is no way, and it is said why where that is plain.
    """
    box = Box.parse(size)
    pieces = SETS[named] if named in SETS else read_pieces(Path(named))
    began = time.perf_counter()
    reason = impossible(box, pieces, mirror)
    search = Search(box, pieces, with_mirrors=mirror)
    is_interrupted = reason is None and not _runs_through(search, most)
    found = search.packings()
    seconds = time.perf_counter() - began
    if as_json:
        print_json(_as_json(box, found, reason, seconds))
    else:
        click.echo(_as_text(found, reason, show))
    if draw is not None and found.distinct:
        from rokumen.show.drawing import save
        from rokumen.show.packing import built_up

        save(built_up(found.distinct[: max(1, show)]), draw)
    if is_interrupted:
        return exit_status.INTERRUPTED
    return exit_status.DONE if found.distinct else exit_status.FAILURE


def _runs_through(search: Search, most: int | None) -> bool:
    """Search, and tell whether nobody stopped it by Ctrl-C; what was found by then is kept."""
    with Console(stderr=True).status("packing") as status:
        try:
            search.run(
                most,
                lambda tried, ways: status.update(f"{tried:,} placements tried, {ways:,} ways"),
            )
        except KeyboardInterrupt:
            return False
    return True


def _as_text(found: Packings, reason: str | None, show: int) -> str:
    if reason is not None:
        return f"impossible: {reason}"
    if not found.distinct and found.are_all:
        return f"no way, after trying all ({found.tried:,} placements)"
    shown = [
        f"{number}\n{_layers(packing)}\n"
        for number, packing in enumerate(found.distinct[:show], start=1)
    ]
    count = len(found.distinct)
    ways = "1 way" if count == 1 else f"{count:,} ways"
    words = f"{ways}; {found.turned:,} with mirror images told apart, {found.copies:,} as they lie"
    if not found.are_all:
        words = f"{ways} until it was stopped; there may be more"
    hidden = f"\n({count - show:,} not shown; --show {count} shows all)" if count > show else ""
    return "\n".join([*shown, words + hidden])


def _layers(packing: Packing) -> str:
    return "\n".join("   ".join(rows) for rows in zip(*packing.layers(), strict=True))


def _as_json(box: Box, found: Packings, reason: str | None, seconds: float) -> dict[str, object]:
    return {
        "box": str(box),
        "ways": len(found.distinct),
        "mirror_images_apart": found.turned,
        "as_they_lie": found.copies,
        "all": found.are_all,
        "impossible": reason,
        "placements_tried": found.tried,
        "seconds": round(seconds, 6),
        "packings": [
            {"layers": packing.layers(), "copies": packing.copies} for packing in found.distinct
        ],
    }
