// The numbering that makes a repeated line harmless, and events that are told until they are heard.
#ifndef CONVERSATION_H
#define CONVERSATION_H

#include <stdbool.h>
#include <stdint.h>

#include "line.h"

void conversation_start(void);

// Takes a byte. Gives the new command that it completes, or NULL; answers all that is none.
const struct line *conversation_read(char byte);

// Begins an answer to command `number`, which is kept where it is the last one.
void answer_begin(uint16_t number, const char *verb);

// The last accepted number, 0 for none, and how long the host has been silent.
uint16_t conversation_last(void);
uint32_t conversation_silence(void);

// Any sign of the host's being there.
void conversation_heard(void);

enum event_kind { EVENT_NONE, EVENT_BOOT, EVENT_ESTOP };

struct event {
    enum event_kind kind;
    // Of BOOT: its epoch, and whether where everything stands is known.
    uint16_t epoch;
    bool pose_is_known;
    // Of ESTOP: which hand was moving ("" for none), where its wrist stood in tenths of a degree.
    const char *axis;
    int16_t at;
    // Of both; of BOOT "" where it cannot be told.
    const char *why;
};

// Sends an event, again and again until the host acknowledges it.
void tell(struct event event);
void silence(enum event_kind kind);
void repeat_events(void);

#endif
