// Hardware layer for tests on the host: time, bytes and EEPROM are set by the test.
#ifndef NATIVE_CONTROL_H
#define NATIVE_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

// Restarts the board; by the watchdog it keeps the pulses.
void native_restart_board(bool by_watchdog);

void native_pass_time(uint32_t milliseconds);

// Lets the power fail after `writes` more bytes: the next byte is written as `partial`, and nothing
// more until the next start.
void native_cut_power(uint32_t writes, uint8_t partial);

void native_erase_eeprom(void);

void native_set_button(bool pressed);

// Copies the bytes sent since the last call; returns their number.
uint32_t native_read_output(char *bytes, uint32_t capacity);

uint16_t native_pulse(uint8_t servo);

// Returns how often the pulse of any servo has changed.
uint32_t native_pulse_changes(void);

#endif
