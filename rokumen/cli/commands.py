"""Names, modules and one-line summaries of the commands."""

from rokumen.cli.lazy_group import Command

# Those of other distributions, and of papers.
ENTRY_POINTS = "rokumen.commands"

COMMANDS = {
    "demo": Command(
        "rokumen.cli.robot.demo",
        "a whole job on the simulator: scramble, scan, solve, drive, verify",
    ),
    "read": Command("rokumen.cli.cube.read", "photographs -> cube"),
    "faces": Command("rokumen.cli.cube.faces", "photographs -> the colours of one or more faces"),
    "scan": Command("rokumen.cli.cube.scan", "cube shown to a camera -> cube"),
    "watch": Command("rokumen.cli.cube.watch", "smart cube -> its turns"),
    "scramble": Command("rokumen.cli.cube.scramble", "random-state scrambles"),
    "solve": Command("rokumen.cli.cube.solve", "cube -> moves"),
    "puzzle": Command("rokumen.cli.puzzle", "other puzzles: list, scramble, draw"),
    "explain": Command(
        "rokumen.cli.cube.explain",
        "cube -> the steps of the layer-by-layer method, with reasons and drawings",
    ),
    "setup": Command(
        "rokumen.cli.robot.setup", "set a robot up, from its port to the first solved cube"
    ),
    "plan": Command("rokumen.cli.robot.plan", "moves -> motion plan of a robot"),
    "run": Command("rokumen.cli.robot.run", "a whole job on a robot", "run_command"),
    "robot": Command(
        "rokumen.cli.robot.servos",
        "load and release a cube, unpower the servos, jog one of them",
    ),
    "rigs": Command(
        "rokumen.cli.robot.rigs", "the rigs: list them, show one as TOML, check a file"
    ),
    "resume": Command(
        "rokumen.cli.robot.run", "continue a run that stopped safely", "resume_command"
    ),
    "history": Command("rokumen.cli.system.history", "past runs: times, jams, retries"),
    "simulate": Command("rokumen.cli.robot.simulate", "a simulated robot on a pseudo-terminal"),
    "conformance": Command(
        "rokumen.cli.robot.conformance", "test a robot against the wire protocol"
    ),
    "calibrate": Command(
        "rokumen.cli.robot.calibrate", "measure and store a profile: colours, camera, grippers"
    ),
    "ports": Command("rokumen.cli.system.ports", "list serial ports and cameras, and probe them"),
    "serve": Command(
        "rokumen.cli.system.serve", "web pages: scan a cube, follow its solution, run the robot"
    ),
    "doctor": Command(
        "rokumen.cli.system.doctor", "check this computer: Python, cameras, ports, folders, tables"
    ),
    "config": Command(
        "rokumen.cli.system.config", "the settings file: its path, what it sets, an example"
    ),
}
