// Where the two wrists and the two grips stand, and what may be done from there.
#ifndef POSE_H
#define POSE_H

#include <stdbool.h>
#include <stdint.h>

enum { HANDS = 2 };

struct pose {
    int16_t wrists[HANDS]; // tenths of a degree
    int16_t grips[HANDS];  // thousandths of the way from closed to open
};

enum { QUARTER = 900, CLOSED = 0, OPEN = 1000 };

// So far a wrist may go between detents: a host wiggles what has caught.
enum { WIGGLE = 80 };

extern const char *const HAND_NAMES[HANDS];

// One servo's way to a target: a wrist's or a grip's.
struct way {
    uint8_t hand;
    bool is_grip;
    int16_t target;
};

// Says why the mechanism forbids a way from this pose, or gives NULL.
const char *why_not(const struct pose *pose, struct way way);

// Lists the ways that lead home without letting the cube go; gives how many. Where the pose is only
// remembered, the first one goes nowhere: servos that have just got their pulses come to it first.
enum { LONGEST_WAY_HOME = 1 + 2 * HANDS };
uint8_t ways_home(const struct pose *pose, bool is_sure, struct way ways[LONGEST_WAY_HOME]);

// Reads and sets what a way moves.
int16_t *moved_by(struct pose *pose, struct way way);

// Writes " pose=L:+0,R:+90;L:closed,R:open", and " axis=L at=+37.0".
void reply_pose(const struct pose *pose);
void reply_where(const char *axis, int16_t at);

#endif
