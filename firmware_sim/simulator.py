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
from tempfile import TemporaryDirectory
from threading import Thread
from types import FrameType, TracebackType

from firmware_sim import state_file
from firmware_sim.assembly import AnySimulatedRobot, begin_state, served_robot
from firmware_sim.boards.chip_robot import ChipRobot, SoftwareRobot
from firmware_sim.drives.simulated_servos import last_pulses
from firmware_sim.endpoints import Endpoint, TcpPort, usual_endpoint
from firmware_sim.faults import Injection, write_fault_log
from firmware_sim.options import SimulatorOptions
from firmware_sim.physics.state import PhysicalState
from firmware_sim.server import IDEAL_LINE, SerialServer, SlowLine
from robot.clock import Clock, SystemClock
from robot.rigs.registry import SUFFIX
from robot.servos.pulse_memory import PulseMemory, memory_path
from robot.servos.servo_settings import read_settings

# The interpreter switches threads after this time (s), so that cameras do not delay the robot.
_SWITCH_SECONDS = 0.0005


_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SimulatorAddresses:
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
    def announcement(self) -> SimulatorAddresses:
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
        rig = options.make_rig()
        clock = SystemClock()
        state = begin_state(options, rig)
        self._robot = served_robot(options, rig, clock, state)
        stack.callback(self._write_fault_log)
        stack.callback(lambda: self._save(self._robot.state()))
        self._save(state)
        endpoint = TcpPort(options.tcp) if options.tcp else usual_endpoint()
        address = self._url_of(endpoint.address, state, stack)
        self._server = stack.enter_context(self._serve_port(endpoint, clock))
        camera = self._open_camera(stack)
        self._announcement = SimulatorAddresses(address, camera)
        _log.info("a %s rig at %s, its camera at %s", rig.name, address, camera)

    def _url_of(self, address: str, state: PhysicalState, stack: ExitStack) -> str:
        """Return the URL of the robot; a chip's names a file with the pulses of its servos."""
        robot = self._robot
        if not isinstance(robot, ChipRobot):
            return address
        if self._options.state:
            # What lasts is the same robot at its next start.
            path = self._options.state.with_suffix(".settings.toml").absolute()
        else:
            folder = stack.enter_context(TemporaryDirectory(prefix="rokumen-simulated-"))
            path = Path(folder) / "settings.toml"
        rig = self._options.rig
        rig = str(Path(rig).absolute()) if rig.endswith(SUFFIX) else rig
        path.write_text(robot.settings(rig), encoding="utf-8")
        if isinstance(robot, SoftwareRobot):
            # A host knows where servos stand that do not say it: no other robot had this port.
            last = last_pulses(robot.rig, state, read_settings(path))
            memory = PulseMemory(memory_path("chip", address))
            memory.update({channel: round(pulse) for channel, pulse in last.items()})
        return f"chip://{address}?settings={path}"

    def _serve_port(self, endpoint: Endpoint, clock: Clock) -> SerialServer:
        line = self._options.line
        if line == IDEAL_LINE:
            return SerialServer(self._robot, endpoint, clock, self._save)
        far = SlowLine(self._robot, line, clock)
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
            optics=self._options.optics,
        )
        return ",".join(stack.enter_context(server).urls)

    def _write_fault_log(self) -> None:
        if self._options.fault_log:
            write_fault_log(self._options.fault_log, self._robot.injections)

    def _save(self, state: PhysicalState) -> None:
        if self._options.state:
            state_file.save(self._options.state, self._robot.rig, state)


def run(
    options: SimulatorOptions,
    on_ready: Callable[[SimulatorAddresses], None],
    parent: int | None = None,
) -> tuple[Injection, ...]:
    """Serve a robot until SIGINT or SIGTERM; `on_ready` is called once when all is ready.

    Returns the faults that triggered. `parent` is the file descriptor of a pipe, whose end stops
    the robot too.

    To be called in the main thread. Raises what `Simulator` does.
    """
    simulator = Simulator(options)
    # Signals are handled until cleanup has finished: a second one must not interrupt it.
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

    handled = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, stop) for number in handled}
    switch = sys.getswitchinterval()
    sys.setswitchinterval(_SWITCH_SECONDS)
    try:
        yield
    finally:
        sys.setswitchinterval(switch)
        for number, handler in before.items():
            signal.signal(number, handler)
