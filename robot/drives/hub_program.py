"""The program of a LEGO hub with Pybricks: version 2 of the protocol for its motors.

It runs on the hub, in MicroPython: without what rokumen has elsewhere, and with integers of 30
bits, so that its times are milliseconds. The protocol is in docs/protocol.md. Targets are whole
degrees of a motor. The first time that a motor is enabled it stays where it is, and that is its
target; from then on the hub counts its turns.
"""

from micropython import kbd_intr
from pybricks.parameters import Port
from pybricks.pupdevices import Motor
from pybricks.tools import StopWatch, wait
from urandom import randint
from uselect import poll
from usys import stdin, stdout

DEPTH = 64
PERIOD_MS = 20
LONGEST_MS = 200_000
MOST_DEGREES = 100_000
# Of a motion whose host is silent motors wait after the first time, and stop after the second.
PAUSE_MS, STOP_MS = 90, 400
# How fast a motor goes to where it is enabled, in degrees a second.
ENABLE_SPEED = 200
MAX_LINE = 160
LEVELS = ("none", "hold", "relax", "off")
# The clock that the host knows counts microseconds, and wraps around.
WRAP_MS, WRAP_US = 4_294_967, 296


class MotorPort:
    """A port of the hub. `place`: where its motor is told to be, None without power."""

    def __init__(self, port: Port) -> None:
        self.port = port
        self.motor: Motor | None = None
        self.place: int | None = None
        self.low = -MOST_DEGREES
        self.high = MOST_DEGREES
        self.relaxed: int | None = None
        # Begin, duration and target of each segment; where the first begins; when the last one was
        # to end, which it does later if motors waited.
        self.queue: list[tuple[int, int, int]] = []
        self.begin = 0
        self.end = 0

    def enable(self, target: int) -> None:
        """Give the motor power. Raises OSError without one."""
        if self.motor is None:
            self.motor = Motor(self.port, reset_angle=False)
            self.motor.reset_angle(target)
        self.motor.run_target(ENABLE_SPEED, target, wait=False)
        self.place = target

    def lose(self) -> None:
        """Forget a motor that does not answer any more."""
        self.queue = []
        self.place = None
        if self.motor is not None:
            try:
                self.motor.close()
            except OSError:
                self.motor = None
        self.motor = None

    def hold(self) -> None:
        """Stay."""
        self.queue = []

    def turn_off(self) -> None:
        """Let the motor turn freely."""
        self.queue = []
        self.place = None
        if self.motor is not None:
            self.motor.stop()

    def go(self, now: int, at: int, duration: int, target: int) -> None:
        """Take a segment."""
        if not self.queue and self.place is not None:
            self.begin = self.place
        self.queue.append((max(at, now), duration, target))
        self.end = at + duration

    def delay(self, time: int) -> None:
        """Let all segments begin later."""
        self.queue = [(at + time, duration, target) for at, duration, target in self.queue]

    def advance(self, now: int) -> None:
        """Move the motor to where it is to be now. Raises OSError."""
        place = self.place
        while self.queue and now >= self.queue[0][0]:
            at, duration, target = self.queue[0]
            if now < at + duration:
                place = self.begin + int((target - self.begin) * (now - at) / duration)
                break
            place = self.begin = target
            self.queue.pop(0)
            if self.queue and self.queue[0][0] < at + duration:
                self.queue[0] = (at + duration, self.queue[0][1], self.queue[0][2])
        if self.motor is not None and place is not None and place != self.place:
            self.motor.track_target(place)
            self.place = place

    def measured(self) -> str:
        """Return where the motor is. Raises OSError."""
        return "-" if self.motor is None else str(self.motor.angle())

    def load(self) -> str:
        """Return the percentage of its torque that the motor gives. Raises OSError."""
        if self.motor is None or self.place is None:
            return "-"
        return str(min(abs(self.motor.load()) * 100 // self.motor.control.limits()[2], 100))


class Hub:
    """All channels, and the line to the host."""

    def __init__(self) -> None:
        self.channels = [MotorPort(getattr(Port, each)) for each in "ABCDEF" if hasattr(Port, each)]
        self.watch = StopWatch()
        self.poll = poll()
        self.poll.register(stdin)
        self.line = b""
        self.recent = b""
        self.number = 0
        self.last_line = self.reply = b""
        self.batch: list[tuple[int, int, int, int]] = []
        self.taken = 0
        self.epoch = f"{randint(0, 0xFFFF):04X}"
        # The level of the stop in force, and why.
        self.level = 0
        self.why = ""
        self.watchdog, self.on_silence = 2000, 2
        self.relax_time = 500
        # When a line came that feeds the watchdog, when any byte came, and when the last step was.
        self.fed = self.heard = self.stepped = self.watch.time()
        self.is_silent = False
        # A motor that was lost, until the host is told.
        self.lost = -1
        self.write(self.status())

    def step(self) -> None:
        """Do what is due."""
        status_wanted = False
        while self.poll.poll(0):
            byte = stdin.buffer.read(1)
            self.heard = self.watch.time()
            if byte == b"?":
                status_wanted = True
            elif not self.is_stop(byte):
                self.add(byte)
        now = self.watch.time()
        self.watch_silence(now)
        for index, channel in enumerate(self.channels):
            try:
                channel.advance(now)
            except OSError:
                self.lose(index)
        self.stepped = now
        if status_wanted:
            self.write(self.status())

    def is_stop(self, byte: bytes) -> bool:
        """Return True for a byte of a stop, which is carried out."""
        self.recent = (self.recent + byte)[-4:]
        if self.recent == b"\x18\x96\x18\x96":
            self.stop(2, "host")
        elif self.recent == b"\x18\x81\x18\x81":
            self.stop(3, "host")
        elif byte == b"\x18":
            self.stop(1, "host")
        return byte[0] > 127 or byte == b"\x18"

    def stop(self, level: int, why: str) -> None:
        """Drop all segments; a stop that is in force already is only raised."""
        self.batch = []
        if level <= self.level:
            return
        if self.level == 0:
            for channel in self.channels:
                channel.hold()
        self.level, self.why = level, why
        now = self.watch.time()
        for channel in self.channels:
            if level == 3:
                channel.turn_off()
            elif level == 2 and channel.relaxed is not None and channel.place is not None:
                channel.go(now, now, self.relax_time, channel.relaxed)

    def watch_silence(self, now: int) -> None:
        """Let motors wait, stop or relax where the host is silent."""
        silent = now - self.heard
        if self.level == 0 and any(channel.queue for channel in self.channels):
            if silent >= STOP_MS:
                self.stop(1, "silence")
            elif silent >= PAUSE_MS:
                for channel in self.channels:
                    channel.delay(now - self.stepped)
        if not self.is_silent and now - self.fed >= self.watchdog:
            self.is_silent = True
            self.stop(self.on_silence, "silence")

    def lose(self, index: int) -> None:
        """Hold all motors where one does not answer any more."""
        for channel in self.channels:
            channel.hold()
        self.batch = []
        self.channels[index].lose()
        self.lost = index

    def add(self, byte: bytes) -> None:
        """Take a byte of a line."""
        if byte != b"\n":
            if len(self.line) <= MAX_LINE:
                self.line += byte
            return
        line, self.line = self.line, b""
        if len(line) < MAX_LINE:
            line = line.rstrip(b"\r")
        if line:
            self.take(line)

    def take(self, line: bytes) -> None:
        """Answer a line."""
        try:
            number, verb, fields = parsed(line)
        except (ValueError, IndexError):
            self.write(self.nak(0))
            return
        now = self.watch.time()
        if verb != "READ":
            self.fed = now
            self.is_silent = False
        if verb != "HELLO" and number == self.number and line == self.last_line:
            self.write(self.reply)
            return
        if not (verb == "HELLO" or (self.number and number == self.expected())):
            self.write(self.nak(number))
            return
        self.number, self.last_line = number, line
        try:
            answer = "done" + self.executed(verb, fields, now)
        except (ValueError, KeyError, OverflowError) as error:
            refusal = str(error)
            if not refusal.startswith(" code="):
                refusal = " code=ARGUMENT"
            self.batch = []
            answer = "err" + refusal
        self.reply = framed(f"{number} {answer}")
        self.write(self.reply)

    def executed(self, verb: str, fields: dict[str, str], now: int) -> str:
        """Return the fields of the answer to a command. Raises ValueError: a refusal, or none."""
        if self.lost >= 0 and verb != "HELLO":
            lost, self.lost = self.lost, -1
            raise ValueError(f" code=MOTOR channel={lost} value={lost}")
        if verb in ("START", "ADD", "ENABLE") and self.level:
            self.batch = []
            raise ValueError(f" code=STOPPED why={self.why}")
        if verb == "HELLO":
            return self.greeting(fields)
        if verb == "READ":
            return self.times() + self.places()
        if verb == "BEAT":
            return self.times() + self.next_segment()
        if verb in ("START", "ADD"):
            self.take_segments(verb == "START", fields, now)
        elif verb == "ENABLE":
            self.enable(int(fields["channel"]), int(fields["target"]))
        elif verb == "LIMIT":
            channel = self.channels[checked(int(fields["channel"]), 0, len(self.channels) - 1)]
            low = checked(int(fields["low"]), -MOST_DEGREES, MOST_DEGREES)
            channel.low, channel.high = low, checked(int(fields["high"]), low, MOST_DEGREES)
        elif verb == "RELAX":
            self.set_relaxing(fields)
        elif verb == "WATCHDOG":
            level = LEVELS.index(fields["silence"])
            self.watchdog = checked(int(fields["time"]), 100, 60_000)
            self.on_silence = checked(level, 1, 3)
        elif verb == "CLEAR":
            self.level = 0
        else:
            raise ValueError(" code=UNKNOWN")
        return ""

    def greeting(self, fields: dict[str, str]) -> str:
        """Return the answer to a greeting."""
        if int(fields["proto"]) != 2:
            raise ValueError(" code=PROTO proto=2")
        self.batch = []
        self.lost = -1
        what = (
            f" proto=2 board=LEGO-hub epoch={self.epoch} kind=servo channels={len(self.channels)}"
        )
        how = f" depth={DEPTH} period={PERIOD_MS}000 watchdog={self.watchdog}"
        now = f" silence={LEVELS[self.on_silence]} clock={self.watch.time()}000"
        return what + how + now + self.next_segment()

    def times(self) -> str:
        """Return the clock and the stop, and why it is in force."""
        why = f" why={self.why}" if self.level else ""
        return f" clock={self.watch.time()}000 stop={LEVELS[self.level]}{why}"

    def next_segment(self) -> str:
        """Return the number of the next segment."""
        return f" taken={self.taken}"

    def places(self) -> str:
        """Return where motors are told to be, where they are, and their loads."""
        places, measured, loads = [], [], []
        for index, each in enumerate(self.channels):
            try:
                measured.append(each.measured())
                loads.append(each.load())
            except OSError as error:
                self.lose(index)
                raise ValueError(f" code=MOTOR channel={index} value={index}") from error
            places.append("-" if each.place is None else str(each.place))
        self.lost = -1
        at = ",".join(places)
        return f" at={at} measured={','.join(measured)} load={','.join(loads)}"

    def enable(self, index: int, target: int) -> None:
        """Give a motor power."""
        channel = self.checked_channel(index, target)
        if channel.place is not None:
            raise ValueError(f" code=POWER channel={index} value={target}")
        try:
            channel.enable(target)
        except OSError as error:
            channel.lose()
            raise ValueError(f" code=MOTOR channel={index} value={target}") from error

    def checked_channel(self, index: int, target: int) -> MotorPort:
        """Return the channel that may have a target. Raises ValueError."""
        if not 0 <= index < len(self.channels):
            raise ValueError(f" code=CHANNEL channel={index} value={index}")
        channel = self.channels[index]
        if not channel.low <= target <= channel.high:
            raise ValueError(f" code=LIMIT channel={index} value={target}")
        return channel

    def take_segments(self, is_last: bool, fields: dict[str, str], now: int) -> None:
        """Take the segments of a line, all or none. Raises ValueError."""
        first = checked(int(fields["n"]), 0, 0xFFFF)
        segments = [[int(part) for part in text.split(",")] for text in fields["s"].split(";")]
        behind = (self.taken - first) & 0xFFFF
        if 0 < behind < 0x8000 and len(segments) <= behind:
            return
        expected = (self.taken + len(self.batch)) & 0xFFFF
        batch, self.batch = self.batch, []
        if first != expected:
            raise ValueError(f" code=NUMBER expected={expected}")
        begin, rest = self.time_of(fields["t"], now)
        for index, at, target, duration in segments:
            channel = self.checked_channel(index, target)
            start = begin - (-rest - at) // 1000
            length = begin - (-rest - at - duration) // 1000 - start
            if at < 0 or duration <= 0 or max(start - now, length) > LONGEST_MS:
                raise ValueError(f" code=TIME channel={index} value={duration}")
            if channel.place is None:
                raise ValueError(f" code=POWER channel={index} value={target}")
            batch.append((index, start, max(length, 1), target))
        if not is_last:
            self.batch = batch
            return
        self.check(batch, now)
        for index, start, length, target in batch:
            self.channels[index].go(now, start, length, target)
        self.taken = (self.taken + len(batch)) & 0xFFFF

    def time_of(self, text: str, now: int) -> tuple[int, int]:
        """Return the milliseconds of a time by the host, and the microseconds beside."""
        time = int(text[:-3] or "0")
        turns = (now + WRAP_MS // 2 - time) // WRAP_MS
        return time + turns * WRAP_MS + turns * WRAP_US // 1000, int(text[-3:])

    def check(self, batch: list[tuple[int, int, int, int]], now: int) -> None:
        """Raise ValueError for a batch that is late, overlaps or is too long."""
        ends = [channel.end if channel.queue else now - PERIOD_MS for channel in self.channels]
        counts = [len(channel.queue) for channel in self.channels]
        for index, start, length, _ in batch:
            value = f" channel={index} value={start}000"
            if start < now - PERIOD_MS:
                raise ValueError(" code=PAST" + value)
            if start < ends[index] - PERIOD_MS:
                raise ValueError(" code=OVERLAP" + value)
            counts[index] += 1
            if counts[index] > DEPTH:
                raise ValueError(" code=FULL" + value)
            ends[index] = start + length

    def set_relaxing(self, fields: dict[str, str]) -> None:
        """Take where motors relax."""
        time = checked(int(fields["time"]), 1000, 10_000_000) // 1000
        targets = {}
        for text in fields["s"].split(";"):
            if text:
                index, target = [int(part) for part in text.split(",")]
                self.checked_channel(index, target)
                targets[index] = target
        self.relax_time = time
        for index, channel in enumerate(self.channels):
            channel.relaxed = targets.get(index)

    def expected(self) -> int:
        """Return the number of the next line."""
        return self.number % 0xFFFF + 1

    def nak(self, number: int) -> bytes:
        """Return the answer to a line that breaks the rules."""
        return framed(f"{number} nak expected={self.expected()}")

    def status(self) -> bytes:
        """Return the status that a question mark asks for."""
        moving = int(any(channel.queue for channel in self.channels))
        return framed(
            f"0 status{self.times()}{self.next_segment()} moving={moving} epoch={self.epoch}"
        )

    def write(self, data: bytes) -> None:
        """Send bytes to the host."""
        stdout.buffer.write(data)


def parsed(line: bytes) -> tuple[int, str, dict[str, str]]:
    """Return the number, the verb and the fields of a line. Raises ValueError and IndexError."""
    if len(line) >= MAX_LINE or line[-5:-4] != b"*" or check_sum(line[:-5]) != line[-4:]:
        raise ValueError
    number, verb, *words = str(line[:-5], "utf8").split(" ")
    if str(checked(int(number), 1, 0xFFFF)) != number:
        raise ValueError
    fields = {}
    for word in words:
        key, value = word.split("=")
        fields[key] = value
    return int(number), verb, fields


def framed(text: str) -> bytes:
    """Return a line with its check sum."""
    data = bytes(text, "utf8")
    return data + b"*" + check_sum(data) + b"\n"


def check_sum(data: bytes) -> bytes:
    """Return the CRC-16/CCITT of some bytes as it stands in a line."""
    crc = 0xFFFF
    for byte in data:
        crc = (crc << 8 & 0xFFFF) ^ TABLE[crc >> 8 ^ byte]
    return bytes(f"{crc:04X}", "utf8")


def check_sum_table() -> list[int]:
    """Return what each byte does to a check sum."""
    table = []
    for byte in range(256):
        crc = byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
        table.append(crc)
    return table


def checked(value: int, low: int, high: int) -> int:
    """Return a number that is in its range. Raises ValueError."""
    if not low <= value <= high:
        raise ValueError
    return value


TABLE = check_sum_table()
if __name__ == "__main__":
    # A byte 3 of the host's is none that ends the program.
    kbd_intr(-1)
    hub = Hub()
    while True:
        hub.step()
        wait(1)
