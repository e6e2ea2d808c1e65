// Four servos without feedback: each stands where its pulses tell it to, and goes there in time.
#ifndef SERVOS_H
#define SERVOS_H

#include <stdbool.h>
#include <stdint.h>

#include "pose.h"

// Takes a pose for the present one, which may be wrong, unless servos still have their pulses, which
// tell it; moves nothing.
void servos_start(struct pose pose);

// Where everything stands, as told.
const struct pose *servos_pose(void);

// Sets one servo going, at a percentage of full speed. All four hold their places from then on; the
// first time they are given time to come to them.
void servos_go(struct way way, uint8_t speed);

// Follows the way that time has brought so far; tells whether it has come to its end.
bool servos_follow(void);

// How far the last way has come, in percent, and how long it takes in all.
uint8_t servos_percent(void);
uint32_t servos_milliseconds(void);

#endif
