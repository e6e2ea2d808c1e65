"""Live display of a scan on stderr."""

from __future__ import annotations

import time

from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from rokumen.show.progress import LINE_SECONDS, Display
from rokumen.show.terminal_pictures import partial_net
from vision.detect.lattice_finder import USUAL_SIZE
from vision.live.captured_cube import N_FACES
from vision.live.guidance import FrameResult, Phase
from vision.live.scanner import FaceScanner

PHASE_TEXTS = {
    Phase.SEARCHING: "no face in view",
    Phase.TRACKING: "hold still",
    Phase.CAPTURED: "taken",
    Phase.DONE: "done",
}


class ScanDisplay(Display):
    """Live display of a scan on a terminal, else a line per captured face, and now and then."""

    live: Live

    def __init__(self, scan: FaceScanner) -> None:
        self._scan = scan
        self._last_line = time.monotonic()
        console = Console(stderr=True, highlight=False)
        self.live = Live(console=console, auto_refresh=False, transient=True)

    def say(self, line: str) -> None:
        """Print a line above the live display."""
        self.live.console.print(line, soft_wrap=True)

    def show(self, sight: FrameResult) -> None:
        """Show the result of a frame."""
        now = time.monotonic()
        is_quiet = not self.live.console.is_terminal and now - self._last_line >= LINE_SECONDS
        if sight.captured or is_quiet:
            self._last_line = now
            self.say(
                f"{len(self._scan.captured_faces)} of {N_FACES} faces captured; {sight.instruction}"
            )
        if self.live.console.is_terminal:
            self.live.start()
            self.live.update(self._picture(sight), refresh=True)

    def _picture(self, sight: FrameResult) -> Group:
        line = Table.grid(padding=(0, 2))
        line.add_row(
            Text(f"  {PHASE_TEXTS[sight.phase]:<15}"),
            ProgressBar(total=1.0, completed=sight.stillness, width=24),
            Text(f"{len(self._scan.captured_faces)} of {N_FACES} faces"),
        )
        return Group(net_so_far(self._scan), line, Text(f"  -> {sight.instruction}", style="bold"))


def net_so_far(scan: FaceScanner) -> Text:
    """Return the faces captured so far as a net, in the colours and rotation seen by the camera.

    Each face is where its middle's colour is on most cubes, or where the steps of an even size
    lead; its rotation is known at the end.
    """
    faces = {
        position: take.view.hex_colours
        for position, take in zip(scan.net_positions, scan.captured_faces, strict=True)
    }
    return partial_net(faces, scan.size or USUAL_SIZE)
