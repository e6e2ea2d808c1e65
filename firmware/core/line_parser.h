// Receives bytes and parses lines of the wire protocol.
#ifndef LINE_PARSER_H
#define LINE_PARSER_H

#include <stdbool.h>
#include <stdint.h>

// Including the line feed.
enum { MAX_LINE_BYTES = 160 };

struct line {
    uint16_t number;
    uint16_t check_sum;
    const char *verb;
    // key, value, key, value and so on, each terminated by a zero.
    const char *fields;
    uint8_t field_count;
};

enum line_state { LINE_INCOMPLETE, LINE_BAD, LINE_GOOD };

// Discards the bytes of an incomplete line.
void line_reset(void);

// Receives a byte. If it completes a valid line, `line` is that one, until the next call.
enum line_state line_receive(char byte, struct line *line);

// Return the value of a key, and the key of the next field.
const char *line_value(const char *key);
const char *line_next_key(const char *key);

// Returns a CRC-16/CCITT (polynomial 0x1021, nothing reflected) updated by a byte.
enum { CRC_START = 0xFFFF };
uint16_t crc_add(uint16_t crc, char byte);

#endif
