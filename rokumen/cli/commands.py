"""Names, modules and one-line summaries of the commands, in the groups of help and README."""

from collections.abc import Mapping
from typing import Any

from rokumen.cli.lazy_group import Command
from rokumen.storage.settings import OptionCheck, load_settings

# Those of other distributions, and of papers.
ENTRY_POINTS = "rokumen.commands"

GROUPS = {
    "Read and solve": {
        "read": Command("rokumen.cli.cube.read", "photographs -> cube"),
        "faces": Command(
            "rokumen.cli.cube.faces", "photographs -> the colours of one or more faces"
        ),
        "scan": Command("rokumen.cli.cube.scan", "cube shown to a camera -> cube"),
        "watch": Command("rokumen.cli.cube.watch", "film, camera or smart cube -> its turns"),
        "solve": Command("rokumen.cli.cube.solve", "cube -> moves"),
        "serve": Command(
            "rokumen.cli.system.serve",
            "web pages: scan a cube, follow its solution, run the robot",
        ),
    },
    "A robot": {
        "setup": Command(
            "rokumen.cli.robot.setup", "set a robot up, from its port to the first solved cube"
        ),
        "run": Command("rokumen.cli.robot.run", "a whole job on a robot", "run_command"),
        "resume": Command(
            "rokumen.cli.robot.run", "continue a run that stopped safely", "resume_command"
        ),
        "verify": Command(
            "rokumen.cli.robot.verify", "check a stored run: its pictures, turns and records"
        ),
        "robot": Command(
            "rokumen.cli.robot",
            "move it by hand, test it, list its runs and the rigs",
        ),
    },
    "No robot": {
        "demo": Command(
            "rokumen.cli.robot.run",
            "a whole job on the simulator: scramble, scan, solve, drive, verify",
            "demo_command",
        ),
        "simulate": Command("rokumen.cli.robot.simulate", "a simulated robot for any program"),
        "plan": Command("rokumen.cli.robot.plan", "moves -> motion plan of a robot"),
    },
    "Calibrate": {
        "calibrate": Command(
            "rokumen.cli.robot.calibrate",
            "measure and store a profile: colours, camera, grippers",
        ),
    },
    "Learn, and other puzzles": {
        "explain": Command(
            "rokumen.cli.cube.explain",
            "cube -> the steps of the layer-by-layer method, with reasons and drawings",
        ),
        "scramble": Command("rokumen.cli.cube.scramble", "random scrambles, of any puzzle"),
        "puzzle": Command("rokumen.cli.puzzle", "other puzzles: list, draw, import"),
    },
    "This computer": {
        "ports": Command(
            "rokumen.cli.system.ports", "list serial ports and cameras, and probe them"
        ),
        "doctor": Command(
            "rokumen.cli.system.doctor",
            "check this computer: Python, cameras, ports, folders, tables, settings",
        ),
    },
}
COMMANDS = {name: each for group in GROUPS.values() for name, each in group.items()}

# What commands were once called: whoever types that, or has settings for it, is told the new name.
RENAMED = {
    "bench": "python -m benchmarks",
    "config": "rokumen doctor config",
    "conformance": "rokumen robot conformance",
    "history": "rokumen robot history",
    "rigs": "rokumen robot rigs",
    "search": "rokumen paper search",
}


def load_checked_settings() -> dict[str, dict[str, Any]]:
    """Return the settings file, as `load_settings` does, checked by the options of the commands."""
    return load_settings(list(COMMANDS), RENAMED, _option_checks)


def _option_checks(command: str) -> Mapping[str, tuple[str, OptionCheck]]:
    # Imported here: only a settings file needs it.
    from rokumen.cli.parameters import option_checks

    return option_checks(COMMANDS[command].load())
