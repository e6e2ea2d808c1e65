"""A scan as it goes on, on stderr: the growing net, and what to do next."""

from __future__ import annotations

from types import TracebackType

import numpy as np
from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from rokumen.show.net import WESTERN, sketch
from vision.scan import FACES, Phase, Scan, Sight
from vision.take import Take

PLACES = {colour: face for face, colour in WESTERN.items()}
STATES = {
    Phase.SEARCHING: "no face in view",
    Phase.FOLLOWING: "hold still",
    Phase.TAKEN: "taken",
    Phase.DONE: "done",
}


class ScanDisplay:
    """Shows a scan in a terminal, elsewhere only what was taken; a context manager around it."""

    def __init__(self, scan: Scan) -> None:
        self._scan = scan
        self._console = Console(stderr=True, highlight=False)
        self._live = Live(console=self._console, auto_refresh=False, transient=True)

    def __enter__(self) -> ScanDisplay:
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._live.stop()

    def say(self, line: str) -> None:
        """Say something that stays."""
        self._live.console.print(line, soft_wrap=True)

    def show(self, sight: Sight) -> None:
        """Show what came of a frame."""
        if sight.took:
            self.say(f"{len(self._scan.takes)} of {FACES} faces taken; {sight.words}")
        if self._console.is_terminal:
            self._live.update(self._picture(sight), refresh=True)

    def _picture(self, sight: Sight) -> Group:
        line = Table.grid(padding=(0, 2))
        line.add_row(
            Text(f"  {STATES[sight.phase]:<15}"),
            ProgressBar(total=1.0, completed=sight.progress, width=24),
            Text(f"{len(self._scan.takes)} of {FACES} faces"),
        )
        return Group(net_so_far(self._scan), line, Text(f"  -> {sight.words}", style="bold"))


def net_so_far(scan: Scan) -> Text:
    """Draw the faces taken so far in the colours that the camera saw, as they were held.

    Each stands where its centre belongs on most cubes; how it is turned is known at the end.
    """
    faces = {
        PLACES[centre]: paints(take) for centre, take in zip(scan.centres, scan.takes, strict=True)
    }
    return sketch(faces)


def paints(take: Take) -> list[str]:
    """Give the colours of a face's nine stickers as the camera saw them, as `#rrggbb`."""
    colours = np.rint(take.view.colours.reshape(9, 3)).astype(int).clip(0, 255)
    return [f"#{red:02x}{green:02x}{blue:02x}" for blue, green, red in colours.tolist()]
