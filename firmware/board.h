// Hardware abstraction: time, serial output, servo pulses, stop input, EEPROM. Implemented by
// board_uno.c, and for tests by native/board.c.
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { SERVOS = 4 };

// Constant data that takes no RAM, where program and data have memories of their own.
#ifdef __AVR__
#include <avr/pgmspace.h>
#define IN_FLASH PROGMEM
#define TEXT(literal) PSTR(literal)
static inline char board_flash_byte(const char *text) { return (char)pgm_read_byte(text); }
static inline bool board_text_is(const char *text, const char *in_flash) { return !strcmp_P(text, in_flash); }
static inline uint16_t board_flash_word(const uint16_t *word) { return pgm_read_word(word); }
#else
#define IN_FLASH
#define TEXT(literal) (literal)
static inline char board_flash_byte(const char *text) { return *text; }
static inline bool board_text_is(const char *text, const char *in_flash) { return !strcmp(text, in_flash); }
static inline uint16_t board_flash_word(const uint16_t *word) { return *word; }
#endif

// Returns the milliseconds since the start; they wrap around after 49 days.
uint32_t board_milliseconds(void);

// Sends a byte to the host; waits while the send buffer is full.
void board_send(char byte);

// Sets the pulse width of a servo in microseconds. Before the first call it gets no pulses.
void board_set_pulse(uint8_t servo, uint16_t microseconds);

// Says whether a restart that is no loss of power keeps the pulses; one by the watchdog always does.
void board_keep_pulses(bool is_at_rest);

// Returns the pulse width that a servo gets, in microseconds; 0 for none.
uint16_t board_pulse(uint8_t servo);

// Returns the cause of the restart: "watchdog", "brownout", or NULL if it is unknown.
const char *board_restart_reason(void);

// Returns whether a stop (0x18) or a press of the button was received that the main loop has not
// handled yet. Until it is handled, no pulse changes.
bool board_stop_pending(void);

// Returns whether the stop button is down, or was pressed since the last call.
bool board_button_is_pressed(void);

// EEPROM, 0xFF where it was never written.
enum { EEPROM_SIZE = 1024 };
uint8_t board_eeprom_read(uint16_t address);
// Returns once the byte is written; an equal byte is not written again.
void board_eeprom_write(uint16_t address, uint8_t value);

#endif
