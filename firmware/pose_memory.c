#include "pose_memory.h"

#include <stdlib.h>

#include "board.h"
#include "rig.h"
#include "storage.h"

// A pose is a record of two bytes, a code and its check. The code has two bits for the quarter turn
// of each wrist and one of the two bits of the grips after each, one for a motion to this pose that has
// not ended, and the parity of the pass through the ring: the newest record is the last one before the
// parity changes.
enum { RECORD_SIZE = 2, RECORDS = (POSES_END - POSES_AT) / RECORD_SIZE };
enum { PARITY_BIT = 0x80, IN_MOTION = 0x40 };
// No wrist has a fourth quarter turn. With this check a byte that was never written is not intact.
enum { NO_RECORD = 0x36, CHECK = (uint8_t)~NO_RECORD };
enum { NO_QUARTER = 3 };

static uint8_t record_at(uint16_t slot)
{
    uint16_t address = (uint16_t)(POSES_AT + RECORD_SIZE * (slot % RECORDS));
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

bool pose_memory_has_pose(void) { return newest_record(next_slot()) != NO_RECORD; }

static bool is_away_from(int16_t at, int16_t detent) { return abs(at - detent) > MAX_WIGGLE; }

// Returns the code of a pose, with IN_MOTION set if it lies between detents or positions.
static uint8_t pack_pose(const struct pose *pose)
{
    uint8_t code = 0, mark = 0, grips = rig()->pack_grips(pose->grips);
    int16_t places[GRIPPERS];
    rig()->unpack_grips(grips, places);
    for (uint8_t gripper = 0; gripper < GRIPPERS; gripper++) {
        int16_t wrist = pose->wrists[gripper], grip = pose->grips[gripper];
        int16_t quarter = (int16_t)((wrist + 3 * QUARTER_TURN / 2) / QUARTER_TURN);
        int16_t detent = (int16_t)((quarter - 1) * QUARTER_TURN);
        if (is_away_from(wrist, detent) || (grip != places[gripper] && grip != LOADING))
            mark = IN_MOTION;
        code = (uint8_t)(code << 2 | quarter);
        code = (uint8_t)(code << 1 | (grips >> gripper & 1));
    }
    return code | mark;
}

static struct pose unpack_pose(uint8_t code)
{
    struct pose pose = {{0, 0}, {CLOSED, CLOSED}};
    if (code == NO_RECORD)
        return pose;
    uint8_t grips = 0;
    for (int8_t gripper = GRIPPERS - 1; gripper >= 0; gripper--) {
        grips = (uint8_t)(grips << 1 | (code & 1));
        pose.wrists[gripper] = (int16_t)(((code >> 1 & 3) - 1) * QUARTER_TURN);
        code = (uint8_t)(code >> 3);
    }
    rig()->unpack_grips(grips, pose.grips);
    return pose;
}

struct stored_pose pose_memory_load(void)
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
    uint16_t address = (uint16_t)(POSES_AT + RECORD_SIZE * next);
    code |= parity;
    board_eeprom_write(address, code);
    board_eeprom_write(address + 1, code ^ CHECK);
}

void pose_memory_save_departure(const struct pose *target)
{
    write_record(pack_pose(target) | IN_MOTION);
}

void pose_memory_save_arrival(const struct pose *pose) { write_record(pack_pose(pose)); }
