// The last pose, in the EEPROM, for the next start: servos have no feedback.
#ifndef POSE_MEMORY_H
#define POSE_MEMORY_H

#include <stdbool.h>

#include "pose.h"

// After a restart during a motion the pose is not known, and `pose` is the middle between the start
// and the target of that motion.
struct stored_pose {
    struct pose pose;
    bool is_known;
};
struct stored_pose pose_memory_load(void);

// Returns whether a pose has ever been stored.
bool pose_memory_has_pose(void);

// Store that a motion to this pose is about to start, and that one has ended.
void pose_memory_save_departure(const struct pose *target);
void pose_memory_save_arrival(const struct pose *pose);

#endif
