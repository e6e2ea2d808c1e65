// The number of starts and the last pose, in EEPROM, with wear levelling.
#ifndef STORAGE_H
#define STORAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "pose.h"

// Returns the number of this start, which none of the last 65,535 had.
uint16_t storage_next_epoch(void);

// The pose stored for the next start, as servos have no feedback. After a restart during a motion
// it is not known, and `pose` is the middle between the start and the target of that motion.
struct stored_pose {
    struct pose pose;
    bool is_known;
};
struct stored_pose storage_load_pose(void);

// Stores that a motion to this pose is about to start, and that one has ended.
void storage_save_departure(const struct pose *target);
void storage_save_arrival(const struct pose *pose);

// Loads and saves the constants of a version; there are two copies, so that a loss of power harms at
// most one. Loading returns false where there is no intact copy of this version.
enum { MAX_CONSTANTS = 31 };
bool storage_load_constants(uint8_t version, uint16_t values[], uint8_t count);
void storage_save_constants(uint8_t copy, uint8_t version, const uint16_t values[], uint8_t count);

#endif
