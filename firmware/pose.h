// Poses of the rig that this robot is, its mechanical rules, and its sequences of moves.
//
// Each kind of rig is a file of its own, two_gripper.c and flipper.c; pose.c chooses between them by
// the constant RIG.
#ifndef POSE_H
#define POSE_H

#include <stdbool.h>
#include <stdint.h>

#include "rules.h"

// The rigs by the values of the constant RIG.
enum rig { TWO_GRIPPER, FLIPPER, RIGS };

// A rig has as many axes as grippers, at most so many; a flipper has the first of each.
enum { GRIPPERS = 2 };

struct pose {
    int16_t wrists[GRIPPERS]; // the axes, in tenths of a degree
    int16_t grips[GRIPPERS];  // of jaws 0 closed, 1000 open, 2000 open for loading
};

enum { QUARTER_TURN = 900, CLOSED = 0, OPEN = 1000, LOADING = 2000 };
// A cover goes on from open to low and up, and presses the cube a little before it is closed.
enum { PRESSED = -100, LOW = 1500, UP = 2000 };

// The largest wrist angle away from a detent, in tenths of a degree: a host wiggles a jammed wrist.
enum { MAX_WIGGLE = 80 };

// Return the number of axes, and of grippers; and their names and that of the rig, in flash memory.
uint8_t rig_actuators(void);
const char *rig_name(void);
const char *axis_name(uint8_t axis);
const char *gripper_name(uint8_t gripper);

// The motion of one servo, of an axis or of a gripper, to a target.
struct servo_move {
    uint8_t gripper;
    bool is_grip;
    int16_t target;
};

// Returns the target of a gripper for the name of a position, NO_POSITION where it has none.
enum { NO_POSITION = INT16_MIN };
int16_t position_named(const char *name);

// Returns the rule that forbids a move from this pose, or NO_RULE if it is allowed.
enum rule rule_violation(const struct pose *pose, struct servo_move move);

// A motion of the robot as moves of single servos.
enum { MAX_MOVES = 1 + 5 };
struct moves {
    uint8_t count;
    struct servo_move moves[MAX_MOVES];
};

// Return the moves that make a move that is allowed, and those that home the robot, which keep hold
// of the cube. If the pose is not known, the first move of homing has the stored pose as its target:
// the servos, which have no pulses yet, must reach it first.
struct moves allowed_moves(const struct pose *pose, struct servo_move move);
struct moves homing_moves(const struct pose *pose, bool pose_is_known);

// Returns the moves that bring the axes to 0 and open the grippers one after the other to `grips`.
// The first move is as for homing.
struct moves loading_moves(const struct pose *pose, bool pose_is_known,
                           const int16_t grips[GRIPPERS]);

// Returns the duration of a move at full speed from a pose, in milliseconds.
uint32_t full_duration_ms(const struct pose *pose, struct servo_move move);

// Returns whether a cover opens while the base moves.
bool cover_opens_along(const struct pose *pose, struct servo_move move);

// Returns the value of the pose that a move changes.
int16_t *pose_value(struct pose *pose, struct servo_move move);

// Adds a move to others.
void add_move(struct moves *moves, uint8_t gripper, bool is_grip, int16_t target);

// Writes " pose=L:+0,R:+90;L:closed,R:open", and " axis=L at=+37.0" of a wrist.
void reply_pose(const struct pose *pose);
void reply_position(const char *axis, int16_t at);
enum { NO_ANGLE = INT16_MIN };

// The two kinds of rigs.
enum rule two_gripper_violation(const struct pose *pose, struct servo_move move);
void two_gripper_axes_home(const struct pose *pose, struct moves *moves);
bool cover_is_closed(int16_t grip);
enum rule flipper_violation(const struct pose *pose, struct servo_move move);
struct moves flipper_allowed_moves(const struct pose *pose, struct servo_move move);
void flipper_home(const struct pose *pose, struct moves *moves);
void flipper_load(const struct pose *pose, struct moves *moves);
uint32_t flipper_duration_ms(const struct pose *pose, struct servo_move move);

#endif
