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

// When a move begins: once all moves before it have ended, with the last one and in the same time, when half
// the time of the last one is over, or so that half its own time remains once the last one has ended, but
// not before the first of these that overlap has ended.
enum begin { AFTERWARDS, TOGETHER, HALF_WAY, EARLY };

// The motion of one servo, of an axis or of a gripper, to a target.
struct servo_move {
    uint8_t gripper;
    bool is_grip;
    int16_t target;
    enum begin begin;
};

// What MOVE, GRIP or REGRIP asks for: the moves of one servo or more at once, and the grippers that let go
// meanwhile, a bit each.
struct request {
    uint8_t count;
    struct servo_move moves[GRIPPERS];
    uint8_t released;
};

// Returns the value of the pose that a move changes.
int16_t *pose_value(struct pose *pose, struct servo_move move);

// A motion of the robot as moves of single servos, of which some overlap.
enum { MAX_MOVES = 6, MAX_OVERLAPPING = 4 };
struct moves {
    uint8_t count;
    struct servo_move moves[MAX_MOVES];
};

void add_overlapping(struct moves *moves, struct servo_move move, enum begin begin);
void add_move(struct moves *moves, uint8_t gripper, bool is_grip, int16_t target);

// Returns how many moves from number `first` on overlap.
uint8_t overlapping_from(const struct moves *moves, uint8_t first);

#endif
