#include "reply_writer.h"

#include <stdlib.h>

#include "board.h"
#include "line_parser.h"

static char cached_reply[MAX_LINE_BYTES];
static uint8_t cached_length;
static bool caching;
static uint16_t crc;

static void put(char byte)
{
    crc = crc_add(crc, byte);
    if (caching && cached_length < sizeof cached_reply)
        cached_reply[cached_length++] = byte;
    board_send(byte);
}

static void begin(uint16_t number, const char *verb)
{
    reply_number(number);
    put(' ');
    reply_text(verb);
}

void reply_begin(uint16_t number, const char *verb, bool cached)
{
    crc = CRC_START;
    caching = cached;
    if (cached)
        cached_length = 0;
    begin(number, verb);
}

void event_begin(uint16_t number, const char *verb)
{
    crc = CRC_START;
    caching = false;
    put('!');
    begin(number, verb);
}

void reply_key(const char *key)
{
    put(' ');
    reply_text(key);
    put('=');
}

void reply_text(const char *text)
{
    for (char byte; (byte = board_flash_byte(text)); text++)
        put(byte);
}

void reply_number(uint32_t number) { reply_decimal(number, 0); }

void reply_decimal(uint32_t number, uint8_t decimals)
{
    char digits[10];
    uint8_t count = 0;
    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number || count <= decimals);
    while (count--) {
        put(digits[count]);
        if (count == decimals && decimals)
            put('.');
    }
}

void reply_hexadecimal(uint16_t number)
{
    for (int8_t shift = 12; shift >= 0; shift = (int8_t)(shift - 4))
        put(board_flash_byte(TEXT("0123456789ABCDEF") + (number >> shift & 0xF)));
}

void reply_field(const char *key, const char *value)
{
    reply_key(key);
    reply_text(value);
}

void reply_degrees(int16_t tenths, bool always_a_decimal)
{
    uint16_t size = (uint16_t)abs(tenths);
    put(tenths < 0 ? '-' : '+');
    if (always_a_decimal || size % 10)
        reply_decimal(size, 1);
    else
        reply_number(size / 10);
}

void reply_position(const char *axis, int16_t at)
{
    reply_field(TEXT("axis"), axis);
    if (at == NO_ANGLE)
        return;
    reply_key(TEXT("at"));
    reply_degrees(at, true);
}

void reply_end(void)
{
    uint16_t check_sum = crc;
    put('*');
    reply_hexadecimal(check_sum);
    put('\n');
}

void reply_resend(void)
{
    for (uint8_t index = 0; index < cached_length; index++)
        board_send(cached_reply[index]);
}

void reply_clear_cache(void) { cached_length = 0; }
