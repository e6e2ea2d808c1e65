"""`rokumen scan`: read a cube shown to a camera face by face."""

from __future__ import annotations

import click

from rokumen import exit_status
from rokumen.api.scanning import CameraScan
from rokumen.cli.cube.reading_output import (
    print_reading,
    print_reading_as_json,
    scheme_of,
    scheme_options,
    size_option,
)
from rokumen.cli.options import camera_profile_option, run_option
from rokumen.cli.output import json_option
from rokumen.devices.camera_colours import known_colours
from rokumen.errors import InputError, InterruptedWorkError
from rokumen.show.scan_display import ScanDisplay
from rokumen.storage.scan_progress import delete_scan, load_scan, save_scan, scan_file
from vision.errors import UncertainError
from vision.live.captured_cube import N_FACES
from vision.live.scanner import FaceScanner


@click.command("scan")
@run_option("robot", expose_value=False)
@click.option("--camera", metavar="SRC", help="Index, URL, video file or folder of frames [0].")
@click.option("--mirrored", is_flag=True, help="The camera's picture is mirrored.")
@camera_profile_option
@size_option
@scheme_options
@click.option("--continue", "go_on", is_flag=True, help="Continue the unfinished scan.")
@json_option()
def command(
    camera: str | None,
    mirrored: bool,
    profile: str | None,
    size: int | None,
    scheme: tuple[str, ...] | None,
    not_mirrored: bool,
    go_on: bool,
    as_json: bool,
) -> int:
    """Scan a cube of 2x2x2 to 7x7x7 whose six faces are shown to a camera, in any order.

    A face is captured when it is still, sharp and read without doubt; a face shown again replaces
    the earlier capture. The face to show next is named on stderr. The cube is printed, as by
    `rokumen read`, as soon as it is certain; the exit status is 3 if a video ends before that.
    """
    path = scan_file()
    earlier = load_scan(path) if go_on else None
    source = camera or (earlier.camera if earlier else "0")
    if earlier is not None and None not in (size, earlier.size) and size != earlier.size:
        raise InputError(
            f"--size {size}: the saved faces are those of a {earlier.size}x{earlier.size}x"
            f"{earlier.size}; omit --size, or --continue to start a new scan"
        )
    colours = known_colours(profile, source)
    captured = earlier.takes if earlier else ()
    with (
        CameraScan(
            source,
            colours,
            captured,
            mirrored=mirrored,
            size=size,
            scheme=scheme_of(scheme, not_mirrored),
        ) as scan,
        ScanDisplay(scan.scanner) as display,
    ):
        scanner = scan.scanner
        for control in scan.refused_controls:
            display.say(f"not as calibrated: {control}")
        display.say(
            f"{len(scanner.captured_faces)} of {N_FACES} faces captured; {scanner.instruction}"
        )
        try:
            for _, result in scan.results():
                if result.captured:
                    save_scan(path, source, scanner.captured_faces)
                display.show(result)
        except KeyboardInterrupt:
            raise InterruptedWorkError(_resume_instructions(scanner, "interrupted")) from None
    if scan.reading is not None:
        if as_json:
            print_reading_as_json(scan.reading)
        else:
            print_reading(scan.reading)
    if not scanner.is_done:
        why = f"{source!r} ended: {scanner.instruction}"
        raise UncertainError(_resume_instructions(scanner, why))
    delete_scan(path)
    return exit_status.DONE


def _resume_instructions(scan: FaceScanner, why: str) -> str:
    if not scan.captured_faces:
        return f"{why}. No face was captured; `rokumen read` reads photographs"
    hint = (
        "; add --mirrored if the picture is mirrored, --not-mirrored if it is not"
        if scan.looks_mirrored
        else ""
    )
    saved = f"{len(scan.captured_faces)} of {N_FACES} faces are saved"
    return f"{why}\n{saved}. To continue: rokumen scan --continue{hint}"
