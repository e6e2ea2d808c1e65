// The constants from the factory: durations, servo pulse widths, heartbeat time-out. A robot's own are
// set over the line and kept in the EEPROM: see constants.h.
#ifndef CONFIG_H
#define CONFIG_H

// The duration of each motion at full speed, in milliseconds. The servos must reach this speed.
#ifndef TURN_MS
#define TURN_MS 1000
#endif
#ifndef OPEN_MS
#define OPEN_MS 1250
#endif
#ifndef CLOSE_MS
#define CLOSE_MS 1000
#endif

// The same of a half turn, and of a wrist whose gripper is open, by a quarter and by a half; 0 for as long
// as a quarter, and as with a cube.
#define WRIST_MS 0, 0, 0

// In how many milliseconds a motion comes up to its speed, and in how many it stops.
#define SPEED_UP_MS 100

// How long the servos need to arrive after their last pulse has changed, in milliseconds: a motion
// ends after it.
#ifndef SETTLE_MS
#define SETTLE_MS 0
#endif

// The pulse widths, in microseconds, of each wrist at -90, 0 and +90 degrees. Positive is clockwise
// as seen from the gripper. The build fails for pulses outside of 500 to 2500.
#define WRIST_L_PULSES 500, 1500, 2500
#define WRIST_R_PULSES 500, 1500, 2500

// The pulse widths, in microseconds, of each gripper closed, open, and open as far as it goes, to put
// a cube in or take it out; the last may be that of open.
#define GRIP_L_PULSES 1000, 2000, 2000
#define GRIP_R_PULSES 1000, 2000, 2000

// The pulse widths at which the closing jaws of each gripper meet the cube, 0 where it is not known, and how
// long after the last motion closed jaws relax, in milliseconds; 0 for never.
#define CONTACT_PULSES 0, 0
#define REST_TIME_MS 300

// Which rig the robot is: 0 two grippers, 1 a flipper, 2 two grippers whose jaws draw back to open.
#define RIG_NUMBER 0

// Of a flipper: the pulse widths of its cover where it goes back to once it has closed (that of
// closed if it does not), low and up; by how many degrees the base turns a layer too far at
// each of its places before it returns; and the durations of the cover going up, low and open again, of a spin by a quarter and
// a half, and of a half turn.
#define COVER_PULSES 1000, 2250, 2500
#define OVERSHOOT 0
#define FLIPPER_MS 500, 500, 400, 700, 1470, 1680

// The speed of the first HOME after a restart during a motion, in percent of full speed.
#define SLOW_PERCENT 25

// A motion stops if nothing is received from the host for this time, in milliseconds.
#define HEARTBEAT_MS 2000

#endif
