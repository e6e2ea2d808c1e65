// Poses of a robot and motions of its servos, as plain values.
#ifndef POSE_H
#define POSE_H

#include <stdbool.h>
#include <stdint.h>

// A rig has as many axes as grippers, at most this many; one with fewer has the first of each.
enum { GRIPPERS = 2 };

struct pose {
    int16_t wrists[GRIPPERS]; // the axes, in tenths of a degree
    int16_t grips[GRIPPERS];  // of jaws 0 closed, 1000 open, 2000 open for loading
};

enum { QUARTER_TURN = 900, CLOSED = 0, OPEN = 1000, LOADING = 2000 };
// A cover goes on from open to low and up, and presses the cube a little before it is closed.
enum { PRESSED = -100, LOW = 1500, UP = 2000 };

// The largest angle of an axis away from a detent, in tenths of a degree: a host wiggles a jammed one.
enum { MAX_WIGGLE = 80 };

// The motion of one servo, of an axis or of a gripper, to a target.
struct servo_move {
    uint8_t gripper;
    bool is_grip;
    int16_t target;
};

// Returns the value of the pose that a move changes.
static inline int16_t *pose_value(struct pose *pose, struct servo_move move)
{
    return move.is_grip ? &pose->grips[move.gripper] : &pose->wrists[move.gripper];
}

// A motion of the robot as moves of single servos, one after the other.
enum { MAX_MOVES = 5 };
struct moves {
    uint8_t count;
    struct servo_move moves[MAX_MOVES];
};

static inline void add_move(struct moves *moves, uint8_t gripper, bool is_grip, int16_t target)
{
    moves->moves[moves->count++] = (struct servo_move){gripper, is_grip, target};
}

#endif
