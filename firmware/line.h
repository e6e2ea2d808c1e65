// Lines that come in: put together byte by byte, and taken apart where they are good.
#ifndef LINE_H
#define LINE_H

#include <stdbool.h>
#include <stdint.h>

// With its line feed.
enum { LONGEST_LINE = 160 };

struct line {
    bool is_event;
    uint16_t number;
    uint16_t check_sum;
    const char *verb;
    // key, value, key, value ..., each ended by a zero.
    const char *fields;
    uint8_t field_count;
};

enum line_state { LINE_INCOMPLETE, LINE_BAD, LINE_GOOD };

// Forgets what has come of a line so far.
void line_reset(void);

// Takes a byte. Where it completes a good line, `line` is that one, until the next call.
enum line_state line_take(char byte, struct line *line);

// Goes on from a field to the next.
const char *line_value(const char *key);
const char *line_next_key(const char *key);

// Carries a CRC-16/CCITT (polynomial 0x1021, nothing reflected) on by a byte.
enum { CRC_START = 0xFFFF };
uint16_t crc_add(uint16_t crc, char byte);

#endif
