"""`rokumen scan`: a cube shown to a camera, face by face."""

from __future__ import annotations

import time

import click

from rokumen import exit_status
from rokumen.cameras import open_known
from rokumen.errors import InterruptedScanError, UnreadableError
from rokumen.output import print_json
from rokumen.profiles import chosen_for
from rokumen.scanning import forget, half_done, keep, scan_file, sights
from rokumen.show.reading import print_reading, reading_as_json
from rokumen.show.scanning import ScanDisplay
from vision.scan import FACES, Scan


@click.command("scan")
@click.option("--camera", metavar="SRC", help="Number, URL, video, folder of frames.  [0]")
@click.option("--mirrored", is_flag=True, help="The camera shows what a mirror does.")
@click.option("--profile", metavar="NAME|FILE", help="The colours [those of the camera, if any].")
@click.option(
    "--continue", "go_on", is_flag=True, help="Go on with the scan that was not finished."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    camera: str | None, mirrored: bool, profile: str | None, go_on: bool, as_json: bool
) -> int:
    """Show the six faces of a cube to a camera, in any order.

    Each is taken when it stands still, is sharp and is seen without doubt; one that is shown again
    is taken again. What to show next is said on stderr. The cube is printed as `rokumen read` does
    as soon as it is certain; exit status 3 where a video ends before that.
    """
    began = time.perf_counter()
    path = scan_file()
    earlier = half_done(path) if go_on else None
    source = camera or (earlier.camera if earlier else "0")
    scan = Scan(chosen_for(profile, source).profile, earlier.takes if earlier else ())
    opened, refused = open_known(source)
    with opened, ScanDisplay(scan) as display:
        for words in refused:
            display.say(f"not as calibrated: {words}")
        display.say(f"{len(scan.takes)} of {FACES} faces taken; {scan.words}")
        try:
            for _, sight in sights(opened, scan, mirrored=mirrored):
                if sight.took:
                    keep(path, source, scan.takes)
                display.show(sight)
        except KeyboardInterrupt:
            raise InterruptedScanError(_how_to_go_on(scan, "stopped by you")) from None
    if scan.reading is not None:
        if as_json:
            print_json(reading_as_json(scan.reading, time.perf_counter() - began))
        else:
            print_reading(scan.reading)
    if not scan.is_done:
        raise UnreadableError(_how_to_go_on(scan, f"{source!r} ended: {scan.words}"))
    forget(path)
    return exit_status.DONE


def _how_to_go_on(scan: Scan, why: str) -> str:
    if not scan.takes:
        return f"{why}. No face was taken; photographs are read by `rokumen read`"
    hint = "; or undo the mirror with --mirrored" if scan.looks_mirrored else ""
    kept = f"{len(scan.takes)} of {FACES} faces are kept"
    return f"{why}\n{kept}. To go on: rokumen scan --continue{hint}"
