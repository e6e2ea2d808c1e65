#include "conversation.h"

#include <stddef.h>
#include <string.h>

#include "board.h"
#include "pose.h"
#include "reply.h"

enum { EVENT_REPEAT_MS = 500, EVENTS = 4 };

struct told {
    struct event event;
    uint16_t number;
    uint32_t at;
};

static uint16_t last;
static uint16_t last_check_sum;
static uint32_t heard_at;
static struct told told[EVENTS];
static uint16_t events_told;

void conversation_start(void)
{
    line_reset();
    reply_forget();
    memset(told, 0, sizeof told);
    last = events_told = 0;
    conversation_heard();
}

uint16_t conversation_last(void) { return last; }

void conversation_heard(void) { heard_at = board_milliseconds(); }

uint32_t conversation_silence(void) { return board_milliseconds() - heard_at; }

static uint16_t after(uint16_t number) { return number == UINT16_MAX ? 1 : (uint16_t)(number + 1); }

void answer_begin(uint16_t number, const char *verb)
{
    reply_begin(number, verb, number && number == last);
}

static void refuse(uint16_t number)
{
    reply_begin(number, "nak", false);
    reply_key("expected");
    reply_number(after(last));
    reply_end();
}

static void acknowledged(const struct line *line)
{
    if (strcmp(line->verb, "ok") != 0) {
        refuse(0);
        return;
    }
    for (uint8_t slot = 0; slot < EVENTS; slot++)
        if (told[slot].number == line->number)
            told[slot].event.kind = EVENT_NONE;
}

static bool accept(const struct line *line)
{
    if (line->is_event) {
        acknowledged(line);
        return false;
    }
    bool repeated = line->number == last && line->check_sum == last_check_sum;
    if (last && repeated && reply_again())
        return false;
    bool in_order = strcmp(line->verb, "HELLO") == 0 || line->number == after(last);
    if (!line->number || !in_order) {
        refuse(line->number);
        return false;
    }
    last = line->number;
    last_check_sum = line->check_sum;
    reply_forget();
    return true;
}

const struct line *conversation_read(char byte)
{
    static struct line line;
    switch (line_take(byte, &line)) {
    case LINE_GOOD:
        conversation_heard();
        return accept(&line) ? &line : NULL;
    case LINE_BAD:
        refuse(0);
        return NULL;
    default:
        return NULL;
    }
}

static void send_event(struct told *due)
{
    const struct event *event = &due->event;
    due->at = board_milliseconds();
    event_begin(due->number, event->kind == EVENT_BOOT ? "BOOT" : "ESTOP");
    if (event->kind == EVENT_BOOT) {
        reply_key("epoch");
        reply_hexadecimal(event->epoch);
        if (!event->pose_is_known)
            reply_field("pose", "unknown");
    } else if (*event->axis) {
        reply_where(event->axis, event->at);
    }
    if (*event->why)
        reply_field("why", event->why);
    reply_end();
}

void tell(struct event event)
{
    // Where all places are taken, the oldest event gives way: the newest matters most.
    struct told *place = &told[0];
    for (uint8_t slot = 0; slot < EVENTS; slot++) {
        if (told[slot].event.kind == EVENT_NONE) {
            place = &told[slot];
            break;
        }
        if (told[slot].number < place->number)
            place = &told[slot];
    }
    place->event = event;
    place->number = ++events_told;
    send_event(place);
}

void silence(enum event_kind kind)
{
    for (uint8_t slot = 0; slot < EVENTS; slot++)
        if (told[slot].event.kind == kind)
            told[slot].event.kind = EVENT_NONE;
}

void repeat_events(void)
{
    for (uint8_t slot = 0; slot < EVENTS; slot++)
        if (told[slot].event.kind != EVENT_NONE
            && board_milliseconds() - told[slot].at >= EVENT_REPEAT_MS)
            send_event(&told[slot]);
}
