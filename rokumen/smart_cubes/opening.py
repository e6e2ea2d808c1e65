"""Opens smart cubes by the names that users give them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from rokumen.smart_cubes.link import CubeLink, ReplayLink
from rokumen.smart_cubes.protocols.protocol import ADDRESS
from rokumen.smart_cubes.recording import read_recording

REPLAY = "replay:"
_WITH_ADDRESS = re.compile(rf"(.*)@({ADDRESS})")


AskAddress = Callable[[str], str]


def open_link(name: str, ask_address: AskAddress | None = None) -> CubeLink:
    """Return a link to the cube of this name.

    `replay:FILE` is a recording, anything else the name or the beginning of the name that a cube
    advertises by Bluetooth, or its address. Behind any of them `@AB:12:34:56:78:9A` is the address
    of the cube. `ask_address` is called with the
    cube's name where the address is needed and not known. Raises InputError, and ApplicationError
    where no such cube is near.
    """
    found = _WITH_ADDRESS.fullmatch(name)
    plain, address = found.groups() if found else (name, "")
    if plain.startswith(REPLAY):
        recording = read_recording(Path(plain.removeprefix(REPLAY)))
        known = address or recording.address
        if ask_address and recording.kind.needs_address and not known:
            known = ask_address(recording.name)
        return ReplayLink(recording, known)
    from rokumen.smart_cubes.bluetooth import open_bluetooth

    return open_bluetooth(plain, address, ask_address)
