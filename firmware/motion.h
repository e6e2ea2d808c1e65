// The motion in progress, and what the robot knows of its pose.
#ifndef MOTION_H
#define MOTION_H

#include <stdbool.h>
#include <stdint.h>

#include "pose.h"

// Takes the pose of the last run for the present one; nothing moves.
void motion_init(void);

// Return whether a motion is in progress; whether the robot has been homed, until servos_off, a jog or
// ENABLE; and whether its pose is known, which it is not after a restart that cut a motion off, until homing.
bool motion_is_active(void);
bool motion_is_homed(void);
bool motion_pose_is_known(void);

// Let the next motion be homing, with the pose known; with the pose unknown, also after a restart if a
// servo is only near the stored pose; and with the servos of another rig, which are taken for at home.
void motion_forget_home(void);
void motion_forget_pose(bool after_restart_too);
void motion_forget_rig(void);

// Starts the moves of command `number`, axes at a percentage of full speed, and acknowledges them. Servos
// without pulses are enabled before, one after the other, and then jaws that had relaxed press again.
void motion_start(uint16_t number, struct moves moves, uint8_t speed);

// Start a motion of one servo to a pulse, the target of `move`: of one that has a pulse, at 500
// microseconds a second at most; of one that has none, at once.
void motion_start_jog(uint16_t number, struct servo_move move);
void motion_start_enabling(uint16_t number, struct servo_move move);

// Ends the motion, whose servos stand still. Returns the move that was stopped.
struct servo_move motion_abort(void);

// Moves the servos to where they are to be now. Returns whether a move has ended; if it was the last
// one, its command has been answered.
bool motion_update(void);

// Relaxes closed jaws once the robot has been at rest for the time that is set for it; not those that a
// person has set by a jog. To be called while no motion is in progress.
void motion_rest(void);

// Sends `busy` where it is due.
void motion_send_busy(void);

// Write " us=1500", the pulse of the servo of a move; " pose=L:+0,R:+90;L:closed,R:open"; and
// " axis=L at=+37.0" of what a move moves.
void reply_pulse(struct servo_move move);
void reply_pose(void);
const char *moved_actuator(struct servo_move move);
int16_t moved_angle(struct servo_move move);

#endif
