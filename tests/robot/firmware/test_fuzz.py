"""Any bytes on the line: no crash, no motion from a bad line, no turn made twice."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from robot.errors import FrameError
from robot.link.protocol import LineSplitter, Message, decode, encode
from solver.core.turn import Turn
from solver.cube import Cube
from tests.support.protocol_host import Host

ALPHABET = b"0123456789 MOVEGRIPHLCASJNBus=+-*ABCDEF!ok?\x18\r\n\xff\x00"
noise = st.binary(max_size=80) | st.lists(st.sampled_from(ALPHABET), max_size=80).map(bytes)


def has_motion(data: bytes) -> bool:
    """Return whether there is a valid motion command among these bytes."""
    plain = data.replace(b"?", b"").replace(b"\x18", b"")
    for line in LineSplitter().feed(plain):
        try:
            message = decode(line)
        except FrameError:
            continue
        if message.verb in ("MOVE", "GRIP", "HOME", "JOG", "ENABLE"):
            return True
    return False


@settings(deadline=None)
@given(st.lists(noise, max_size=6))
def test_noise_moves_nothing(pieces: list[bytes]) -> None:
    host = Host().start()
    before = host.robot.state()
    for piece in pieces:
        host.write(piece)
        host.wait(0.3)
    host.wait(2.0)
    if not has_motion(b"".join(pieces)):
        assert host.robot.state() == before
    host.write(b"\n")
    assert host.command("HELLO", proto="1").verb == "done"


def by_hand(host: Host) -> list[bytes]:
    """Return a JOG and an ENABLE, each as the next command."""
    fields = {"JOG": (("axis", "L"), ("by", "+90")), "ENABLE": (("axis", "R"), ("us", "1600"))}
    return [encode(Message(host.seq + 1, verb, said)) for verb, said in fields.items()]


@settings(deadline=None)
@given(st.data())
def test_a_damaged_command_moves_nothing(data: st.DataObject) -> None:
    host = Host().start()
    if data.draw(st.booleans()):
        host.command("OFF")
        host.command("ENABLE", axis="L", us="1500")
        line = bytearray(data.draw(st.sampled_from(by_hand(host))))
    else:
        line = bytearray(host.line("MOVE", L="+90"))
    before = host.robot.state()
    for _ in range(data.draw(st.integers(1, 3))):
        position = data.draw(st.integers(0, len(line) - 1))
        damage = data.draw(st.sampled_from(["flip", "lose", "double"]))
        if damage == "flip":
            line[position] ^= 1 << data.draw(st.integers(0, 7))
        elif damage == "lose":
            del line[position]
        else:
            line.insert(position, line[position])
    host.write(bytes(line) + b"\n")
    host.wait(2.0)
    if not has_motion(bytes(line) + b"\n"):
        assert host.robot.state() == before


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from("LR"),
            st.lists(st.tuples(st.floats(0, 0.8), st.integers(0, 3)), max_size=4),
        ),
        max_size=6,
    )
)
def test_each_turn_is_made_once_however_often_its_line_is_repeated(
    script: list[tuple[str, list[tuple[float, int]]]],
) -> None:
    host = Host().start()
    model = Cube.solved()
    sent: list[bytes] = []
    for gripper, repeats in script:
        # There and back, so that each turn starts with the other wrist at 0.
        for target, quarters in (("+90", 1), ("+0", 3)):
            line = host.line("MOVE", **{gripper: target})
            sent.append(line)
            host.write(line)
            for pause, age in repeats:
                host.wait(pause)
                host.write(sent[-1 - age % len(sent)])
            for _ in range(4):
                host.wait(0.6)
                host.write(line)
            model = model.turn(Turn({"L": "L", "R": "B"}[gripper], quarters))
            assert host.robot.state().cube == model
    assert host.robot.accidents == ()


def test_a_bit_flip_that_makes_a_stop_byte_only_stops() -> None:
    host = Host().start()
    for _ in range(5):
        host.command("POSE")
    before = host.robot.state()
    line = host.line("MOVE", L="+90")
    assert line.startswith(b"8 ")
    damaged = bytes([line[0] ^ 0x20]) + line[1:]
    host.seq -= 1
    assert [reply.verb for reply in host.write(damaged)] == ["ESTOP", "nak"]
    host.wait(2.0)
    assert host.robot.state() == before
    assert host.command("CLEAR").verb == "done"
    assert host.command("MOVE", L="+90").verb == "done"


@settings(deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 6))
def test_repeating_lines_overcomes_a_lossy_line(seed: int, count: int) -> None:
    # No flipped bits: one can turn an 8 into a stop byte, for which repeating is not enough.
    host = Host("drop_cmd=0.3", "drop_reply=0.3", seed=seed)
    dialogue = [Message(1, "HELLO", (("proto", "1"),)), Message(2, "HOME")]
    dialogue += [
        Message(3 + i, "MOVE", (("L", ("+90", "+0")[i % 2]), ("v", "100"))) for i in range(count)
    ]
    for message in dialogue:
        for _ in range(200):
            host.robot.receive(encode(message))
            host.clock.sleep(0.2)
            host.robot.advance()
            if any(reply.startswith(b"%d done" % message.seq) for reply in valid_lines(host)):
                break
        else:
            raise AssertionError(f"{message} was never acknowledged")
    assert host.robot.state().cube == Cube.solved().apply([Turn("L", 1)] * (count % 2))


def valid_lines(host: Host) -> list[bytes]:
    valid = []
    for line in LineSplitter().feed(host.robot.read_output()):
        try:
            decode(line)
        except FrameError:
            continue
        valid.append(line)
    return valid
