// The rig that this robot is, by the constant RIG, and what all rigs have in common.
#ifndef RIG_H
#define RIG_H

#include "mechanism.h"

const struct mechanism *rig(void);

// Returns the rule that forbids a request from this pose, or NO_RULE if it is allowed.
enum rule broken_rule(const struct pose *pose, const struct request *request);

// Return the moves that make a request that is allowed, those that home the robot, and those that open
// its grippers as far as they go.
struct moves allowed_moves(const struct pose *pose, const struct request *request);
struct moves homing_moves(const struct pose *pose);
struct moves loading_moves(const struct pose *pose);

// Returns the first rule that the draft of the constants breaks, and sets `number` to the constant;
// NO_RULE if they can be stored.
enum rule broken_by_draft(uint8_t *number);

#endif
