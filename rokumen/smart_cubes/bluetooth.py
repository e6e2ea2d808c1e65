"""Smart cubes by Bluetooth, with bleak from the extra `smart-cubes`.

bleak runs in an event loop of a thread of its own; packets pass through a queue.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import re
import threading
import time
from collections.abc import Callable, Coroutine
from importlib import import_module
from typing import Any, TypeVar

from files.wording import reason
from rokumen.errors import NOTHING_FOUND, ApplicationError, InputError
from rokumen.smart_cubes.link import CubeLink, Received
from rokumen.smart_cubes.protocols.messages import Look, Packet
from rokumen.smart_cubes.protocols.protocol import ADDRESS, Protocol
from rokumen.smart_cubes.protocols.registry import BEGINNINGS, protocol_of

_log = logging.getLogger(__name__)

T = TypeVar("T")

# Seconds: of the search for cubes, for a connection, for its end, between pauses without a packet.
_SEARCH, _CONNECT, _DISCONNECT, _PAUSE = 6.0, 20.0, 5.0, 0.5
ANY = "any"


def open_bluetooth(
    name: str, address: str = "", ask_address: Callable[[str], str] | None = None
) -> CubeLink:
    """Return a link to the cube that advertises this name, its beginning, or has this address.

    `name`: "any" is the first smart cube that is found; `address`: what its packets need, where the
    operating system hides it. Raises InputError without bleak, and where the address is needed and
    nothing tells it; ApplicationError where no such cube is near, or it does not let itself be
    connected.
    """
    bleak = _bleak()
    thread = _EventLoop()
    try:
        device, advertised = thread.run(_find(bleak, name), 2 * _SEARCH)
        arrivals = queue.SimpleQueue[Received | None]()
        client = bleak.BleakClient(device, disconnected_callback=lambda _: arrivals.put(None))
        thread.run(client.connect(), _CONNECT)
        try:
            protocol = _protocol_of(client, device, advertised, address, ask_address)
            link = BluetoothLink(client, protocol, thread, arrivals)
            thread.run(link.subscribe(), _CONNECT)
        except BaseException:
            thread.run(client.disconnect(), _DISCONNECT)
            raise
    except BaseException:
        thread.stop()
        raise
    return link


def _protocol_of(
    client: Any,
    device: Any,
    advertised: Any,
    address: str,
    ask_address: Callable[[str], str] | None,
) -> Protocol:
    """Return what a connected cube speaks, with its keys."""
    name = _name_of(device, advertised)
    services = {str(service.uuid).lower() for service in client.services}
    kind = protocol_of(services, name)
    if kind is None:
        raise InputError(f"{name!r} is no smart cube of a kind that rokumen knows")
    known = address or _address_of(kind, device, advertised)
    if kind.needs_address and not known and ask_address is not None:
        known = ask_address(name)
    return kind(known, name)


class BluetoothLink(CubeLink):
    """A connected cube."""

    is_live = True

    def __init__(
        self,
        client: Any,
        protocol: Protocol,
        thread: _EventLoop,
        arrivals: queue.SimpleQueue[Received | None],
    ) -> None:
        """Take over a connected client of bleak; None among the arrivals is the end."""
        self.name = protocol.name
        self.protocol = protocol
        self._client = client
        self._thread = thread
        self._arrivals = arrivals
        self._began = time.monotonic()
        self._is_closed = False
        self._writing = asyncio.Lock()

    async def subscribe(self) -> None:
        """Have the cube tell its packets."""
        for characteristic in self.protocol.tells:
            if self._client.services.get_characteristic(characteristic) is not None:
                await self._client.start_notify(characteristic, self._hear_of(characteristic))

    def receive(self, *, wait: bool = True) -> Received | None:
        """Return the next packet, or a pause; None after `close`, and without `wait` if none came.

        Raises ApplicationError for a connection that broke.
        """
        if self._is_closed:
            return None
        try:
            arrival = self._arrivals.get(timeout=_PAUSE) if wait else self._arrivals.get_nowait()
        except queue.Empty:
            return Received(self._time(), None) if wait else None
        if arrival is None:
            raise ApplicationError(
                f"the connection to {self.name!r} broke: bring the cube nearer, turn a face to "
                "wake it, and start again"
            )
        return arrival

    def send(self, command: Packet | Look) -> None:
        """Write a packet, or read a characteristic; what fails is logged."""
        if not self._is_closed:
            self._thread.start(self._perform(command))

    def close(self) -> None:
        """End the connection."""
        if self._is_closed:
            return
        self._is_closed = True
        try:
            self._thread.run(self._client.disconnect(), _DISCONNECT)
        except ApplicationError as error:
            _log.warning("%s: %s", self.name, error)
        self._thread.stop()

    async def _perform(self, command: Packet | Look) -> None:
        try:
            # One after the other, in their order.
            async with self._writing:
                if isinstance(command, Packet):
                    await self._client.write_gatt_char(command.characteristic, command.data)
                else:
                    data = await self._client.read_gatt_char(command.characteristic)
                    self._put(command.characteristic, data)
        except Exception as error:
            _log.warning("%s: %s", self.name, error)

    def _hear_of(self, characteristic: str) -> Callable[[Any, bytearray], None]:
        return lambda _, data: self._put(characteristic, data)

    def _put(self, characteristic: str, data: bytearray) -> None:
        self._arrivals.put(Received(self._time(), Packet(characteristic, bytes(data))))

    def _time(self) -> float:
        return time.monotonic() - self._began


class _EventLoop:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T], seconds: float) -> T:
        """Return what comes of work, which may take some seconds. Raises ApplicationError."""
        future = self.start(work)
        try:
            result: T = future.result(seconds)
        except TimeoutError:
            future.cancel()
            raise ApplicationError(
                f"Bluetooth did not answer within {seconds:g} s; turn a face to wake the cube"
            ) from None
        except (ApplicationError, KeyboardInterrupt):
            raise
        except Exception as error:
            raise ApplicationError(
                f"Bluetooth does not work: {reason(error)}; is it switched on? (Linux: "
                "systemctl status bluetooth)"
            ) from error
        return result

    def start(self, work: Coroutine[Any, Any, T]) -> Any:
        """Begin work, and return its future."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def stop(self) -> None:
        """End the thread."""
        self._loop.call_soon_threadsafe(self._cancel_all)
        self._thread.join(_DISCONNECT)
        if not self._thread.is_alive():
            self._loop.close()

    def _cancel_all(self) -> None:
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        # After the tasks have ended.
        self._loop.call_soon(self._loop.call_soon, self._loop.stop)


def _bleak() -> Any:
    try:
        return import_module("bleak")
    except ImportError as error:
        raise InputError(
            "a smart cube by Bluetooth needs bleak, which is not installed: "
            "pip install 'rokumen[smart-cubes]'"
        ) from error


async def _find(bleak: Any, name: str) -> tuple[Any, Any]:
    """Return the cube of this name, as bleak's device and advertisement."""
    seen = await bleak.BleakScanner.discover(timeout=_SEARCH, return_adv=True)
    cubes = [
        (device, advertised)
        for device, advertised in seen.values()
        if _is_called(name, _name_of(device, advertised), str(device.address))
    ]
    if not cubes:
        others = sorted({_name_of(*each) for each in seen.values()} - {""})
        near = [other for other in others if other.startswith(BEGINNINGS)]
        listed = f"there are {', '.join(near)}" if near else "there is no smart cube"
        raise ApplicationError(
            f"no smart cube {name!r} is near: {listed}; turn a face to wake it, and end its "
            "connection to a phone",
            code=NOTHING_FOUND,
        )
    if len(cubes) > 1 and name != ANY:
        listed = ", ".join(f"{_name_of(*each)} ({each[0].address})" for each in cubes)
        raise InputError(f"several are called {name!r}: {listed}; give the address of one")
    return max(cubes, key=lambda each: each[1].rssi or -999)


def _is_called(name: str, advertised: str, address: str) -> bool:
    if name == ANY:
        return advertised.startswith(BEGINNINGS)
    return address.lower() == name.lower() or advertised.lower().startswith(name.lower())


def _name_of(device: Any, advertised: Any) -> str:
    return (advertised.local_name or device.name or "").strip()


def _address_of(kind: type[Protocol], device: Any, advertised: Any) -> str:
    """Return the address of a cube, empty where neither the system nor the cube tells it."""
    if re.fullmatch(ADDRESS, device.address):
        return str(device.address)
    name = _name_of(device, advertised)
    return kind.told_address(name, dict(advertised.manufacturer_data or {}))
