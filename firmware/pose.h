// Poses of the two-gripper rig, its mechanical rules, and the homing sequence.
#ifndef POSE_H
#define POSE_H

#include <stdbool.h>
#include <stdint.h>

enum { GRIPPERS = 2 };

struct pose {
    int16_t wrists[GRIPPERS]; // tenths of a degree
    int16_t grips[GRIPPERS];  // thousandths: 0 closed, 1000 open, 2000 open for loading
};

enum { QUARTER_TURN = 900, CLOSED = 0, OPEN = 1000, LOADING = 2000 };

// The largest wrist angle away from a detent, in tenths of a degree: a host wiggles a jammed wrist.
enum { MAX_WIGGLE = 80 };

extern const char *const GRIPPER_NAMES[GRIPPERS];

// The motion of one servo, of a wrist or of jaws, to a target.
struct servo_move {
    uint8_t gripper;
    bool is_grip;
    int16_t target;
};

// Returns the rule that forbids a move from this pose, or NULL if it is allowed.
const char *rule_violation(const struct pose *pose, struct servo_move move);

// Fills `moves` with the homing sequence, which keeps hold of the cube, and returns its length. If
// the pose is not known, the first move has the stored pose as its target: the servos, which have
// no pulses yet, must reach it first.
enum { MAX_HOMING_MOVES = 1 + 2 * GRIPPERS };
uint8_t homing_moves(const struct pose *pose, bool pose_is_known,
                     struct servo_move moves[MAX_HOMING_MOVES]);

// Fills `moves` with the sequence that brings the wrists to 0 and opens the grippers one after the
// other to `grips`, and returns its length. The first move is as for homing.
uint8_t loading_moves(const struct pose *pose, bool pose_is_known, const int16_t grips[GRIPPERS],
                      struct servo_move moves[MAX_HOMING_MOVES]);

// Returns the value of the pose that a move changes.
int16_t *pose_value(struct pose *pose, struct servo_move move);

// Writes " pose=L:+0,R:+90;L:closed,R:open", and " axis=L at=+37.0".
void reply_pose(const struct pose *pose);
void reply_position(const char *axis, int16_t at);

#endif
