"""Run the whole job on a simulated robot whose turns jam now and then."""

import rokumen


def report(event: object) -> None:
    """Print what has happened: each event is a data class, whose name says what it tells."""
    print("  ", type(event).__name__)


with rokumen.connect("sim://two-gripper?scramble=R U F&jam=0.1&seed=1") as robot:
    print(robot.info.rig, robot.info.firmware)
    result = robot.solve_cube(on_event=report)

print("solved" if result.solved else "not solved", "in", result.motion_seconds, "s:", result.moves)
print(result.jams, "jams,", result.retries, "retries; the journal is", result.journal)
