// What outlives a loss of power: how often the board has started, and how it last rested.
#ifndef MEMORY_H
#define MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "pose.h"

// A number that no other start has had for a long time.
uint16_t memory_next_epoch(void);

// Servos cannot say where they stand, so their pose is kept for the next start. Where it was left
// between two poses it is unknown, and the middle of the two is given.
struct remembered_pose {
    struct pose pose;
    bool is_known;
};
struct remembered_pose memory_pose(void);

// Notes that a motion to this pose is about to begin, and that one has come to its end.
void memory_depart(const struct pose *target);
void memory_arrive(const struct pose *pose);

#endif
