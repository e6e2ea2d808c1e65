// All that the rest of the firmware knows of the chip it runs on. board_uno.c is the real one;
// native/board.c stands in for it in tests.
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdint.h>

enum { SERVOS = 4 };

// Time since the start, which wraps around after 49 days.
uint32_t board_milliseconds(void);

// Sends a byte to the host; waits where too many are on their way already.
void board_send(char byte);

// Gives a servo its pulses from now on, in microseconds. Before the first call it gets none.
void board_pulse(uint8_t servo, uint16_t microseconds);

// Gives the pulses that a servo has had since before the start, in microseconds; 0 for none. A
// restart by the watchdog takes nothing away from the servos.
uint16_t board_held_pulse(uint8_t servo);

// Gives why the chip has started: "watchdog", "brownout", or "" where it cannot tell.
const char *board_restart_reason(void);

// Tells whether a stop (0x18) or the button has come in that the program has not dealt with yet.
// Until it has, no pulse changes.
bool board_stop_is_waiting(void);

// Tells whether somebody holds the stop button down, or has pressed it since the last call.
bool board_button_is_pressed(void);

// Memory that outlives a loss of power, MEMORY_SIZE bytes, 0xFF where it was never written.
enum { MEMORY_SIZE = 1024 };
uint8_t board_remembered(uint16_t address);
// Returns when the byte is safe; a byte that is the same already is not written.
void board_remember(uint16_t address, uint8_t value);

#endif
