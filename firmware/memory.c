#include "memory.h"

#include <stdlib.h>

#include "board.h"

// A cell wears out after 100,000 writes, so that epochs and poses are written round and round. A
// loss of power may leave anything in the byte that is just being written.

// An epoch is kept with its complement, and the newest of the whole ones counts. Every number of a
// ring differs from the one it is written over in its low byte, which is written first, so that no
// single wrong byte makes a whole one.
enum { EPOCHS_AT = 0, EPOCHS = 16, EPOCH_SIZE = 4 };

static uint16_t epoch_address(uint8_t place) { return (uint16_t)(EPOCHS_AT + EPOCH_SIZE * place); }

static uint16_t remembered_word(uint16_t address)
{
    return (uint16_t)(board_remembered(address) | board_remembered(address + 1) << 8);
}

static void remember_word(uint16_t address, uint16_t word)
{
    board_remember(address, (uint8_t)word);
    board_remember(address + 1, (uint8_t)(word >> 8));
}

uint16_t memory_next_epoch(void)
{
    bool found = false;
    uint16_t newest = UINT16_MAX;
    uint8_t newest_place = EPOCHS - 1;
    for (uint8_t place = 0; place < EPOCHS; place++) {
        uint16_t epoch = remembered_word(epoch_address(place));
        bool is_whole = (epoch ^ remembered_word(epoch_address(place) + 2)) == UINT16_MAX;
        if (is_whole && (!found || (int16_t)(epoch - newest) > 0)) {
            found = true;
            newest = epoch;
            newest_place = place;
        }
    }
    uint16_t address = epoch_address((uint8_t)((newest_place + 1) % EPOCHS));
    newest++;
    remember_word(address, newest);
    remember_word(address + 2, (uint16_t)~newest);
    return newest;
}

// A pose is a record of two bytes, a code and its check. The code has two bits for the quarter of
// each wrist, one for each grip, one for a pose that is only on its way to this one, and the parity
// of its round: the newest record is the last one before the parity changes.
enum { RECORDS_AT = EPOCHS_AT + EPOCHS * EPOCH_SIZE, RECORD_SIZE = 2 };
enum { RECORDS = (MEMORY_SIZE - RECORDS_AT) / RECORD_SIZE };
enum { ROUND = 0x80, ON_THE_WAY = 0x40, POSE = 0x3F };
// No wrist has a fourth quarter. With this check a byte that was never written is not whole either.
enum { NO_RECORD = 0x36, CHECK = (uint8_t)~NO_RECORD };
enum { NO_QUARTER = 3 };

static uint8_t record_at(uint16_t place)
{
    uint16_t address = (uint16_t)(RECORDS_AT + RECORD_SIZE * (place % RECORDS));
    uint8_t code = board_remembered(address);
    bool is_whole = (board_remembered(address + 1) ^ code) == CHECK;
    bool is_pose = (code >> 4 & 3) != NO_QUARTER && (code >> 1 & 3) != NO_QUARTER;
    return is_whole && is_pose ? code : NO_RECORD;
}

// Finds where the next record belongs; the newest one lies before it.
static uint16_t next_place(void)
{
    uint8_t first = record_at(0);
    uint16_t place = 0;
    while (place < RECORDS) {
        uint8_t code = record_at(place);
        if (code == NO_RECORD || (code ^ first) & ROUND)
            break;
        place++;
    }
    return place % RECORDS;
}

static uint8_t newest_record(uint16_t next) { return record_at((uint16_t)(next + RECORDS - 1)); }

static bool is_off(int16_t at, int16_t detent) { return abs(at - detent) > WIGGLE; }

// Gives a pose's code, marked where it lies between detents.
static uint8_t coded(const struct pose *pose)
{
    uint8_t code = 0, mark = 0;
    for (uint8_t hand = 0; hand < HANDS; hand++) {
        int16_t wrist = pose->wrists[hand];
        int16_t quarter = (int16_t)((wrist + 3 * QUARTER / 2) / QUARTER);
        int16_t grip = pose->grips[hand];
        if (is_off(wrist, (int16_t)((quarter - 1) * QUARTER)) || (grip != CLOSED && grip != OPEN))
            mark = ON_THE_WAY;
        code = (uint8_t)(code << 2 | quarter);
        code = (uint8_t)(code << 1 | (grip != CLOSED));
    }
    return code | mark;
}

static struct pose decoded(uint8_t code)
{
    struct pose pose = {{0, 0}, {CLOSED, CLOSED}};
    if (code == NO_RECORD)
        return pose;
    for (int8_t hand = HANDS - 1; hand >= 0; hand--) {
        pose.grips[hand] = code & 1 ? OPEN : CLOSED;
        pose.wrists[hand] = (int16_t)(((code >> 1 & 3) - 1) * QUARTER);
        code = (uint8_t)(code >> 3);
    }
    return pose;
}

struct remembered_pose memory_pose(void)
{
    uint16_t next = next_place();
    uint8_t newest = newest_record(next);
    struct remembered_pose found = {.pose = decoded(newest), .is_known = true};
    if (newest == NO_RECORD || !(newest & ON_THE_WAY))
        return found;
    found.is_known = false;
    struct pose from = decoded(record_at((uint16_t)(next + RECORDS - 2)));
    for (uint8_t hand = 0; hand < HANDS; hand++) {
        found.pose.wrists[hand] = (int16_t)((found.pose.wrists[hand] + from.wrists[hand]) / 2);
        found.pose.grips[hand] = (int16_t)((found.pose.grips[hand] + from.grips[hand]) / 2);
    }
    return found;
}

static void remember(uint8_t code)
{
    uint16_t next = next_place();
    uint8_t newest = newest_record(next);
    // The first record of a round changes the parity.
    uint8_t round = newest == NO_RECORD ? 0 : newest & ROUND;
    if (newest != NO_RECORD && !next)
        round ^= ROUND;
    if (newest != NO_RECORD && (newest & ~ROUND) == code)
        return;
    uint16_t address = (uint16_t)(RECORDS_AT + RECORD_SIZE * next);
    code |= round;
    board_remember(address, code);
    board_remember(address + 1, code ^ CHECK);
}

void memory_depart(const struct pose *target) { remember(coded(target) | ON_THE_WAY); }

void memory_arrive(const struct pose *pose) { remember(coded(pose)); }
