// Runs a program of an RP2040 in rp2040js, by the orders that come in lines: `emulator.mjs PROGRAM.uf2`.
//
// Each order is answered by a line of JSON: the time since the start in microseconds, what the chip has
// sent since the answer before (hexadecimal), and the edges of its pins: [microseconds, pin, level].
//
//   run MICROSECONDS BYTES   runs up to a time; the chip receives the bytes (hexadecimal) meanwhile
//   power                    switches the chip off and on: its memory is lost
//   hang                     puts the main loop into an endless loop; interrupts are still served
//   press LEVEL              sets the pin of the stop button
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { GPIOPinState, RP2040 } from "rp2040js";

const BYTE_NANOS = 1e10 / 115200;
const BUTTON_PIN = 22;
const RAM = 0x20000000;
// The chip's own program copies the first 252 bytes of the flash memory to here, and begins there.
const BOOT = 0x20041f00;
const ENDLESS_LOOP = 0xe7fe;

const blocks = readFileSync(process.argv[2]);
const { clock } = new RP2040();
let chip, arriving, sent, sentAt, edges, button = true;

function start(memory, reason) {
  clock.nextAlarm = null;
  chip = new RP2040(clock);
  chip.logger = { debug() {}, info() {}, warn() {}, error() {} };
  for (let at = 0; at < blocks.length; at += 512)
    chip.flash.set(blocks.subarray(at + 32, at + 288), blocks.readUInt32LE(at + 12) - 0x10000000);
  if (memory) chip.sram.set(memory);
  chip.sram.set(chip.flash.subarray(0, 252), BOOT - RAM);
  chip.core.PC = BOOT;
  const watchdog = chip.peripherals[0x40058];
  watchdog.reason = reason;
  watchdog.onWatchdogTrigger = () => {
    watchdog.alarm.enable = false;
    start(chip.sram, 1);
  };
  chip.uart[0].onByte = (byte) => {
    sentAt = Math.max(sentAt, clock.nanos) + BYTE_NANOS;
    sent.push([sentAt, byte]);
  };
  chip.gpio.forEach((pin, number) =>
    pin.addListener((state) => edges.push([clock.nanos / 1000, number, state === GPIOPinState.High ? 1 : 0])));
  chip.gpio[BUTTON_PIN].setInputValue(button);
  arriving = [];
  sent = [];
  sentAt = 0;
}

// Returns whether the chip sleeps. The emulator misses an interrupt that has come while none was allowed.
function isAsleep({ core }) {
  if (core.waiting && core.pendingInterrupts & core.enabledInterrupts) core.interruptsUpdated = true;
  return core.waiting && !core.interruptsUpdated;
}

// Lets the chip run to a time; where it sleeps, to the next alarm before it.
function run(nanos) {
  while (clock.nanos < nanos) {
    const next = Math.min(nanos, arriving.length ? arriving[0][0] : nanos);
    if (arriving.length && next <= clock.nanos) chip.uart[0].feedByte(arriving.shift()[1]);
    else if (!isAsleep(chip)) clock.tick((chip.core.executeInstruction() * 1e9) / chip.clkSys);
    else clock.tick(Math.min(next - clock.nanos, clock.nextAlarm ? clock.nanosToNextAlarm : Infinity));
  }
}

function execute(order, first, bytes) {
  if (order === "run") {
    for (const byte of Buffer.from(bytes ?? "", "hex"))
      arriving.push([Math.max(clock.nanos, arriving.at(-1)?.[0] ?? 0) + BYTE_NANOS, byte]);
    run(Number(first) * 1000);
  } else if (order === "power") {
    start(null, 0);
  } else if (order === "hang") {
    while (chip.core.IPSR || chip.core.PM || chip.core.waiting) run(clock.nanos + 100);
    chip.sram.set([ENDLESS_LOOP & 0xff, ENDLESS_LOOP >> 8], BOOT - RAM);
    chip.core.PC = BOOT;
  } else {
    button = first === "1";
    chip.gpio[BUTTON_PIN].setInputValue(button);
  }
}

edges = [];
start(null, 0);
for await (const line of createInterface({ input: process.stdin })) {
  execute(...line.split(" "));
  const arrived = sent.filter(([at]) => at <= clock.nanos).map(([, byte]) => byte);
  sent = sent.slice(arrived.length);
  process.stdout.write(JSON.stringify([clock.nanos / 1000, Buffer.from(arrived).toString("hex"), edges]) + "\n");
  edges = [];
}
