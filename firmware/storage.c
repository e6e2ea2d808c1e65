#include "storage.h"

#include "board.h"
#include "line_parser.h"

// An epoch is stored with its complement; the newest intact one is valid. An epoch differs from the
// one that it overwrites in its low byte, which is written first, so that a single wrong byte
// cannot make an intact epoch.
enum { EPOCH_SIZE = 4 };
_Static_assert(EPOCHS_AT + EPOCHS * EPOCH_SIZE <= POSES_AT, "the epochs need more room");

static uint16_t epoch_address(uint8_t slot) { return (uint16_t)(EPOCHS_AT + EPOCH_SIZE * slot); }

static uint16_t read_word(uint16_t address)
{
    return (uint16_t)(board_eeprom_read(address) | board_eeprom_read(address + 1) << 8);
}

static void write_word(uint16_t address, uint16_t word)
{
    board_eeprom_write(address, (uint8_t)word);
    board_eeprom_write(address + 1, (uint8_t)(word >> 8));
}

uint16_t storage_next_epoch(void)
{
    bool found = false;
    uint16_t newest = UINT16_MAX;
    uint8_t newest_slot = EPOCHS - 1;
    for (uint8_t slot = 0; slot < EPOCHS; slot++) {
        uint16_t epoch = read_word(epoch_address(slot));
        bool is_intact = (epoch ^ read_word(epoch_address(slot) + 2)) == UINT16_MAX;
        if (is_intact && (!found || (int16_t)(epoch - newest) > 0)) {
            found = true;
            newest = epoch;
            newest_slot = slot;
        }
    }
    uint16_t address = epoch_address((uint8_t)((newest_slot + 1) % EPOCHS));
    newest++;
    write_word(address, newest);
    write_word(address + 2, (uint16_t)~newest);
    return newest;
}

enum { COPY_SIZE = 1 + 2 * MAX_CONSTANTS + 2 };
_Static_assert(CONSTANTS_AT + COPIES * COPY_SIZE <= EEPROM_SIZE, "the constants need more room");

// A copy has the version, the values, and their check sum.
static uint16_t copy_address(uint8_t copy) { return (uint16_t)(CONSTANTS_AT + COPY_SIZE * copy); }

static uint16_t copy_check_sum(uint8_t copy, uint8_t count)
{
    uint16_t crc = CRC_START, size = (uint16_t)(1 + 2 * count);
    for (uint16_t byte = 0; byte < size; byte++)
        crc = crc_add(crc, (char)board_eeprom_read((uint16_t)(copy_address(copy) + byte)));
    return crc;
}

static uint16_t value_address(uint8_t copy, uint8_t value)
{
    return (uint16_t)(copy_address(copy) + 1 + 2 * value);
}

bool storage_load_constants(uint8_t version, uint16_t values[], uint8_t count)
{
    for (uint8_t copy = 0; copy < COPIES; copy++) {
        if (board_eeprom_read(copy_address(copy)) != version
            || read_word(value_address(copy, count)) != copy_check_sum(copy, count))
            continue;
        for (uint8_t value = 0; value < count; value++)
            values[value] = read_word(value_address(copy, value));
        return true;
    }
    return false;
}

static uint8_t byte_of(uint16_t word, bool is_high) { return (uint8_t)(is_high ? word >> 8 : word); }

bool storage_save_byte(uint16_t number, uint8_t version, const uint16_t values[], uint8_t count)
{
    uint16_t size = (uint16_t)(1 + 2 * count + 2);
    uint8_t copy = (uint8_t)(number / size), byte = (uint8_t)(number % size);
    if (copy >= COPIES)
        return false;
    uint8_t value = (uint8_t)((byte - 1) / 2), content = version;
    bool is_high = byte && (byte - 1) % 2;
    if (byte && value < count)
        content = byte_of(values[value], is_high);
    else if (byte)
        content = byte_of(copy_check_sum(copy, count), is_high);
    board_eeprom_write((uint16_t)(copy_address(copy) + byte), content);
    return true;
}
