"""Builds a simulated robot with its port and camera from one set of options and serves it."""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from types import FrameType, TracebackType

from firmware_sim import state_file
from firmware_sim.boards.maestro import SimulatedMaestro
from firmware_sim.boards.maestro_wire import RECOMMENDED_SETTINGS, BoardSettings
from firmware_sim.boards.uno import SimulatedUno, check_is_drivable
from firmware_sim.endpoints import Endpoint, TcpPort, usual_endpoint
from firmware_sim.errors import BoardError, FaultError
from firmware_sim.faults.fault import FaultSpec
from firmware_sim.faults.kinds import FAULT_TYPES, GRIP, HOMING, TURN
from firmware_sim.faults.schedule import FaultSchedule, Injection, write_fault_log
from firmware_sim.hardware import IDEAL, Hardware
from firmware_sim.physics.mechanism import CORNER_CUTTING_DEGREES
from firmware_sim.physics.state import PhysicalState
from firmware_sim.robot import SimulatedRobot
from firmware_sim.serial_line import IDEAL_LINE, SlowLine
from firmware_sim.server import SerialServer
from robot.clock import Clock, SystemClock
from robot.rigs.camera_places import with_cameras
from robot.rigs.registry import DEFAULT_RIG, load_rig
from robot.rigs.rig import Rig
from solver.cube import Cube

AnySimulatedRobot = SimulatedRobot | SimulatedUno | SimulatedMaestro

# The interpreter switches threads after this time (s), so that cameras do not delay the robot.
_SWITCH_SECONDS = 0.0005


@dataclass(frozen=True, slots=True)
class SimulatorOptions:
    """What to simulate.

    `cube` is what the robot holds, white up and green in front, unless `state_file` exists and says
    otherwise. Motions run `pace` times faster than the rig's. Each face turn jams with probability
    `jam`; the faults that triggered are written to `fault_log` at the end. With a `board`, the ELF
    file of a real board's firmware, that chip is the robot; with `maestro` its servos are driven by
    such a board with the settings `board_settings`, and the port is the board's. Neither supports
    faults or a pace. `hardware` is what the robot is built of; with a pace its line, bootloader and
    camera are as many times faster too. Without `feedback` the robot does not measure where its
    motors stand, and supports no faults of the mechanism. `tcp`
    (HOST:PORT) serves there in place of a pseudo-terminal; the camera's `camera_port` 0 is any free
    one, and None no camera. `camera_places` are the positions that each camera sees, if others than
    those of the rig.
    """

    rig: str = DEFAULT_RIG
    cube: Cube = Cube.solved()  # noqa: RUF009 (a frozen value)
    seed: int = 0
    jam: float = 0.0
    faults: tuple[FaultSpec, ...] = ()
    corner_cutting: float = CORNER_CUTTING_DEGREES
    pace: float = 1.0
    board: Path | None = None
    maestro: bool = False
    board_settings: BoardSettings = RECOMMENDED_SETTINGS
    hardware: Hardware = IDEAL
    feedback: bool = True
    tcp: str | None = None
    camera_port: int | None = 0
    camera_places: tuple[str, ...] = ()
    state_file: Path | None = None
    fault_log: Path | None = None


_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SimulatorAddress:
    """The addresses of the robot: its port for pySerial, its camera for cv2.VideoCapture.

    Several cameras are separated by commas.
    """

    port: str
    camera: str | None

    def to_json(self) -> str:
        """Return it as one line of JSON."""
        return json.dumps({"port": self.port, "camera": self.camera})


class Simulator:
    """A simulated robot with its port and camera, for the duration of a `with` block.

    `serve` does the work, in the thread that calls it, until `stop`. Entering raises SimulatorError
    (a port that cannot be served, a bad state file), robot.errors.RigError, and OSError for a
    camera's port that is taken.
    """

    def __init__(self, options: SimulatorOptions) -> None:
        self._options = options
        self._stack = ExitStack()
        self._server: SerialServer | None = None

    def __enter__(self) -> Simulator:
        with ExitStack() as stack:
            self._build(stack)
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    @property
    def robot(self) -> AnySimulatedRobot:
        """The robot, whose physical state may be looked at from any thread."""
        return self._robot

    @property
    def announcement(self) -> SimulatorAddress:
        """The addresses of the robot."""
        return self._announcement

    def serve(self) -> None:
        """Serve the robot until `stop` is called."""
        assert self._server is not None
        self._server.serve()

    @contextmanager
    def woken_by_signals(self) -> Iterator[None]:
        """End `serve` at any signal that has a handler; to be entered in the main thread."""
        assert self._server is not None
        # Python runs a handler only between two of its own instructions: without this, a signal
        # that comes just before the server begins to wait would not end the wait.
        before = signal.set_wakeup_fd(self._server.wake_fd)
        try:
            yield
        finally:
            signal.set_wakeup_fd(before)

    def stop(self) -> None:
        """End `serve`; may be called from any thread and from a signal's handler.

        Called before there is anything to serve, it raises KeyboardInterrupt.
        """
        if self._server is None:
            raise KeyboardInterrupt
        self._server.stop()

    def _build(self, stack: ExitStack) -> None:
        options = self._options
        rig = load_rig(options.rig)
        if options.camera_places:
            rig = with_cameras(rig, options.camera_places)
        clock = SystemClock()
        state = PhysicalState.at_home(rig.home, options.cube)
        if options.state_file and options.state_file.exists():
            state = state_file.load(options.state_file, rig)
        self._robot = _robot(options, rig, clock, state)
        stack.callback(self._write_fault_log)
        stack.callback(lambda: self._save(self._robot.power_off()))
        self._save(state)
        endpoint = TcpPort(options.tcp) if options.tcp else usual_endpoint()
        address = endpoint.address
        self._server = stack.enter_context(self._serve_port(endpoint, clock))
        camera = self._open_camera(stack)
        self._announcement = SimulatorAddress(address, camera)
        _log.info("a %s rig at %s, its camera at %s", rig.name, address, camera)

    def _serve_port(self, endpoint: Endpoint, clock: Clock) -> SerialServer:
        line = self._options.hardware.line
        if line == IDEAL_LINE:
            return SerialServer(self._robot, endpoint, clock, self._save)
        far = SlowLine(self._robot, line, clock, self._options.pace)
        return SerialServer(far, endpoint, clock, self._save, on_open=far.reset)

    def _open_camera(self, stack: ExitStack) -> str | None:
        port = self._options.camera_port
        if port is None:
            return None
        # Only the camera needs numpy and OpenCV.
        from firmware_sim.camera.server import CameraServer

        server = CameraServer(
            self._robot.rig,
            self._robot.camera_state,
            port=port,
            optics=self._options.hardware.optics.at_pace(self._options.pace),
        )
        return ",".join(stack.enter_context(server).urls)

    def _write_fault_log(self) -> None:
        if self._options.fault_log:
            write_fault_log(self._options.fault_log, self._robot.injections)

    def _save(self, state: PhysicalState) -> None:
        if self._options.state_file:
            state_file.save(self._options.state_file, self._robot.rig, state)
            if isinstance(self._robot, SimulatedUno):
                self._robot.save_memory()


def _robot(
    options: SimulatorOptions, rig: Rig, clock: Clock, state: PhysicalState
) -> AnySimulatedRobot:
    parts = options.hardware
    if options.board is None and not options.maestro:
        if not options.feedback:
            _refuse_mechanical_faults(options)
        faults = (*options.faults, FaultSpec("jam", probability=options.jam))
        schedule = FaultSchedule(faults, options.seed, clock)
        corner_cutting = options.corner_cutting
        return SimulatedRobot(
            rig,
            clock,
            state,
            schedule,
            options.pace,
            corner_cutting=corner_cutting,
            servo=parts.servo,
            jaws=None if options.feedback else parts.jaws,
        )
    if options.faults or options.jam or options.pace != 1.0:
        raise BoardError("faults, jams and a pace cannot be combined with a board; leave them out")
    if options.board is None:
        if not rig.grippers:
            raise BoardError(f"the motors of a {rig.name} rig are no servos, which a Maestro moves")
        return SimulatedMaestro(rig, clock, state, parts.jaws, options.board_settings, parts.servo)
    check_is_drivable(rig)
    memory = options.state_file.with_suffix(".eeprom") if options.state_file else None
    return SimulatedUno(options.board, clock, state, memory, parts.servo, parts.jaws, rig)


def _refuse_mechanical_faults(options: SimulatorOptions) -> None:
    """Raise FaultError for faults that a robot without feedback cannot have."""
    kinds = [fault.kind for fault in options.faults] + ["jam"] * bool(options.jam)
    if bad := [kind for kind in kinds if FAULT_TYPES[kind].counted in (TURN, GRIP, HOMING)]:
        raise FaultError(
            f"the fault {bad[0]!r} needs a robot that measures its motors; leave it or the option "
            "that takes the feedback away out"
        )


def run(
    options: SimulatorOptions,
    on_ready: Callable[[SimulatorAddress], None],
    parent: int | None = None,
) -> tuple[Injection, ...]:
    """Serve a robot until SIGINT or SIGTERM; `on_ready` is called once when all is ready.

    Returns the faults that triggered. `parent` is the file descriptor of a pipe, whose end stops
    the robot too.

    To be called in the main thread. Raises what `Simulator` does.
    """
    simulator = Simulator(options)
    # Signals are caught until cleanup has finished: a second one must not interrupt it.
    with _stopped_by_signals(simulator), simulator:
        if parent is not None:
            Thread(target=_stop_at_end, args=(parent, simulator), daemon=True).start()
        with simulator.woken_by_signals():
            on_ready(simulator.announcement)
            simulator.serve()
        return simulator.robot.injections


def _stop_at_end(pipe: int, simulator: Simulator) -> None:
    # os.read holds no lock: a daemon thread in a read of sys.stdin aborts the interpreter at exit.
    with suppress(OSError):
        while os.read(pipe, 4096):
            pass
    simulator.stop()


@contextmanager
def _stopped_by_signals(simulator: Simulator) -> Iterator[None]:
    def stop(number: int, frame: FrameType | None) -> None:
        simulator.stop()

    caught = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, stop) for number in caught}
    switch = sys.getswitchinterval()
    sys.setswitchinterval(_SWITCH_SECONDS)
    try:
        yield
    finally:
        sys.setswitchinterval(switch)
        for number, handler in before.items():
            signal.signal(number, handler)
