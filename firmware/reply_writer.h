// Writes reply lines with their check sums, piece by piece: reply_begin, fields, reply_end.
#ifndef REPLY_WRITER_H
#define REPLY_WRITER_H

#include <stdbool.h>
#include <stdint.h>

// Begins a line; if `cached`, a copy of it is stored for retransmission.
void reply_begin(uint16_t number, const char *verb, bool cached);
void event_begin(uint16_t number, const char *verb);

// All texts are in flash memory (TEXT). Write " key=", then the value in pieces.
void reply_key(const char *key);
void reply_text(const char *text);
void reply_number(uint32_t number);
void reply_decimal(uint32_t whole_and_fraction, uint8_t decimals);
void reply_hexadecimal(uint16_t number);

// Writes a whole field.
void reply_field(const char *key, const char *value);

// Writes tenths of a degree: "+90" or "+37.5", or always with a decimal.
void reply_degrees(int16_t tenths, bool always_a_decimal);

// Writes " axis=L at=+37.0", without `at` for NO_ANGLE.
void reply_position(const char *axis, int16_t at);
enum { NO_ANGLE = INT16_MIN };

// Writes the check sum and the line feed.
void reply_end(void);

// Sends the stored copy again, if there is one.
void reply_resend(void);
void reply_clear_cache(void);

#endif
