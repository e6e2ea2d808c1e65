#include "storage.h"

#include <stdlib.h>

#include "board.h"
#include "constants.h"
#include "line_parser.h"

// Wear levelling: a cell of the EEPROM lasts 100,000 writes, so epochs and poses are written to
// rings of slots. A loss of power may leave any value in the byte that is being written.

// An epoch is stored with its complement; the newest intact one is valid. An epoch differs from the
// one that it overwrites in its low byte, which is written first, so that a single wrong byte
// cannot make an intact epoch.
enum { EPOCHS_AT = 0, EPOCHS = 16, EPOCH_SIZE = 4 };

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

// A pose is a record of two bytes, a code and its check. The code has two bits for the quarter turn
// of each wrist, one for each grip (open also for loading; a cover has both), one for a motion to this pose that has not ended, and the
// parity of the pass through the ring: the newest record is the last one before the parity changes.
enum { RECORDS_AT = EPOCHS_AT + EPOCHS * EPOCH_SIZE, RECORD_SIZE = 2 };
// The two copies of the constants are at the end.
enum { COPIES = 2, COPY_SIZE = 1 + 2 * MAX_CONSTANTS + 2 };
enum { CONSTANTS_AT = EEPROM_SIZE - COPIES * COPY_SIZE };
enum { RECORDS = (CONSTANTS_AT - RECORDS_AT) / RECORD_SIZE };
enum { PARITY_BIT = 0x80, IN_MOTION = 0x40, POSE_BITS = 0x3F };
// No wrist has a fourth quarter turn. With this check a byte that was never written is not intact.
enum { NO_RECORD = 0x36, CHECK = (uint8_t)~NO_RECORD };
enum { NO_QUARTER = 3 };

static uint8_t record_at(uint16_t slot)
{
    uint16_t address = (uint16_t)(RECORDS_AT + RECORD_SIZE * (slot % RECORDS));
    uint8_t code = board_eeprom_read(address);
    bool is_intact = (board_eeprom_read(address + 1) ^ code) == CHECK;
    bool is_pose = (code >> 4 & 3) != NO_QUARTER && (code >> 1 & 3) != NO_QUARTER;
    return is_intact && is_pose ? code : NO_RECORD;
}

// Returns the slot of the next record; the newest one is in the slot before it.
static uint16_t next_slot(void)
{
    uint8_t first = record_at(0);
    uint16_t slot = 0;
    while (slot < RECORDS) {
        uint8_t code = record_at(slot);
        if (code == NO_RECORD || (code ^ first) & PARITY_BIT)
            break;
        slot++;
    }
    return slot % RECORDS;
}

static uint8_t newest_record(uint16_t next) { return record_at((uint16_t)(next + RECORDS - 1)); }

// The positions of a cover, in the order of its two bits.
static const uint16_t COVER_PLACES[] IN_FLASH = {CLOSED, OPEN, LOW, UP};
enum { COVER_PLACE_COUNT = 4 };

static bool is_flipper(void) { return constant(RIG) == FLIPPER; }

static int16_t cover_place(uint8_t number) { return (int16_t)board_flash_word(&COVER_PLACES[number]); }

// Returns the number of the first place that a cover has not gone beyond.
static uint8_t cover_number(int16_t grip)
{
    uint8_t number = 0;
    while (number + 1 < COVER_PLACE_COUNT && grip > cover_place(number))
        number++;
    return number;
}

// Returns a pose in which a cover is two grips: the bits of its number.
static struct pose with_cover_as_grips(struct pose pose)
{
    uint8_t number = cover_number(pose.grips[0]);
    pose.grips[0] = number & 1 ? OPEN : CLOSED;
    pose.grips[1] = number & 2 ? OPEN : CLOSED;
    return pose;
}

static struct pose with_grips_as_cover(struct pose pose)
{
    uint8_t number = (uint8_t)((pose.grips[0] != CLOSED) + 2 * (pose.grips[1] != CLOSED));
    pose.grips[0] = cover_place(number);
    pose.grips[1] = CLOSED;
    return pose;
}

static bool is_away_from(int16_t at, int16_t detent) { return abs(at - detent) > MAX_WIGGLE; }

// Returns the code of a pose, with IN_MOTION set if it lies between detents.
static uint8_t pack_pose(const struct pose *given)
{
    uint8_t code = 0, mark = 0;
    struct pose packed = is_flipper() ? with_cover_as_grips(*given) : *given, *pose = &packed;
    if (is_flipper() && given->grips[0] != cover_place(cover_number(given->grips[0])))
        mark = IN_MOTION;
    for (uint8_t gripper = 0; gripper < GRIPPERS; gripper++) {
        int16_t wrist = pose->wrists[gripper];
        int16_t quarter = (int16_t)((wrist + 3 * QUARTER_TURN / 2) / QUARTER_TURN);
        int16_t grip = pose->grips[gripper];
        int16_t detent = (int16_t)((quarter - 1) * QUARTER_TURN);
        if (is_away_from(wrist, detent) || (grip != CLOSED && grip != OPEN && grip != LOADING))
            mark = IN_MOTION;
        code = (uint8_t)(code << 2 | quarter);
        code = (uint8_t)(code << 1 | (grip != CLOSED));
    }
    return code | mark;
}

static struct pose unpack_pose(uint8_t code)
{
    struct pose pose = {{0, 0}, {CLOSED, CLOSED}};
    if (code == NO_RECORD)
        return pose;
    for (int8_t gripper = GRIPPERS - 1; gripper >= 0; gripper--) {
        pose.grips[gripper] = code & 1 ? OPEN : CLOSED;
        pose.wrists[gripper] = (int16_t)(((code >> 1 & 3) - 1) * QUARTER_TURN);
        code = (uint8_t)(code >> 3);
    }
    return is_flipper() ? with_grips_as_cover(pose) : pose;
}

struct stored_pose storage_load_pose(void)
{
    uint16_t next = next_slot();
    uint8_t newest = newest_record(next);
    struct stored_pose found = {.pose = unpack_pose(newest), .is_known = true};
    if (newest == NO_RECORD || !(newest & IN_MOTION))
        return found;
    found.is_known = false;
    // A restart cut a motion off: return the middle between its start and its target.
    struct pose before = unpack_pose(record_at((uint16_t)(next + RECORDS - 2)));
    for (uint8_t gripper = 0; gripper < GRIPPERS; gripper++) {
        int16_t *wrist = &found.pose.wrists[gripper], *grip = &found.pose.grips[gripper];
        *wrist = (int16_t)((*wrist + before.wrists[gripper]) / 2);
        *grip = (int16_t)((*grip + before.grips[gripper]) / 2);
    }
    return found;
}

static void write_record(uint8_t code)
{
    uint16_t next = next_slot();
    uint8_t newest = newest_record(next);
    // The parity changes with the first record of a pass.
    uint8_t parity = newest == NO_RECORD ? 0 : newest & PARITY_BIT;
    if (newest != NO_RECORD && !next)
        parity ^= PARITY_BIT;
    if (newest != NO_RECORD && (newest & ~PARITY_BIT) == code)
        return;
    uint16_t address = (uint16_t)(RECORDS_AT + RECORD_SIZE * next);
    code |= parity;
    board_eeprom_write(address, code);
    board_eeprom_write(address + 1, code ^ CHECK);
}

void storage_save_departure(const struct pose *target)
{
    write_record(pack_pose(target) | IN_MOTION);
}

void storage_save_arrival(const struct pose *pose) { write_record(pack_pose(pose)); }

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

void storage_save_constants(uint8_t copy, uint8_t version, const uint16_t values[], uint8_t count)
{
    board_eeprom_write(copy_address(copy), version);
    for (uint8_t value = 0; value < count; value++)
        write_word(value_address(copy, value), values[value]);
    write_word(value_address(copy, count), copy_check_sum(copy, count));
}
