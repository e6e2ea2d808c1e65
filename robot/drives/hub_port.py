"""The port of a LEGO hub with Pybricks: pybricksdev puts our program on it, and passes bytes.

pybricksdev is loaded when a port is opened: `pip install 'rokumen[lego]'` installs it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from threading import Condition, Thread
from typing import Any, TypeVar

from files.wording import reason
from robot.drives.device_access import NO_BLUETOOTH_REMEDY, hub_problem
from robot.errors import PortError
from robot.link.port import POLL_SECONDS, add_scheme

HUB_PROGRAM = Path(__file__).with_name("hub_program.py")
SCHEME = "pybricks"
USB = "usb"
# For finding a hub, and for putting the program on it, in seconds; and for a piece of a line.
_OPEN_SECONDS = 60.0
_WRITE_SECONDS = 1.0

T = TypeVar("T")


class HubPort:
    """A `SerialPort` to the program of a hub, whose bytes a thread of its own passes.

    `hub` is a `pybricksdev.connections.pybricks.PybricksHub` that is not connected yet.
    """

    def __init__(self, name: str, hub: Coroutine[Any, Any, Any]) -> None:
        """Connect to a hub, and start the program unless it runs. Raises PortError."""
        self.timeout: float | None = POLL_SECONDS
        self._name = name
        self._received = bytearray()
        self._changed = Condition()
        self._is_open = True
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="LEGO hub", daemon=True)
        self._thread.start()
        try:
            self._hub = self._run(self._started(hub), _OPEN_SECONDS)
        except BaseException:
            self._end()
            raise

    @property
    def in_waiting(self) -> int:
        """See `SerialPort`."""
        self._require_open()
        return len(self._received)

    def read(self, size: int = 1, /) -> bytes:
        """See `SerialPort`."""
        with self._changed:
            self._changed.wait_for(
                lambda: len(self._received) >= size or not self._is_open, self.timeout
            )
            self._require_open()
            data = bytes(self._received[:size])
            del self._received[:size]
        return data

    def write(self, data: bytes, /) -> int:
        """See `SerialPort`. A hub that is out of range hears nothing, until it is lost."""
        self._require_open()
        # pybricksdev does not say it otherwise.
        size = self._hub._max_write_size - 1
        for begin in range(0, len(data), size):
            with suppress(TimeoutError):
                self._run(self._hub.write(data[begin : begin + size]), _WRITE_SECONDS)
        return len(data)

    def close(self) -> None:
        """Leave the hub; its program goes on."""
        with suppress(PortError, TimeoutError):
            self._run(self._hub.disconnect(), _WRITE_SECONDS)
        self._end()

    async def _started(self, found: Coroutine[Any, Any, Any]) -> Any:
        """Return a hub on which the program runs."""
        from pybricksdev.ble.pybricks import StatusFlag
        from pybricksdev.connections import ConnectionState

        hub = await found
        hub.stdout_observable.subscribe(self._take)
        hub.connection_state_observable.subscribe(
            lambda state: None if state is not ConnectionState.DISCONNECTED else self._lose()
        )
        await hub.connect()
        self._is_open = True
        # The first status of a hub follows its connection.
        await asyncio.sleep(0.2)
        if not hub.status_observable.value & StatusFlag.USER_PROGRAM_RUNNING:
            await hub.run(str(HUB_PROGRAM), wait=False, print_output=False, line_handler=False)
        return hub

    def _take(self, data: bytes) -> None:
        with self._changed:
            self._received += data
            self._changed.notify_all()

    def _lose(self) -> None:
        with self._changed:
            self._is_open = False
            self._changed.notify_all()

    def _require_open(self) -> None:
        if not self._is_open:
            raise PortError(
                f"the LEGO hub {self._name!r} is gone: it is out of range, switched off, or its "
                "batteries are empty"
            )

    def _run(self, action: Coroutine[Any, Any, T], seconds: float) -> T:
        """Return what an action returns that this port's thread does. Raises PortError."""
        future = asyncio.run_coroutine_threadsafe(action, self._loop)
        try:
            return future.result(seconds)
        except TimeoutError:
            future.cancel()
            raise
        except Exception as error:
            # pybricksdev raises those of its parts: of Bluetooth, of USB and its own.
            raise PortError(f"the LEGO hub {self._name!r}: {reason(error)}") from error

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


def open_hub(url: str) -> HubPort:
    """Open the hub at `pybricks://NAME`, or the one at the USB port. Raises PortError."""
    if problem := hub_problem():
        raise PortError(str(problem))
    name = url.partition("://")[2]
    return HubPort(name, _usb_hub() if name == USB else _bluetooth_hub(name))


async def _bluetooth_hub(name: str) -> Any:
    from pybricksdev.ble import find_device
    from pybricksdev.connections.pybricks import PybricksHubBLE

    try:
        return PybricksHubBLE(await find_device(name))
    except TimeoutError as error:
        raise PortError(
            f"no hub with Pybricks and this name was found: is {name!r} switched on?"
        ) from error
    except OSError as error:
        raise PortError(
            "the Bluetooth of this computer does not answer: sudo systemctl start bluetooth, or "
            f"{NO_BLUETOOTH_REMEDY}"
        ) from error


async def _usb_hub() -> Any:
    from pybricksdev import usb
    from pybricksdev.connections.pybricks import PybricksHubUSB
    from usb.core import find

    products = (
        usb.SPIKE_PRIME_USB_PID,
        usb.SPIKE_ESSENTIAL_USB_PID,
        usb.MINDSTORMS_INVENTOR_USB_PID,
    )
    device = find(
        custom_match=lambda each: each.idVendor == usb.LEGO_USB_VID and each.idProduct in products
    )
    if device is None:
        raise PortError("no hub with Pybricks is at a USB port of this computer")
    return PybricksHubUSB(device)


add_scheme(SCHEME, open_hub)
