"""The protocols, and which of them a cube speaks."""

from __future__ import annotations

from collections.abc import Collection

from rokumen.smart_cubes.protocols.gan2 import GanGeneration2
from rokumen.smart_cubes.protocols.gan34 import GanGeneration3, GanGeneration4, GanPocket
from rokumen.smart_cubes.protocols.giiker import Giiker
from rokumen.smart_cubes.protocols.gocube import GoCube
from rokumen.smart_cubes.protocols.moyu import MoYu
from rokumen.smart_cubes.protocols.protocol import Protocol
from rokumen.smart_cubes.protocols.qiyi import QiYi

PROTOCOLS: dict[str, type[Protocol]] = {
    each.identifier: each
    for each in (
        GanGeneration2,
        GanGeneration3,
        GanGeneration4,
        GanPocket,
        Giiker,
        GoCube,
        MoYu,
        QiYi,
    )
}
# Of the names that smart cubes advertise, without regard to letters' case.
BEGINNINGS = tuple({name for each in PROTOCOLS.values() for name in each.beginnings})


def protocol_of(services: Collection[str], name: str) -> type[Protocol] | None:
    """Return the protocol of a cube with these services (UUIDs), None if it is none of ours.

    `name`: what it advertises, by which cubes are told apart whose services have one number: the
    longest beginning of a name that fits.
    """

    def fit(kind: type[Protocol]) -> int:
        return max((len(each) for each in kind.beginnings if name.startswith(each)), default=0)

    found = [each for each in PROTOCOLS.values() if each.service in services]
    return max(found, key=fit, default=None)
