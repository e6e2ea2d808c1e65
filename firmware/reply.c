#include "reply.h"

#include "board.h"
#include "line.h"

static char copy[LONGEST_LINE];
static uint8_t copy_length;
static bool keeping;
static uint16_t crc;

static void put(char byte)
{
    crc = crc_add(crc, byte);
    if (keeping && copy_length < sizeof copy)
        copy[copy_length++] = byte;
    board_send(byte);
}

static void begin(uint16_t number, const char *verb)
{
    reply_number(number);
    put(' ');
    reply_text(verb);
}

void reply_begin(uint16_t number, const char *verb, bool kept)
{
    crc = CRC_START;
    keeping = kept;
    if (kept)
        copy_length = 0;
    begin(number, verb);
}

void event_begin(uint16_t number, const char *verb)
{
    crc = CRC_START;
    keeping = false;
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
    while (*text)
        put(*text++);
}

void reply_number(uint32_t number) { reply_fraction(number, 0); }

void reply_fraction(uint32_t number, uint8_t decimals)
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
        put("0123456789ABCDEF"[number >> shift & 0xF]);
}

void reply_field(const char *key, const char *value)
{
    reply_key(key);
    reply_text(value);
}

void reply_end(void)
{
    uint16_t check_sum = crc;
    put('*');
    reply_hexadecimal(check_sum);
    put('\n');
}

bool reply_again(void)
{
    for (uint8_t at = 0; at < copy_length; at++)
        board_send(copy[at]);
    return copy_length;
}

void reply_forget(void) { copy_length = 0; }
