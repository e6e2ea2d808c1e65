// What one kind of rig is: its names, its rules, its motions and their durations. Each kind is a file
// that fills this table; rig.h is the one that the robot has.
#ifndef MECHANISM_H
#define MECHANISM_H

#include "pose.h"
#include "rules.h"

// A part of a gripper's way: from one place to another one, and the constants with their pulses.
struct segment {
    int16_t from, to;
    uint8_t from_pulse, to_pulse;
};

// Texts are in flash memory.
struct mechanism {
    const char *name;
    uint8_t actuators; // the number of axes, and of grippers
    const char *axes[GRIPPERS];
    const char *grippers[GRIPPERS];
    // Whether a gripper turns with the axis of its number.
    bool grippers_turn;

    // Returns the place of a position, NO_POSITION where GRIP has none of this name.
    int16_t (*position_named)(const char *name);
    // Returns the name of the position of a gripper, which holds the cube only if it is fully closed.
    const char *(*position_name)(int16_t grip);

    // Returns the rule that forbids a move from this pose, or NO_RULE. Axes go to detents only.
    enum rule (*broken_rule)(const struct pose *pose, struct servo_move move);
    // Returns whether motions may overlap: REGRIP, and axes that turn at once while a gripper is open.
    bool (*overlaps)(void);
    // Returns the rule that forbids REGRIP from this pose, or NO_RULE. Only for a rig that overlaps.
    enum rule (*broken_by_regrip)(const struct pose *pose, const struct request *request);
    // Adds the moves that make a move that is allowed.
    void (*add_allowed)(const struct pose *pose, struct servo_move move, struct moves *moves);
    // Add the moves that home the robot, which keep hold of the cube, and those that bring the axes to
    // 0 and open the grippers one after the other, as far as they go. A gripper that a stop has left on
    // its way opens before an axis turns.
    void (*add_homing)(const struct pose *pose, struct moves *moves);
    void (*add_loading)(const struct pose *pose, struct moves *moves);
    // Returns the duration of a move at full speed from a pose elsewhere, in milliseconds.
    uint32_t (*duration_ms)(const struct pose *pose, struct servo_move move);

    // The parts of a gripper's way, from closed on.
    uint8_t segment_count;
    struct segment (*segment)(uint8_t gripper, uint8_t number);
    // Return the pulse of closed jaws that are about to move or moving, and that at which closing jaws meet the
    // cube, 0 where it is not known.
    uint16_t (*closed_pulse)(uint8_t gripper);
    uint16_t (*contact_pulse)(uint8_t gripper);

    // Return the places of the grippers as two bits, the nearest at or beyond them, and these places.
    uint8_t (*pack_grips)(const int16_t grips[GRIPPERS]);
    void (*unpack_grips)(uint8_t bits, int16_t grips[GRIPPERS]);

    // Of the draft of the constants: whether a pulse is one of this rig, the rule that its pulses
    // break, with the first constant of these in `number`, and how long homing takes.
    bool (*uses_pulse)(uint8_t number);
    enum rule (*broken_by_pulses)(uint8_t *number);
    uint32_t (*homing_ms)(void);
};

enum { NO_POSITION = INT16_MIN };

#endif
