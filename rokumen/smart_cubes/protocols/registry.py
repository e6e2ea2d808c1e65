"""The protocols, and which of them a cube speaks."""

from __future__ import annotations

from collections.abc import Collection

from rokumen.smart_cubes.protocols.gan2 import GanGeneration2
from rokumen.smart_cubes.protocols.gan34 import GanGeneration3, GanGeneration4
from rokumen.smart_cubes.protocols.giiker import Giiker
from rokumen.smart_cubes.protocols.gocube import GoCube
from rokumen.smart_cubes.protocols.moyu import MoYu
from rokumen.smart_cubes.protocols.protocol import Protocol
from rokumen.smart_cubes.protocols.qiyi import QiYi

PROTOCOLS: dict[str, type[Protocol]] = {
    each.identifier: each
    for each in (GanGeneration2, GanGeneration3, GanGeneration4, Giiker, GoCube, MoYu, QiYi)
}
# Of the names that smart cubes advertise, without regard to letters' case.
BEGINNINGS = tuple({name for each in PROTOCOLS.values() for name in each.beginnings})


def protocol_of(services: Collection[str], name: str) -> type[Protocol] | None:
    """Return the protocol of a cube with these services (UUIDs), None if it is none of ours.

    `name`: what it advertises, by which cubes are told apart whose services have one number.
    """
    found = [each for each in PROTOCOLS.values() if each.service in services]
    named = [each for each in found if name.startswith(each.beginnings)]
    return next(iter(named or found), None)
