// The jaws that hold a cube: they press it, closed, in every motion, and with less force at rest.
#ifndef JAWS_H
#define JAWS_H

#include <stdbool.h>
#include <stdint.h>

#include "pose.h"

// How far a pulse goes in the 20 ms between two pulses of a servo: 500 microseconds a second.
enum { STEP_PERIOD_MS = 20, STEP_US = 10 };

// Return a pulse that is nearer to `target` by a step, and how long all steps between two pulses take.
uint16_t pulse_after_step(uint16_t pulse, uint16_t target);
uint32_t pulse_way_ms(uint16_t from, uint16_t to);

// Returns the pulse that the jaws of a gripper get, in microseconds; 0 for none.
uint16_t jaws_pulse(uint8_t gripper);

// Returns whether the jaws of a gripper are anywhere from closed to where they touch the cube.
bool jaws_hold(uint8_t gripper);

// Returns the jaws that are closed in the pose but relaxed, with the time that they need to press again as
// their target; 0 where none is relaxed.
struct servo_move jaws_most_relaxed(const struct pose *pose);

// Returns whether the jaws of any gripper know another place to rest than where they are closed.
bool jaws_can_relax(void);

// Lets all relaxed jaws go a step back to closed.
void jaws_press(const struct pose *pose);

// Lets jaws that hold the cube go a step to where they rest, by the rule of docs/protocol.md. Returns their
// pulse then.
uint16_t jaws_relax(uint8_t gripper);

#endif
