"""A board of one's own: electronics that say on the terminal what they would do.

In a package with this entry point, every command takes `--port printing://desk`:

    [project.entry-points."rokumen.boards"]
    printing = "own_board:PrintingBoard"
"""

from collections.abc import Mapping
from typing import Self

import rokumen
from rokumen.extend import Arrival, Board, BoardInfo, Grip, Move, Pose, load_rig


class PrintingBoard(Board):
    """Two grippers without motors."""

    def __init__(self) -> None:
        self._rig = load_rig("two-gripper")
        self._pose = self._rig.home

    @classmethod
    def open(cls, url: str) -> Self:
        """Return the board; a real one would open the device that `url` names."""
        return cls()

    def info(self) -> BoardInfo:
        """Return the description of the board."""
        return BoardInfo(self._rig, "printing-board/1.0")

    def move(self, targets: Mapping[str, int], speed: int) -> Arrival:
        """Turn wrists to angles in degrees."""
        return self._execute(Move(tuple(targets.items())), speed)

    def grip(self, targets: Mapping[str, str]) -> Arrival:
        """Open or close grippers."""
        return self._execute(Grip(tuple(targets.items())), 100)

    def pose(self) -> Pose:
        """Return where the wrists and grippers are."""
        return self._pose

    def stop(self) -> None:
        """Stop all motors: there are none."""

    def clear(self) -> None:
        """Clear a stop: there is none."""

    def close(self) -> None:
        """Release the device: there is none."""

    def _execute(self, command: Move | Grip, speed: int) -> Arrival:
        step = self._rig.step(self._pose, command)
        print(command.verb, *command.targets, f"at {speed}%")
        self._pose = step.after
        return Arrival(self._pose, step.seconds)


if __name__ == "__main__":
    board = PrintingBoard()
    for planned in rokumen.plan("R U'", rig="two-gripper").commands:
        command = planned.command
        if isinstance(command, Move):
            board.move(dict(command.targets), command.speed)
        elif isinstance(command, Grip):
            board.grip(dict(command.targets))
