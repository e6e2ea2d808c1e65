// Lines that go out, written a piece at a time: reply_begin, fields, reply_end.
#ifndef REPLY_H
#define REPLY_H

#include <stdbool.h>
#include <stdint.h>

// Begins a line, and keeps a copy of it where `kept` says so.
void reply_begin(uint16_t number, const char *verb, bool kept);
void event_begin(uint16_t number, const char *verb);

// " key=", then the value in pieces.
void reply_key(const char *key);
void reply_text(const char *text);
void reply_number(uint32_t number);
void reply_fraction(uint32_t whole_and_fraction, uint8_t decimals);
void reply_hexadecimal(uint16_t number);

// A field at once.
void reply_field(const char *key, const char *value);

// Check sum and line feed.
void reply_end(void);

// Sends the copy again, or says that there is none.
bool reply_again(void);
void reply_forget(void);

#endif
