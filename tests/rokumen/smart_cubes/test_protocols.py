"""The protocols of smart cubes: what a cube says is what is decoded, and no bytes raise."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rokumen.errors import InputError
from rokumen.smart_cubes.pocket_cube import PocketCube
from rokumen.smart_cubes.protocols.aes import SaltedCipher, decrypt_blocks, encrypt_blocks
from rokumen.smart_cubes.protocols.messages import (
    Acknowledge,
    AskBattery,
    AskHardware,
    AskHistory,
    AskOrientation,
    AskState,
    Battery,
    CubeState,
    Damaged,
    Gyroscope,
    History,
    Packet,
    Request,
    TurnsMade,
)
from rokumen.smart_cubes.protocols.protocol import Protocol, address_bytes
from rokumen.smart_cubes.protocols.registry import PROTOCOLS, protocol_of
from solver.core.orientation import ORIENTATIONS
from solver.core.turn import ALL_TURNS, Turn
from solver.cube import Cube
from tests.support.benchmarks import quaternion_of
from tests.support.strategies import cubes

ADDRESS = "AB:12:34:56:78:9A"
QUARTER_TURNS = [turn for turn in ALL_TURNS if turn.quarter_turns != 2]
KINDS = sorted(PROTOCOLS)

turns = st.lists(st.sampled_from(QUARTER_TURNS), min_size=1, max_size=12).map(tuple)


def protocol(kind: str) -> Protocol:
    return PROTOCOLS[kind](ADDRESS, PROTOCOLS[kind].beginnings[0])


def test_aes_gives_the_blocks_of_fips_197() -> None:
    plain = bytes.fromhex("00112233445566778899aabbccddeeff")
    key = bytes.fromhex("000102030405060708090a0b0c0d0e0f")
    block = bytes.fromhex("69c4e0d86a7b0430d8cdb78070b4c55a")
    assert encrypt_blocks(key, plain) == block
    assert decrypt_blocks(key, block) == plain
    other = bytes.fromhex("2b7e151628aed2a6abf7158809cf4f3c")
    text = bytes.fromhex("3243f6a8885a308d313198a2e0370734")
    assert encrypt_blocks(other, text).hex() == "3925841d02dc09fbdc118597196a0b32"


@given(data=st.binary(min_size=16, max_size=40), address=st.binary(min_size=6, max_size=6))
def test_what_is_encrypted_with_a_cubes_address_is_decrypted_with_it(
    data: bytes, address: bytes
) -> None:
    cipher = SaltedCipher(bytes(range(16)), bytes(range(16, 32)), address)
    assert cipher.decrypt(cipher.encrypt(data)) == data


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=25)
@given(cube=cubes, serial=st.integers(0, 255))
def test_a_state_is_told(kind: str, cube: Cube, serial: int) -> None:
    spoken, cube = protocol(kind), PROTOCOLS[kind].position(cube)
    angles = dict.fromkeys("URFDLB", serial % 4)
    packet = spoken.encode(CubeState(cube, serial, serial, angles, 50))
    assert packet is not None
    told = spoken.decode(packet)
    assert isinstance(told, CubeState)
    assert told.cube == cube
    assert told.serial in (None, serial)
    assert told.serial == serial or not spoken.serials
    assert told.angles in (None, angles)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=25)
@given(made=turns, cube=cubes, serial=st.integers(0, 255))
def test_the_last_turns_are_told(
    kind: str, made: tuple[Turn, ...], cube: Cube, serial: int
) -> None:
    spoken, cube = protocol(kind), PROTOCOLS[kind].position(cube)
    ages = tuple(float(age) for age in range(len(made) - 1, -1, -1))
    ticks = tuple(range(7, 7 + len(made)))
    angles = tuple(at % 4 for at in range(len(made)))
    packet = spoken.encode(TurnsMade(made, serial, ages, ticks, cube, angles, 50))
    assert packet is not None
    told = spoken.decode(packet)
    assert isinstance(told, TurnsMade)
    assert told.turns[-1] == made[-1]
    count = min(len(told.turns), len(made))
    assert told.turns[-count:] == made[-count:]
    assert count == len(made) or kind.startswith("gan") or kind in ("giiker", "moyu32")
    assert told.ages is None or told.ages[-count:] == ages[-count:]
    assert told.serial == serial or not spoken.serials
    assert told.cube == cube or not spoken.tells_cubes
    assert told.angles in (None, angles)


@pytest.mark.parametrize("kind", ["gan-gen3", "gan-gen4", "gan-2x2x2"])
@given(made=turns, serial=st.integers(0, 255))
def test_a_history_is_told(kind: str, made: tuple[Turn, ...], serial: int) -> None:
    spoken = protocol(kind)
    packet = spoken.encode(History(made, serial))
    assert packet is not None
    told = spoken.decode(packet)
    assert isinstance(told, History)
    assert told.serial == serial
    assert told.turns[-len(made) :] == made


@pytest.mark.parametrize("kind", ["gan-gen2", "gan-gen4", "gocube", "moyu32", "qiyi"])
def test_how_a_cube_is_held_is_told(kind: str) -> None:
    spoken = protocol(kind)
    for held in ORIENTATIONS:
        expected = quaternion_of(held)
        packet = spoken.encode(expected)
        assert packet is not None
        told = spoken.decode(packet)
        assert isinstance(told, Gyroscope)
        parts = (expected.x, expected.y, expected.z, expected.w)
        assert (told.x, told.y, told.z, told.w) == pytest.approx(parts, abs=2e-3)


def test_the_quaternions_of_the_24_ways_to_hold_a_cube_are_of_length_1_and_differ() -> None:
    found = [quaternion_of(held) for held in ORIENTATIONS]
    assert quaternion_of(ORIENTATIONS[0]) == Gyroscope(0.0, 0.0, 0.0, 1.0)
    products = [[abs(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w) for b in found] for a in found]
    for at, row in enumerate(products):
        assert row[at] == pytest.approx(1)
        assert max(row[:at] + row[at + 1 :]) < 0.75


@pytest.mark.parametrize("kind", KINDS)
def test_the_battery_is_told(kind: str) -> None:
    spoken = protocol(kind)
    packet = spoken.encode(Battery(37))
    if kind == "qiyi":
        # It tells it with its state.
        packet = spoken.encode(CubeState(Cube.solved(), battery=37))
    assert packet is not None
    told = spoken.decode(packet)
    percent = told.battery if isinstance(told, CubeState) else told
    assert percent in (37, Battery(37))


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=25)
@given(data=st.binary(max_size=120), first=st.booleans())
def test_no_bytes_raise(kind: str, data: bytes, first: bool) -> None:
    spoken = protocol(kind)
    characteristic = spoken.tells[0 if first else -1]
    spoken.decode(Packet(characteristic, data))
    spoken.asked(Packet(getattr(spoken, "writes", characteristic), data))


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=25)
@given(
    cube=cubes, made=turns, bits=st.lists(st.integers(0, 10**6), max_size=3), cut=st.integers(0, 3)
)
def test_no_damaged_packet_raises(
    kind: str, cube: Cube, made: tuple[Turn, ...], bits: list[int], cut: int
) -> None:
    spoken = protocol(kind)
    ticks = tuple(range(len(made)))
    packet = spoken.encode(TurnsMade(made, 5, None, ticks, cube, (0,) * len(made), 1))
    assert packet is not None
    data = bytearray(packet.data[: len(packet.data) - cut])
    for bit in bits:
        data[bit % len(data)] ^= 1 << bit % 8
    spoken.decode(packet._replace(data=bytes(data)))


@pytest.mark.parametrize("kind", ["gan-gen4", "gocube", "qiyi"])
def test_a_checksum_shows_each_wrong_bit_of_a_turn(kind: str) -> None:
    spoken = protocol(kind)
    packet = spoken.encode(
        TurnsMade((Turn("R", 1),), 5, ticks=(3,), cube=Cube.solved(), angles=(1,))
    )
    assert packet is not None
    for at in range(8 * len(packet.data)):
        data = bytearray(packet.data)
        data[at // 8] ^= 1 << at % 8
        assert isinstance(spoken.decode(packet._replace(data=bytes(data))), Damaged)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_asked_is_what_a_cube_hears(kind: str) -> None:
    spoken = protocol(kind)
    requests: list[Request] = [AskState(), AskBattery(), AskHardware(), AskOrientation()]
    if spoken.keeps_history:
        requests.append(AskHistory(7, 4))
    for request in requests:
        written = [each for each in spoken.commands(request) if isinstance(each, Packet)]
        # QiYi's cubes tell their battery with their state.
        assert [spoken.asked(each) for each in written] in ([], [request], [AskState()])
    assert spoken.commands(AskState())
    assert spoken.commands(AskBattery())


def test_a_history_is_asked_for_in_pairs_up_to_an_odd_number_and_never_beyond_0() -> None:
    spoken = protocol("gan-gen4")

    def asked(serial: int, count: int) -> object:
        (command,) = spoken.commands(AskHistory(serial, count))
        assert isinstance(command, Packet)
        return spoken.asked(command)

    assert asked(7, 1) == AskHistory(7, 2)
    assert asked(6, 1) == AskHistory(7, 2)
    assert asked(6, 3) == AskHistory(7, 4)
    assert asked(2, 9) == AskHistory(3, 4)


def test_a_2x2x2_tells_half_turns_and_only_its_corners() -> None:
    spoken = protocol("gan-2x2x2")
    packet = spoken.encode(TurnsMade((Turn("F", 2),), 9, ticks=(1,)))
    assert packet is not None
    assert spoken.decode(packet) == TurnsMade((Turn("F", 2),), 9, ticks=(1,))
    # What stands for edges is not looked at.
    whole = spoken.encode(CubeState(Cube.random(4), 9))
    assert whole is not None
    assert spoken.decode(whole) == CubeState(PocketCube.of(Cube.random(4)), 9)
    # The keys are not those of the other cubes.
    assert protocol("gan-gen4").decode(packet) != spoken.decode(packet)


def test_qiyis_cubes_have_what_they_want_acknowledged() -> None:
    spoken = protocol("qiyi")
    packet = spoken.encode(CubeState(Cube.random(1), tick=77))
    assert packet is not None
    wanted = spoken.acknowledgement(packet)
    assert wanted == Acknowledge(b"\x02\x00\x00\x00\x4d")
    (command,) = spoken.commands(wanted)
    assert isinstance(command, Packet)
    assert spoken.asked(command) == wanted


def test_cubes_are_known_by_their_services_and_names() -> None:
    for kind in PROTOCOLS.values():
        assert protocol_of({kind.service, "1800"}, kind.beginnings[0]) is kind
    assert protocol_of({"1800"}, "GAN") is None
    # The 2x2x2 has the service of the fourth generation.
    shared = {PROTOCOLS["gan-gen4"].service}
    assert protocol_of(shared, "GAN251ui_A1") is PROTOCOLS["gan-2x2x2"]
    assert protocol_of(shared, "GANi4_A2") is PROTOCOLS["gan-gen4"]
    assert protocol_of(shared, "") is PROTOCOLS["gan-gen4"]


def test_cubes_of_which_no_recording_was_at_hand_are_untried() -> None:
    def is_tried(kind: str, name: str) -> bool:
        return PROTOCOLS[kind](ADDRESS, name).is_tried

    assert is_tried("gan-gen2", "GANicXXX")
    assert not is_tried("gan-gen2", "AiCube")
    assert not is_tried("gan-gen3", "GANic2")
    assert not is_tried("gan-2x2x2", "GAN251ui_1234")
    assert is_tried("gocube", "GoCube")
    assert not is_tried("gocube", "Rubiks Connected")
    assert not is_tried("qiyi", "XMD-TornadoV4-i-1234")


def test_addresses_are_read_from_what_cubes_advertise() -> None:
    gan = bytes.fromhex("0000003ceb d499e0e4".replace(" ", ""))
    assert PROTOCOLS["gan-gen2"].told_address("", {0x0101: gan}) == "E4:E0:99:D4:EB:3C"
    assert PROTOCOLS["gan-gen4"].told_address("", {0x0102: gan}) == ""
    assert PROTOCOLS["moyu32"].told_address("WCU_MY32_A388", {}) == "CF:30:16:00:A3:88"
    assert PROTOCOLS["qiyi"].told_address("QY-QYSC-S-A0E6  ", {}) == "CC:A3:00:00:A0:E6"
    assert PROTOCOLS["gocube"].told_address("GoCube", {}) == ""


@pytest.mark.parametrize("text", ["", "AB:12", "AB:12:34:56:78:9G", "AB1234567890"])
def test_what_is_no_address_is_quoted_with_what_to_do(text: str) -> None:
    with pytest.raises(InputError, match="AB:12:34:56:78:9A") as raised:
        address_bytes(text)
    assert text in str(raised.value)


def test_giikers_masked_packets_are_read() -> None:
    """A packet is masked as the cubes do it, with a table that its last byte chooses from."""
    spoken = protocol("giiker")
    packet = spoken.encode(TurnsMade((Turn("U", 1), Turn("R", 3)), cube=Cube.random(3)))
    assert packet is not None
    from rokumen.smart_cubes.protocols import giiker

    first, second = Random(1).randrange(16), Random(2).randrange(16)
    masked = bytes(
        (byte - giiker._MASK[at + first] - giiker._MASK[at + second]) & 0xFF
        for at, byte in enumerate(packet.data[:18])
    ) + bytes([0xA7, first << 4 | second])
    told = spoken.decode(packet._replace(data=masked))
    assert told == TurnsMade((Turn("U", 1), Turn("R", 3)), cube=Cube.random(3))
