// What a board has to do for the core, which is the same on all chips: time, the serial line, pins.
// A board's own header gives its constants: TICKS_PER_MICROSECOND, LEAD_TICKS and DEPTH.
#ifndef CORE_BOARD_H
#define CORE_BOARD_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "board_constants.h"

// A program drives servos by their pulses (positions in microseconds) or, built with STEPS, drivers of
// stepper motors (positions in steps).
#ifdef STEPS
enum { CHANNELS = 6 };
typedef int32_t position_t;
#else
enum { CHANNELS = 8 };
typedef int16_t position_t;
#endif

// Returns the bit of a channel in a set of channels.
static inline uint8_t bit_of(uint8_t channel) { return (uint8_t)(1 << channel); }

// Constant data that takes no RAM, where program and data have memories of their own.
#ifdef __AVR__
#include <avr/pgmspace.h>
#define TEXT(literal) PSTR(literal)
static inline char board_flash_byte(const char *text) { return (char)pgm_read_byte(text); }
static inline bool board_text_is(const char *text, const char *in_flash) { return !strcmp_P(text, in_flash); }
#else
#define TEXT(literal) (literal)
static inline char board_flash_byte(const char *text) { return *text; }
static inline bool board_text_is(const char *text, const char *in_flash) { return !strcmp(text, in_flash); }
#endif

// To be called by the board's interrupt for each byte that comes.
void main_take(uint8_t byte);

// Starts pins and the serial line; then, once all is ready, the timer that calls the outputs, and the
// watchdog, which restarts a chip whose main loop stands still for 250 ms.
void board_start(void);
void board_start_timer(void);
void board_feed_watchdog(void);

// Sleeps until the next interrupt. It is called with none allowed, and may return with them allowed.
void board_sleep(void);

// Returns a timer that counts TICKS_PER_MICROSECOND and wraps around.
uint16_t board_ticks(void);

// Let no interrupt come, and let them come again as before: a few microseconds between the two at most.
typedef uint8_t board_lock_t;
board_lock_t board_lock(void);
void board_unlock(board_lock_t before);

// Has `reply_take` called for each byte that can be sent, until it has none.
void board_begin_sending(void);

// Returns a number that differs from that of the start before.
uint16_t board_epoch(void);

// Returns why the board starts: its memory (BOARD_KEPT) may be what it was after the last two, and after the
// last one its program had stood still.
enum restart { LOST_POWER, WAS_RESET, WAS_HUNG };
enum restart board_restart(void);

// Set the levels of all servo pins; each has the bit of its channel.
void board_set_servos(uint8_t high);

// Set the levels of the pins of step, of direction, and the power of all motors.
void board_set_steps(uint8_t high);
void board_set_directions(uint8_t positive);
void board_set_motors(bool powered);

#endif
