#include "line.h"

#include <stddef.h>
#include <string.h>

// Room for one byte more than a line may have, so that a longer one is known, and a zero.
static char text[LONGEST_LINE + 1];
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

static bool is_in_key(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

static bool is_in_value(char c)
{
    return c > ' ' && c <= '~' && c != '*' && c != '=' && c != '?';
}

// Each of these reads what it is named after, gives what follows it, or NULL where it is none.

static char *read_number(char *at, uint16_t *number)
{
    uint32_t value = 0;
    char *start = at;
    for (; is_digit(*at); at++) {
        value = 10 * value + (uint32_t)(*at - '0');
        if (value > UINT16_MAX)
            return NULL;
    }
    bool padded = *start == '0' && at > start + 1;
    *number = (uint16_t)value;
    return at == start || padded ? NULL : at;
}

static char *read_check_sum(char *at, uint16_t *check_sum)
{
    *check_sum = 0;
    for (uint8_t digit = 0; digit < 4; digit++, at++) {
        if (is_digit(*at))
            *check_sum = (uint16_t)(*check_sum << 4 | (*at - '0'));
        else if (*at >= 'A' && *at <= 'F')
            *check_sum = (uint16_t)(*check_sum << 4 | (*at - 'A' + 10));
        else
            return NULL;
    }
    return *at ? NULL : at;
}

static char *read_word(char *at)
{
    if (!is_letter(*at))
        return NULL;
    while (is_letter(*at))
        at++;
    return at;
}

static char *read_field(char *at)
{
    if (!is_letter(*at))
        return NULL;
    while (is_in_key(*at))
        at++;
    if (*at != '=')
        return NULL;
    *at++ = 0;
    while (is_in_value(*at))
        at++;
    return at;
}

static bool check_sum_is_right(const struct line *line, const char *star)
{
    uint16_t crc = CRC_START;
    for (const char *at = text; at < star; at++)
        crc = crc_add(crc, *at);
    return crc == line->check_sum;
}

static bool read_line(struct line *line)
{
    // A zero would end the text before its end.
    if (length >= LONGEST_LINE || memchr(text, 0, length))
        return false;
    text[length] = 0;
    char *star = strchr(text, '*');
    if (!star || !read_check_sum(star + 1, &line->check_sum) || !check_sum_is_right(line, star))
        return false;
    *star = 0;
    char *at = text;
    line->is_event = *at == '!';
    at = read_number(at + line->is_event, &line->number);
    if (!at || *at++ != ' ')
        return false;
    line->verb = at;
    at = read_word(at);
    line->fields = star;
    line->field_count = 0;
    while (at && *at == ' ') {
        *at++ = 0;
        if (!line->field_count)
            line->fields = at;
        line->field_count++;
        at = read_field(at);
    }
    return at == star;
}

void line_reset(void) { length = 0; }

enum line_state line_take(char byte, struct line *line)
{
    if (byte != '\n') {
        if (length < LONGEST_LINE)
            text[length++] = byte;
        return LINE_INCOMPLETE;
    }
    while (length && text[length - 1] == '\r')
        length--;
    bool empty = !length;
    bool good = read_line(line);
    length = 0;
    return empty ? LINE_INCOMPLETE : good ? LINE_GOOD : LINE_BAD;
}

const char *line_value(const char *key) { return key + strlen(key) + 1; }

const char *line_next_key(const char *key) { return line_value(line_value(key)); }
