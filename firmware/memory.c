#include "memory.h"

#include "board.h"

// A cell wears out after 100,000 writes, so that poses are written round and round. Each is marked
// with the parity of its round: the newest is the last one before the mark changes.
enum { EPOCH_AT = 0, POSES_AT = 2, POSES = MEMORY_SIZE - POSES_AT };
enum { MARK = 0x80, NEVER_WRITTEN = 0xFF };

uint16_t memory_next_epoch(void)
{
    uint16_t epoch = (uint16_t)(board_remembered(EPOCH_AT) | board_remembered(EPOCH_AT + 1) << 8);
    epoch++;
    board_remember(EPOCH_AT, (uint8_t)epoch);
    board_remember(EPOCH_AT + 1, (uint8_t)(epoch >> 8));
    return epoch;
}

static uint8_t pose_at(uint16_t place) { return board_remembered((uint16_t)(POSES_AT + place)); }

// Finds where the next pose belongs; the newest one lies before it.
static uint16_t next_place(void)
{
    uint16_t place = 1;
    while (place < POSES && !((pose_at(0) ^ pose_at(place)) & MARK))
        place++;
    return place;
}

static bool nothing_written(void) { return pose_at(0) == NEVER_WRITTEN; }

// Two bits for the quarter of each wrist, and one for each grip.

static uint8_t packed(const struct pose *pose)
{
    uint8_t code = 0;
    for (uint8_t hand = 0; hand < HANDS; hand++) {
        code = (uint8_t)(code << 2 | (pose->wrists[hand] / QUARTER + 1));
        code = (uint8_t)(code << 1 | (pose->grips[hand] != CLOSED));
    }
    return code;
}

static struct pose unpacked(uint8_t code)
{
    struct pose pose;
    for (int8_t hand = HANDS - 1; hand >= 0; hand--) {
        pose.grips[hand] = code & 1 ? OPEN : CLOSED;
        uint8_t quarter = code >> 1 & 3;
        // A write that lost its power half-way may have left anything.
        pose.wrists[hand] = quarter > 2 ? 0 : (int16_t)((quarter - 1) * QUARTER);
        code = (uint8_t)(code >> 3);
    }
    return pose;
}

struct pose memory_pose(void)
{
    if (nothing_written())
        return (struct pose){{0, 0}, {CLOSED, CLOSED}};
    return unpacked(pose_at((uint16_t)(next_place() - 1)));
}

void memory_keep_pose(const struct pose *pose)
{
    // The first round has no mark, and unwritten memory has it everywhere.
    uint16_t place = nothing_written() ? 0 : next_place() % POSES;
    uint8_t round = pose_at(0);
    if (!place)
        round = (uint8_t)~round;
    round = round & MARK;
    board_remember((uint16_t)(POSES_AT + place), (uint8_t)(round | packed(pose)));
}
