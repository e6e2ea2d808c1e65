// Parses a valid line into a command.
#ifndef COMMAND_H
#define COMMAND_H

#include <stdbool.h>
#include <stdint.h>

#include "line_parser.h"
#include "pose.h"
#include "rules.h"

#define PROTOCOL_VERSION "1"

enum command_kind {
    COMMAND_UNKNOWN,   // no such verb
    COMMAND_BAD_ARGUMENT, // a verb with wrong fields
    COMMAND_HELLO,
    COMMAND_POSE,
    COMMAND_CLEAR,
    COMMAND_HOME,
    COMMAND_MOTION, // MOVE, GRIP or REGRIP
    COMMAND_LOAD,
    COMMAND_OFF,
    COMMAND_PULSE, // JOG without a step: a question
    COMMAND_JOG,
    COMMAND_ENABLE,
    COMMAND_CONSTANT,
    COMMAND_STORE,
};

struct command {
    enum command_kind kind;
    bool version_matches;
    // Of COMMAND_MOTION; `broken`: the rule that forbids it from every pose, or NO_RULE.
    struct request request;
    uint8_t speed;
    enum rule broken;
    // Of COMMAND_PULSE, COMMAND_JOG and COMMAND_ENABLE: the target is a step or a pulse in microseconds.
    struct servo_move move;
    // Of COMMAND_CONSTANT: its number, and its value if there is one.
    uint8_t constant;
    bool sets_constant;
    uint16_t value;
};

// The largest step of a jog, in microseconds.
enum { MAX_JOG_US = 2200 };

struct command command_parse(const struct line *line);

#endif
