#include "line_parser.h"

#include <stddef.h>
#include <string.h>

// One byte more than a line may have, so that a longer one is noticed, and a zero.
static char text[MAX_LINE_BYTES + 1];
static uint8_t length;

uint16_t crc_add(uint16_t crc, char byte)
{
    crc ^= (uint16_t)((uint8_t)byte << 8);
    for (uint8_t bit = 0; bit < 8; bit++)
        crc = (uint16_t)(crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1);
    return crc;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

static bool is_key_character(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

static bool is_value_character(char c)
{
    return c > ' ' && c <= '~' && c != '*' && c != '=' && c != '?';
}

// Each of these parses what it is named after and returns the position behind it, or NULL if the
// text is something else.

static char *read_number(char *cursor, uint16_t *number)
{
    uint32_t value = 0;
    char *start = cursor;
    for (; is_digit(*cursor); cursor++) {
        value = 10 * value + (uint32_t)(*cursor - '0');
        if (value > UINT16_MAX)
            return NULL;
    }
    bool padded = *start == '0' && cursor > start + 1;
    *number = (uint16_t)value;
    return cursor == start || padded ? NULL : cursor;
}

static char *read_check_sum(char *cursor, uint16_t *check_sum)
{
    *check_sum = 0;
    for (uint8_t digit = 0; digit < 4; digit++, cursor++) {
        if (is_digit(*cursor))
            *check_sum = (uint16_t)(*check_sum << 4 | (*cursor - '0'));
        else if (*cursor >= 'A' && *cursor <= 'F')
            *check_sum = (uint16_t)(*check_sum << 4 | (*cursor - 'A' + 10));
        else
            return NULL;
    }
    return *cursor ? NULL : cursor;
}

static char *read_word(char *cursor)
{
    if (!is_letter(*cursor))
        return NULL;
    while (is_letter(*cursor))
        cursor++;
    return cursor;
}

static char *read_field(char *cursor)
{
    if (!is_letter(*cursor))
        return NULL;
    while (is_key_character(*cursor))
        cursor++;
    if (*cursor != '=')
        return NULL;
    *cursor++ = 0;
    while (is_value_character(*cursor))
        cursor++;
    return cursor;
}

static bool check_sum_matches(const struct line *line, const char *star)
{
    uint16_t crc = CRC_START;
    for (const char *cursor = text; cursor < star; cursor++)
        crc = crc_add(crc, *cursor);
    return crc == line->check_sum;
}

static bool read_line(struct line *line)
{
    // A zero byte in a line would cut it short.
    if (length >= MAX_LINE_BYTES || memchr(text, 0, length))
        return false;
    text[length] = 0;
    char *star = strchr(text, '*');
    if (!star || !read_check_sum(star + 1, &line->check_sum) || !check_sum_matches(line, star))
        return false;
    *star = 0;
    char *cursor = text;
    cursor = read_number(cursor, &line->number);
    if (!cursor || *cursor++ != ' ')
        return false;
    line->verb = cursor;
    cursor = read_word(cursor);
    line->fields = star;
    line->field_count = 0;
    while (cursor && *cursor == ' ') {
        *cursor++ = 0;
        if (!line->field_count)
            line->fields = cursor;
        line->field_count++;
        cursor = read_field(cursor);
    }
    return cursor == star;
}

void line_reset(void) { length = 0; }

enum line_state line_receive(char byte, struct line *line)
{
    if (byte != '\n') {
        if (length < MAX_LINE_BYTES)
            text[length++] = byte;
        return LINE_INCOMPLETE;
    }
    // What was longer is not valid without its end.
    while (length && length < MAX_LINE_BYTES && text[length - 1] == '\r')
        length--;
    bool empty = !length;
    bool good = read_line(line);
    length = 0;
    return empty ? LINE_INCOMPLETE : good ? LINE_GOOD : LINE_BAD;
}

const char *line_value(const char *key) { return key + strlen(key) + 1; }

const char *line_next_key(const char *key) { return line_value(line_value(key)); }
