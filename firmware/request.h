// What a good line asks for.
#ifndef REQUEST_H
#define REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "line.h"
#include "pose.h"

#define PROTOCOL_VERSION "1"

enum request_kind {
    REQUEST_UNKNOWN,   // no such verb
    REQUEST_SENSELESS, // a verb with the wrong fields
    REQUEST_HELLO,
    REQUEST_POSE,
    REQUEST_CLEAR,
    REQUEST_HOME,
    REQUEST_GO,
};

struct request {
    enum request_kind kind;
    bool version_is_ours;
    // Of REQUEST_GO; `why_not` names what no two-gripper rig can do, from whatever pose.
    struct way way;
    uint8_t speed;
    const char *why_not;
};

struct request request_of(const struct line *line);

#endif
