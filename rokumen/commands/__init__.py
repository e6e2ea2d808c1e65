"""The commands, a file each; every module's `command` is what `rokumen NAME` runs."""

# A command's module is loaded when it is called, so that none pays for another's imports.
COMMANDS = {
    "demo": "the whole job on the simulator: scramble, scan, solve, drive, check",
    "read": "photographs -> cube",
    "faces": "photographs -> the colours on each face, one or more",
    "scan": "a camera that you show the cube to -> cube",
    "scramble": "random-state scrambles",
    "solve": "cube -> moves",
    "search": "the shortest sequences, from nothing but the turns",
    "puzzle": "other puzzles: which there are, scrambles, and what is behind them",
    "explain": "cube -> the steps of the layer method, with reasons and pictures",
    "plan": "moves -> a robot's motion",
    "run": "the whole job on a robot",
    "resume": "take up a run that stopped safely",
    "history": "the runs there have been: times, jams, retries",
    "simulate": "the robot in software, behind a real serial port",
    "conformance": "whether a robot keeps the wire protocol",
    "calibrate": "measure and store a profile: colours, camera, grippers",
    "ports": "serial ports and cameras, and what answers on them",
    "serve": "the page: scanning and the solution, in a browser",
    "bench": "the project's own benchmarks",
}
