// Sequence numbers, replies to repeated lines, and events that are sent until they are
// acknowledged.
#ifndef LINK_LAYER_H
#define LINK_LAYER_H

#include <stdbool.h>
#include <stdint.h>

#include "line_parser.h"

void link_init(void);

// Receives a byte. Returns the new command that it completes, or NULL; invalid and repeated lines
// are answered here.
const struct line *link_receive(char byte);

// Begins a reply to command `number`; the reply to the last command is cached.
void link_reply_begin(uint16_t number, const char *verb);

// Return the last accepted number (0 for none), and the milliseconds since anything was received.
uint16_t link_last_number(void);
uint32_t link_idle_ms(void);

// Resets that time.
void link_mark_alive(void);

enum event_kind { EVENT_NONE, EVENT_BOOT, EVENT_ESTOP };

struct event {
    enum event_kind kind;
    // Of BOOT: its epoch, and whether the pose is known.
    uint16_t epoch;
    bool pose_is_known;
    // Of ESTOP: the actuator that was moving (NULL for none), and where it was.
    const char *axis;
    int16_t at;
    // The reason, of both; NULL if it is unknown.
    const char *why;
    // Of ESTOP: its level; NULL for a stop of the lowest one.
    const char *level;
};

// Sends an event, and again until the host acknowledges it; drops pending events of a kind; sends
// the pending events that are due again.
void event_send(struct event event);
void event_drop(enum event_kind kind);
void events_resend(void);

#endif
