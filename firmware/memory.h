// What outlives a loss of power: how often the board has started, and how it last rested.
#ifndef MEMORY_H
#define MEMORY_H

#include <stdint.h>

#include "pose.h"

// A number that no other start has had for a long time.
uint16_t memory_next_epoch(void);

// Servos cannot say where they stand, so the pose of their last rest is kept for the next start.
struct pose memory_pose(void);
void memory_keep_pose(const struct pose *pose);

#endif
