"""Smart cubes: recordings of real ones, emulated ones on links with faults, damaged packets."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Annotated, Any

from benchmarks.harness.options import FOLDER, Option, Seed
from benchmarks.harness.records import Record, column
from benchmarks.support.emulated_link import EmulatedLink, damaged
from benchmarks.support.told_turns import compare_turns
from rokumen.cli.parameters import WholeNumber
from rokumen.smart_cubes.link import RecordingLink, ReplayLink
from rokumen.smart_cubes.protocols.messages import Packet
from rokumen.smart_cubes.protocols.registry import PROTOCOLS
from rokumen.smart_cubes.recording import Recording, Traffic, labels_of, read_recording
from rokumen.smart_cubes.session import CubeEvent
from rokumen.smart_cubes.smart_cube import SmartCube
from solver.core.turn import parse_turns
from solver.cube import Cube

_FOLDER = "smart-cubes"
_TURNS = 100  # of an emulated cube
_DAMAGED_SHARE = 0.3  # of a recording's packets, in each of its runs
# What links do to packets: shares as EmulatedLink has them.
_LINKS: dict[str, dict[str, Any]] = {
    "without faults": {},
    "a tenth lost": {"loss": 0.1},
    "a third repeated": {"repeat": 0.3},
    "a tenth late": {"delay": 0.1},
    "lost, repeated, damaged": {"loss": 0.1, "repeat": 0.1, "damage": 0.1},
}


@dataclass(frozen=True, slots=True)
class ReplayedRecording(Record):
    """A recording of a real cube, replayed, beside its labels."""

    key = "recordings"
    title = "recordings of real cubes"

    name: str = column("recording")
    protocol: str = column("protocol")
    labelled: int = column("labelled turns")
    right_turns: int = column("right turns")
    labelled_states: int = column("labelled states")
    right_states: int = column("right states")
    losses: int = column("sync lost")

    @property
    def is_good(self) -> bool:
        """Return whether all turns and states are as labelled."""
        return self.labelled == self.right_turns and self.labelled_states == self.right_states


@dataclass(frozen=True, slots=True)
class EmulatedRun(Record):
    """Turns of emulated cubes on a link that does something to packets."""

    key = "emulated"
    title = "emulated cubes"
    caption = "unannounced: a wrong or missing turn that no lost sync follows"

    protocol: str = column("protocol")
    link: str = column("packets")
    made: int = column("turns")
    right: int = column("told right")
    wrong: int = column("wrong")
    missing: int = column("missing")
    unannounced: int = column("unannounced")
    losses: int = column("sync lost")

    @property
    def is_good(self) -> bool:
        """Return whether no wrong turn and no gap was left unannounced."""
        return not self.unannounced


@dataclass(frozen=True, slots=True)
class DamagedPackets(Record):
    """Recordings and emulated cubes some of whose packets are damaged."""

    key = "damaged"
    title = "damaged packets"

    protocol: str = column("protocol")
    packets: int = column("damaged", ",")
    crashed: int = column("exceptions")
    wrong: int = column("wrong turns")
    unannounced: int = column("unannounced")
    microseconds: float = column("µs a packet", ".0f")

    @property
    def is_good(self) -> bool:
        """Return whether nothing raised, and no wrong turn was left unannounced."""
        return not self.crashed and not self.unannounced


def smart_cubes(
    data: Annotated[
        Path | None,
        Option("Folder of the evaluation data.", FOLDER, variable="ROKUMEN_DATA"),
    ] = None,
    packets: Annotated[
        int, Option("Damaged packets of each protocol, at least.", WholeNumber(1))
    ] = 10_000,
    seed: Seed = 0,
) -> Iterator[ReplayedRecording | EmulatedRun | DamagedPackets]:
    """Replay recordings of smart cubes, emulate others, and damage packets of both.

    The exit status is 1 if a turn or a state is not as labelled, if a wrong turn is not followed by
    lost sync, or if a damaged packet raises.
    """
    recordings = [
        (file.stem, read_recording(file))
        for file in sorted((data or Path()).glob(f"{_FOLDER}/*.json"))
    ]
    yield from (_replayed(name, recording) for name, recording in recordings)
    for identifier in PROTOCOLS:
        for link, shares in _LINKS.items():
            yield _emulated(identifier, link, Random(seed), shares)
    for identifier in PROTOCOLS:
        own = [each for _, each in recordings if each.kind.identifier == identifier]
        own.append(_recorded(identifier, Random(seed)))
        yield _damaged(identifier, own, packets, Random(seed))


def _replayed(name: str, recording: Recording) -> ReplayedRecording:
    cube = SmartCube(ReplayLink(recording))
    start, turns = cube.start(), list(cube.turns())
    right = sum(
        told.turn == label for told, label in zip(turns, recording.labelled_turns, strict=False)
    )
    labels = list(_labelled_states(recording))
    told = {0: start, **{at: turn.facelets for at, turn in enumerate(turns, 1)}}
    return ReplayedRecording(
        name,
        recording.kind.title,
        len(recording.labelled_turns),
        right - max(len(turns) - len(recording.labelled_turns), 0),
        len(labels),
        sum(told.get(turns_before) == facelets for turns_before, facelets in labels),
        len(cube.losses),
    )


def _labelled_states(recording: Recording) -> Iterator[tuple[int, str]]:
    """Yield the labelled facelets, each with how many turns were made before it."""
    n_turns = 0
    for event in recording.events:
        if event.get("type") == "MOVE":
            n_turns += 1
        elif event.get("type") == "FACELETS":
            yield n_turns, event["facelets"]


def _moves(random: Random) -> str:
    faces = (random.choice("URFDLB") + random.choice(("", "'", "2")) for _ in range(_TURNS))
    rotations = (random.choice(("", "", "", "", "x ", "y' ", "z2 ")) for _ in range(_TURNS))
    return " ".join(rotation + face for rotation, face in zip(rotations, faces, strict=True))


def _emulated(identifier: str, link: str, random: Random, shares: dict[str, Any]) -> EmulatedRun:
    emulated = EmulatedLink(identifier, _moves(random), seed=random.randrange(1000), **shares)
    start = emulated.cube.cube
    events = list(SmartCube(emulated).events())
    told = compare_turns(start, [turn for turn, _ in emulated.cube.turns], events)
    return EmulatedRun(
        PROTOCOLS[identifier].title,
        link,
        told.made,
        told.right,
        told.wrong,
        told.missing,
        told.unannounced,
        told.losses,
    )


def _recorded(identifier: str, random: Random) -> Recording:
    """Return a recording of an emulated cube."""
    link = RecordingLink(EmulatedLink(identifier, _moves(random)))
    labels = tuple(labels_of(SmartCube(link).events()))
    kind = type(link.protocol)
    return Recording(link.name, link.protocol.address, kind, tuple(link.traffic), labels)


def _damaged(
    identifier: str, recordings: Sequence[Recording], count: int, random: Random
) -> DamagedPackets:
    """Replay recordings with damaged packets until there were so many of them."""
    n_damaged = n_packets = crashed = wrong = unannounced = 0
    began = time.process_time()
    while n_damaged < count:
        for recording in recordings:
            traffic = [_perhaps_damaged(each, random) for each in recording.traffic]
            n_packets += len(traffic)
            n_damaged += sum(
                each is not before for each, before in zip(traffic, recording.traffic, strict=True)
            )
            try:
                events = _events_of(replace(recording, traffic=tuple(traffic)))
            except Exception:
                crashed += 1
                continue
            told = compare_turns(
                _start_of(recording), parse_turns(" ".join(recording.labelled_turns)), events
            )
            wrong += told.wrong
            unannounced += told.unannounced
    seconds = time.process_time() - began
    title = PROTOCOLS[identifier].title
    each = 1e6 * seconds / n_packets
    return DamagedPackets(title, n_damaged, crashed, wrong, unannounced, each)


def _start_of(recording: Recording) -> Cube:
    first = SmartCube(ReplayLink(recording)).first()
    return first or recording.kind.position(Cube.solved())


def _events_of(recording: Recording) -> list[CubeEvent]:
    return list(SmartCube(ReplayLink(recording)).events())


def _perhaps_damaged(traffic: Traffic, random: Random) -> Traffic:
    """Return what passed, or the same with a damaged packet."""
    if traffic.is_written or random.random() > _DAMAGED_SHARE:
        return traffic
    characteristic, data = traffic.packet
    match random.randrange(5):
        case 0:
            data = random.randbytes(len(data))
        case 1:
            data = data[: random.randrange(len(data))]
        case 2:
            data += random.randbytes(random.randrange(1, 20))
        case _:
            data = damaged(data, random)
    return replace(traffic, packet=Packet(characteristic, data))
