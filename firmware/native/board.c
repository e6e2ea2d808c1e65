#include "control.h"

#include <string.h>

#include "board.h"

static uint32_t now;
static char sent[1 << 16];
static uint32_t sent_count;
static uint16_t pulses[SERVOS];
static uint8_t eeprom[EEPROM_SIZE];
static bool eeprom_is_blank = true;
static bool button;
static uint32_t pulse_changes;
static bool restarted_by_watchdog;

// The number of bytes that can be written before the power fails, and what the next byte then
// holds.
enum { NO_POWER_CUT = -1 };
static int32_t writes_left = NO_POWER_CUT;
static uint8_t partial_byte;
static bool power_failed;

uint32_t board_milliseconds(void) { return now; }

void board_send(char byte)
{
    if (sent_count < sizeof sent)
        sent[sent_count++] = byte;
}

void board_set_pulse(uint8_t servo, uint16_t microseconds)
{
    pulse_changes += pulses[servo] != microseconds;
    pulses[servo] = microseconds;
}

void board_keep_pulses(bool is_at_rest) { (void)is_at_rest; }

bool board_stop_pending(void) { return false; }

bool board_button_is_pressed(void) { return button; }

uint8_t board_eeprom_read(uint16_t address)
{
    if (eeprom_is_blank)
        memset(eeprom, 0xFF, sizeof eeprom);
    eeprom_is_blank = false;
    return eeprom[address];
}

void board_eeprom_write(uint16_t address, uint8_t value)
{
    if (board_eeprom_read(address) == value || power_failed)
        return;
    power_failed = writes_left == 0;
    eeprom[address] = power_failed ? partial_byte : value;
    writes_left -= writes_left > 0;
}

uint16_t board_pulse(uint8_t servo) { return pulses[servo]; }

const char *board_restart_reason(void) { return restarted_by_watchdog ? "watchdog" : NULL; }

void native_restart_board(bool by_watchdog)
{
    if (!by_watchdog)
        memset(pulses, 0, sizeof pulses);
    restarted_by_watchdog = by_watchdog;
    if (power_failed)
        writes_left = NO_POWER_CUT;
    power_failed = false;
    sent_count = 0;
}

void native_pass_time(uint32_t milliseconds) { now += milliseconds; }

void native_cut_power(uint32_t writes, uint8_t partial)
{
    writes_left = (int32_t)writes;
    partial_byte = partial;
}

void native_erase_eeprom(void) { eeprom_is_blank = true; }

void native_set_button(bool pressed) { button = pressed; }

uint32_t native_read_output(char *bytes, uint32_t capacity)
{
    uint32_t count = sent_count < capacity ? sent_count : capacity;
    memcpy(bytes, sent, count);
    sent_count = 0;
    return count;
}

uint16_t native_pulse(uint8_t servo) { return pulses[servo]; }

uint32_t native_pulse_changes(void) { return pulse_changes; }
