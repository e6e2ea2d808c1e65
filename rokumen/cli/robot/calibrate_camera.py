"""`rokumen calibrate camera`: measure a lens, and fix exposure and white balance."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console

from rokumen import exit_status
from rokumen.cli.output import json_option, print_json

if TYPE_CHECKING:
    from rokumen.jobs.calibrate_camera import MeasuredCamera


@click.command("camera")
@click.argument("images", nargs=-1, type=click.Path(path_type=Path))
@click.option("--camera", metavar="SRC", default="0", show_default=True, help="As of `scan`.")
@click.option(
    "--board", type=click.Path(path_type=Path), help="Only write the calibration board here."
)
@click.option("--hold", "only_hold", is_flag=True, help="Only fix exposure and white balance.")
@json_option()
def command(
    images: tuple[Path, ...], camera: str, board: Path | None, only_hold: bool, as_json: bool
) -> int:
    """Measure a camera's lens with a printed board, and fix its exposure and white balance.

    Print the board (--board), glue it to something flat, and show it to the camera, or take
    photographs of it with the camera: near, far, tilted, in every corner. The result is used
    whenever that camera is opened.
    """
    from calibration.camera_lens import draw_board
    from drawing.picture_file import write_picture
    from rokumen.jobs.calibrate_camera import measure_camera

    if board is not None:
        write_picture(board, draw_board())
        click.echo(f"print {board} on paper of any size and glue it to something flat", err=True)
        return exit_status.DONE
    on_progress = Console(stderr=True, highlight=False).print
    measured = measure_camera(images, camera, on_progress, only_hold=only_hold)
    if as_json:
        print_json(_camera_as_json(measured))
        return exit_status.DONE
    output = Console(highlight=False)
    for line in _camera_lines(measured):
        output.print(line, soft_wrap=True)
    return exit_status.DONE


def _camera_as_json(measured: MeasuredCamera) -> dict[str, object]:
    lens = measured.lens
    return {
        "profile": str(measured.path),
        "views": measured.views,
        "error_pixels": round(measured.error, 3),
        "focal": list(lens.focal) if lens else None,
        "centre": list(lens.principal_point) if lens else None,
        "distortion": list(lens.distortion) if lens else None,
        "held": dict(measured.held.values),
        "refused": list(measured.held.refused),
    }


def _camera_lines(measured: MeasuredCamera) -> Iterator[str]:
    if measured.lens is not None:
        yield (
            f"lens: measured on {measured.views} views, error {measured.error:.2f} pixels; focal "
            f"length {measured.lens.focal[0]:.0f} pixels, k1 {measured.lens.distortion[0]:+.3f}"
        )
    for name, value in measured.held.values.items():
        yield f"fixed: {name.replace('_', ' ')} at {value:g}"
    for control in measured.held.refused:
        yield f"not supported: {control}"
    yield f"stored in {measured.path}"
