// Writes lines with their check sums, and gives them to the board byte by byte.
#ifndef REPLY_H
#define REPLY_H

#include <stdbool.h>
#include <stdint.h>

// Begins the reply to a command, which is kept, or a line that is not. Nothing may be on its way.
void reply_begin(uint16_t number, const char *verb);
void reply_begin_apart(uint16_t number, const char *verb);

// Write fields, with texts in flash memory (TEXT): " key=" and then the value, or both.
void reply_key(const char *key);
void reply_byte(char byte);
void reply_integer(int32_t number);
void reply_hexadecimal(uint16_t number);
void reply_text_field(const char *key, const char *value);
void reply_number_field(const char *key, uint32_t number);

// Writes the check sum and the line feed, and begins to send.
void reply_end(void);

// Sends the kept reply again; forgets it.
void reply_resend(void);
void reply_forget(void);

// Returns whether a line is on its way.
bool reply_is_sending(void);

// Stores the next byte to send; returns false if there is none. For the board's interrupt.
bool reply_take(char *byte);

#endif
