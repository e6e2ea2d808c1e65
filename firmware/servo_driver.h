// Moves the four servos over time by interpolating their pulse widths. There is no feedback: the
// pose is the commanded one.
#ifndef SERVO_DRIVER_H
#define SERVO_DRIVER_H

#include <stdbool.h>
#include <stdint.h>

#include "pose.h"

// Sets the assumed pose; servos that still have their pulses replace it by the pose of these. Moves
// nothing.
void servos_init(struct pose pose);

// Returns the commanded pose.
const struct pose *servos_pose(void);

// Starts the move of one servo, at a percentage of full speed. From then on all four get pulses;
// the first move lasts long enough for all of them to reach the pose.
void servos_start_move(struct servo_move move, uint8_t speed);

// Ends the pulses of all servos, which makes them limp.
void servos_off(void);

// Changes the pulse of one servo by the target of `step`, in microseconds; the others stay as they
// are, with or without pulses. Returns the pulse, 0 if it would be out of range; nothing moves then.
uint16_t servos_jog(struct servo_move step);

// Updates the pulses to the present time. Returns true once the move has ended.
bool servos_update(void);

// Return the progress of the last move in percent, and its duration.
uint8_t servos_progress_percent(void);
uint32_t servos_duration_ms(void);

#endif
