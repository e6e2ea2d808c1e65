#include "reply.h"

#include "board.h"
#include "line_parser.h"

enum { MAX_APART_BYTES = 112 };

static char kept[MAX_LINE_BYTES], apart[MAX_APART_BYTES];
static uint8_t kept_length;
// The line that is being written, and what is left to send of it.
static char *line;
static uint8_t length;
static uint16_t crc;
static const char *volatile next;
static volatile uint8_t left;

void reply_byte(char byte)
{
    if (length == (line == kept ? sizeof kept : sizeof apart))
        return;
    crc = crc_add(crc, byte);
    line[length++] = byte;
}

static void write_text(const char *text)
{
    for (char byte; (byte = board_flash_byte(text)); text++)
        reply_byte(byte);
}

static void write_number(uint32_t number)
{
    char digits[10];
    uint8_t count = 0;
    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    while (count--)
        reply_byte(digits[count]);
}

static void begin(char *buffer, uint16_t number, const char *verb)
{
    line = buffer;
    length = 0;
    crc = CRC_START;
    write_number(number);
    reply_byte(' ');
    write_text(verb);
}

void reply_begin(uint16_t number, const char *verb) { begin(kept, number, verb); }

void reply_begin_apart(uint16_t number, const char *verb) { begin(apart, number, verb); }

void reply_key(const char *key)
{
    reply_byte(' ');
    write_text(key);
    reply_byte('=');
}

void reply_integer(int32_t number)
{
    if (number < 0)
        reply_byte('-');
    write_number(number < 0 ? 0 - (uint32_t)number : (uint32_t)number);
}

void reply_hexadecimal(uint16_t number)
{
    for (int8_t shift = 12; shift >= 0; shift = (int8_t)(shift - 4))
        reply_byte(board_flash_byte(TEXT("0123456789ABCDEF") + (number >> shift & 0xF)));
}

void reply_text_field(const char *key, const char *value)
{
    reply_key(key);
    write_text(value);
}

void reply_number_field(const char *key, uint32_t number)
{
    reply_key(key);
    write_number(number);
}

static void send(const char *bytes, uint8_t count)
{
    next = bytes;
    left = count;
    if (count)
        board_begin_sending();
}

void reply_end(void)
{
    uint16_t check_sum = crc;
    reply_byte('*');
    reply_hexadecimal(check_sum);
    reply_byte('\n');
    if (line == kept)
        kept_length = length;
    send(line, length);
}

void reply_resend(void) { send(kept, kept_length); }

void reply_forget(void) { kept_length = 0; }

bool reply_is_sending(void) { return left; }

bool reply_take(char *byte)
{
    if (!left)
        return false;
    left--;
    *byte = *next++;
    return true;
}
