// The constants of one robot: pulses, durations, limits. They are set over the line and kept in the
// EEPROM; those of config.h hold until then.
#ifndef CONSTANTS_H
#define CONSTANTS_H

#include <stdbool.h>
#include <stdint.h>

// The version of this list, which HELLO announces. A change of it needs another version.
#define CONSTANTS_VERSION 3

enum constant {
    WRIST_L_MINUS_90_US, WRIST_L_0_US, WRIST_L_PLUS_90_US,
    WRIST_R_MINUS_90_US, WRIST_R_0_US, WRIST_R_PLUS_90_US,
    GRIP_L_CLOSED_US, GRIP_L_OPEN_US, GRIP_L_LOADING_US,
    GRIP_R_CLOSED_US, GRIP_R_OPEN_US, GRIP_R_LOADING_US,
    LOWEST_US, HIGHEST_US, // of every pulse
    FULL_TURN_MS, FULL_OPEN_MS, FULL_CLOSE_MS, AFTER_MOTION_MS,
    FIRST_HOME_PERCENT, SILENCE_MS,
    RIG, // which one the robot is
    // Of a flipper, whose base has the constants of the left wrist, and whose cover has GRIP_L.
    COVER_RELEASE_US, COVER_LOW_US, COVER_UP_US,
    OVERSHOOT_0_DEGREES,
    FLIP_MS, LOWER_MS, OPEN_FROM_LOW_MS, SPIN_MS, SPIN_HALF_MS, TURN_HALF_MS,
    OVERSHOOT_MINUS_90_DEGREES, OVERSHOOT_PLUS_90_DEGREES, // of a flipper's base
    GRIP_L_CONTACT_US, GRIP_R_CONTACT_US, // where closing jaws meet the cube; 0 where it is not known
    REST_MS,                              // after so long without a motion they relax; 0: never
    // Of wrists, 0 for as long as FULL_TURN_MS, or as with a closed gripper.
    HALF_TURN_MS, EMPTY_TURN_MS, EMPTY_HALF_TURN_MS,
    ACCELERATION_MS, // in which a motion comes up to its speed
    CONSTANTS,
};

// The values of RIG: two grippers, a flipper, and two grippers whose jaws draw back to open.
enum { RIG_TWO_GRIPPER, RIG_FLIPPER, RIG_DRAWING_BACK };

// Loads the constants of the EEPROM; those of config.h if it has none of this version.
void constants_load(void);

// Returns a constant that is in force.
uint16_t constant(uint8_t number);

// A draft, which begins as a copy of the constants that are in force.
uint16_t constants_draft(uint8_t number);
void constants_set_draft(uint8_t number, uint16_t value);

// Return whether a constant is a pulse of a servo; whether it is one that may be 0; whether it has a value in the draft that it may have;
// and whether three pulses of the draft rise or fall, from `first` on. The last two of jaws may be equal.
bool is_pulse(uint8_t number);
bool is_contact(uint8_t number);
bool draft_is_in_range(uint8_t number);
bool draft_is_monotonic(uint8_t first, bool may_end_equal);

// How long a servo that gets its first pulse is waited for, before the next one gets its own: where the
// last pose is known, and where it is not.
enum { ENABLE_NEAR_MS = 300, ENABLE_FAR_MS = 1000 };

// The longest homing, after which the host stops it; it begins with four servos to enable.
enum { MAX_HOMING_MS = 30000, ENABLE_ALL_MS = 4 * ENABLE_FAR_MS };

// Puts the draft in force, which breaks no rule, and begins to write it into the EEPROM.
void constants_store(void);

// Returns whether the EEPROM does not have all of them yet.
bool constants_are_being_stored(void);

// Writes a part of them, in a pass of the main loop; returns true after the last one.
bool constants_advance(void);

#endif
