// A board for tests: its time, its bytes and its memory are the test's.
#include "board.h"

#include <string.h>

#include "robot.h"

static uint32_t now;
static char sent[1 << 16];
static uint32_t sent_count;
static uint16_t pulses[SERVOS];
static uint8_t memory[MEMORY_SIZE];
static bool memory_is_new = true;
static bool button;
static uint32_t motions;
static bool by_watchdog;

// How many more bytes the memory takes until the power fails, and what is then left of the next one.
enum { NEVER = -1 };
static int32_t writes_left = NEVER;
static uint8_t torn;
static bool power_failed;

uint32_t board_milliseconds(void) { return now; }

void board_send(char byte)
{
    if (sent_count < sizeof sent)
        sent[sent_count++] = byte;
}

void board_pulse(uint8_t servo, uint16_t microseconds)
{
    motions += pulses[servo] != microseconds;
    pulses[servo] = microseconds;
}

bool board_stop_is_waiting(void) { return false; }

bool board_button_is_pressed(void) { return button; }

uint8_t board_remembered(uint16_t address)
{
    if (memory_is_new)
        memset(memory, 0xFF, sizeof memory);
    memory_is_new = false;
    return memory[address];
}

void board_remember(uint16_t address, uint8_t value)
{
    if (board_remembered(address) == value || power_failed)
        return;
    power_failed = writes_left == 0;
    memory[address] = power_failed ? torn : value;
    writes_left -= writes_left > 0;
}

uint16_t board_held_pulse(uint8_t servo) { return pulses[servo]; }

const char *board_restart_reason(void) { return by_watchdog ? "watchdog" : ""; }

// What the tests call.

static void boot(void)
{
    if (power_failed)
        writes_left = NEVER;
    power_failed = false;
    sent_count = 0;
    robot_boot();
}

void native_boot(void)
{
    memset(pulses, 0, sizeof pulses);
    by_watchdog = false;
    boot();
}

void native_boot_by_watchdog(void)
{
    by_watchdog = true;
    boot();
}

// Lets the memory take `writes` more bytes, then leaves `left` in place of the next one and keeps
// nothing more until the next start.
void native_cut_power(uint32_t writes, uint8_t left)
{
    writes_left = (int32_t)writes;
    torn = left;
}

void native_forget(void) { memory_is_new = true; }

void native_press(bool pressed) { button = pressed; }

void native_advance(uint32_t milliseconds)
{
    now += milliseconds;
    robot_advance();
}

void native_hear(const char *bytes, uint32_t count)
{
    for (uint32_t at = 0; at < count; at++)
        robot_hear(bytes[at]);
}

// Gives what was sent since the last call.
uint32_t native_take(char *bytes, uint32_t room)
{
    uint32_t count = sent_count < room ? sent_count : room;
    memcpy(bytes, sent, count);
    sent_count = 0;
    return count;
}

uint16_t native_pulse(uint8_t servo) { return pulses[servo]; }

// Counts how often any servo's pulse has changed.
uint32_t native_motions(void) { return motions; }
