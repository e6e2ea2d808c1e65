"""Live progress of a job on stderr."""

from __future__ import annotations

from collections.abc import Container

from rich.progress import BarColumn, TextColumn, TimeElapsedColumn

from robot.execution.events import CommandDone, CommandFailed, CommandStarted, RunEvent
from robot.link.connection import RobotInfo
from robot.rigs.camera_places import place_text
from rokumen.jobs.events import (
    Challenge,
    CubeRead,
    PictureTaken,
    PlacesDoubted,
    PlacesLearnt,
    PlanMade,
    Replanning,
    Rescanning,
    TurnMissing,
    places_words,
)
from rokumen.show.progress import ProgressBar
from rokumen.show.stage_names import in_full
from rokumen.show.terminal_pictures import net, numbers_text
from solver.notation.printing import moves_text


class JobProgress(ProgressBar):
    """Progress display of a job: lines of what happened, above a bar."""

    def __init__(self, grippers: Container[str]) -> None:
        """Show the job of a robot with these grippers."""
        super().__init__(
            TextColumn("  {task.description:<28}"),
            BarColumn(bar_width=30),
            TextColumn("{task.completed:.0f}/{task.total:.0f}"),
            TimeElapsedColumn(),
        )
        self._grippers = grippers
        self._stages: list[tuple[str, int]] = []
        self._turns_made = 0

    def show_devices(self, greeting: RobotInfo, port: str, camera: str) -> None:
        """Show the robot and the camera of the job."""
        self.note(f"[bold]Robot[/]    {greeting.words(port)}")
        self.note(f"[bold]Camera[/]   {camera}")

    def note(self, words: str) -> None:
        """Show a line above the bar."""
        self.live.console.print(words, soft_wrap=True)

    def on_event(self, event: RunEvent) -> None:
        """Show one event of the job."""
        match event:
            case PictureTaken(shown=shown):
                self.advance_to("scanning the six faces", shown, 6)
            case PlacesLearnt():
                self._show_places(event)
            case CubeRead():
                self._show_reading(event)
                if not event.reading.certain:
                    self._warn(event)
            case PlanMade():
                self._show_plan(event)
            case CommandStarted(action=action, number=number, total=total) if self._stages:
                self.advance_to(
                    f"{self._stage()}: {moves_text(action.turns) or '…'}", number - 1, total
                )
            case CommandDone(action=action):
                self._turns_made += len(action.turns)
            case PlacesDoubted() | CommandFailed() | Rescanning() | TurnMissing():
                self._warn(event)
            case Challenge():
                self.end_task()
                self._stages = []
                self.note(f"[bold]Check[/]    {event.words(self._grippers)}")
            case Replanning():
                self._stages = []
                self._warn(event)

    def _warn(self, event: RunEvent) -> None:
        self.note(f"[yellow]![/] {event.words(self._grippers)}")

    def _show_places(self, event: PlacesLearnt) -> None:
        option = " ".join(f"--camera-at {place_text(place)}" for place in event.places)
        kept = f"kept with the robot {event.robot}" if event.robot else f"{option} says so at once"
        self.note(f"[bold]Camera[/]   looks at {places_words(event.places)}; {kept}")

    def _show_reading(self, event: CubeRead) -> None:
        reading = event.reading
        self.end_task()
        self.note("")
        self.live.console.print(net(reading.facelets, reading.scheme))
        if event.is_solved:
            self.note("[bold]Read[/]     solved")
        elif reading.numbers is not None:
            self.note("[bold]Read[/]     with certainty; the 48 numbers:")
            self.note(numbers_text(reading.numbers, 9))
        self._stages = []

    def _show_plan(self, event: PlanMade) -> None:
        solution = event.solution
        self.note(f"[bold]Solved[/]   {event.solution_words}")
        names = [in_full(stage.name) for stage in solution.stages]
        width = max(map(len, names))
        for name, stage in zip(names, solution.stages, strict=True):
            self.note(f"         [cyan]{name:<{width}}[/]  {moves_text(stage.turns)}")
        self.note(f"[bold]Planned[/]  {event.plan_words}")
        self._stages = [(stage.name, len(stage.turns)) for stage in solution.stages]
        self._turns_made = 0

    def _stage(self) -> str:
        made = 0
        for name, length in self._stages:
            made += length
            if self._turns_made < made:
                return name
        return self._stages[-1][0]
