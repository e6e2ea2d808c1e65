// Moves the four servos over time by interpolating their pulse widths. There is no feedback: the
// pose is the commanded one.
#ifndef SERVO_DRIVER_H
#define SERVO_DRIVER_H

#include <stdbool.h>
#include <stdint.h>

#include "pose.h"

// Sets the assumed pose; servos that still have their pulses are where these say. Moves nothing.
void servos_init(struct pose pose);

// Returns the commanded pose.
const struct pose *servos_pose(void);

// Returns the pulse that the servo of a move gets, in microseconds; 0 for none.
uint16_t servos_pulse(struct servo_move move);

// Returns how many servos get no pulse.
uint8_t servos_without_pulse(void);

// Gives the next servo without a pulse that of the pose, and waits for it: closed grippers, which hold
// the cube, then other grippers, then axes.
void servos_start_next(uint16_t wait_ms);

// Gives a servo without a pulse its first one, the target of `move`, and waits until it is there.
void servos_start_enabling(struct servo_move move);

// Starts moves that overlap, MAX_OVERLAPPING at most, axes and grippers at percentages of full speed; a
// servo without a pulse gets none.
void servos_start_moves(const struct servo_move *moves, uint8_t count, uint8_t axis_speed, uint8_t grip_speed);

// Starts the way of one servo to a pulse, the target of `move`, at 500 microseconds a second at most.
void servos_start_jog(struct servo_move move);

// Return whether closed jaws rest; start their way back to closed; and bring jaws that
// press it a step nearer to where they rest, once in 20 ms.
bool servos_jaws_are_relaxed(void);
void servos_start_pressing(void);
void servos_relax_jaws(void);

// Ends the pulses of all servos, which makes them limp.
void servos_off(void);

// Updates the pulses to the present time. Returns true once what was started last has ended.
bool servos_update(void);

// Return what was started last, of several moves an axis, its progress in percent, and its duration.
struct servo_move servos_moved(void);
uint8_t servos_progress_percent(void);
uint32_t servos_duration_ms(void);

#endif
