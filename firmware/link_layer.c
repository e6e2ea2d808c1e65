#include "link_layer.h"

#include <stddef.h>
#include <string.h>

#include "board.h"
#include "reply_writer.h"

enum { EVENT_REPEAT_MS = 500, EVENTS = 4 };

struct pending_event {
    struct event event;
    uint16_t number;
    uint32_t sent_at;
};

static uint16_t last_number;
static uint16_t last_check_sum;
static uint32_t last_received_at;
static struct pending_event pending[EVENTS];
static uint16_t events_sent;

void link_init(void)
{
    line_reset();
    reply_clear_cache();
    memset(pending, 0, sizeof pending);
    last_number = events_sent = 0;
    link_mark_alive();
}

uint16_t link_last_number(void) { return last_number; }

void link_mark_alive(void) { last_received_at = board_milliseconds(); }

uint32_t link_idle_ms(void) { return board_milliseconds() - last_received_at; }

static uint16_t next_number(uint16_t number)
{
    return number == UINT16_MAX ? 1 : (uint16_t)(number + 1);
}

void link_reply_begin(uint16_t number, const char *verb)
{
    reply_begin(number, verb, number && number == last_number);
}

static void send_nak(uint16_t number)
{
    reply_begin(number, TEXT("nak"), false);
    reply_key(TEXT("expected"));
    reply_number(next_number(last_number));
    reply_end();
}

static void remove_acknowledged(const struct line *line)
{
    if (!board_text_is(line->verb, TEXT("ok"))) {
        send_nak(0);
        return;
    }
    for (uint8_t slot = 0; slot < EVENTS; slot++)
        if (pending[slot].number == line->number)
            pending[slot].event.kind = EVENT_NONE;
}

static bool is_new_command(const struct line *line)
{
    if (line->is_event) {
        remove_acknowledged(line);
        return false;
    }
    bool repeated = line->number == last_number && line->check_sum == last_check_sum;
    if (last_number && repeated) {
        reply_resend(); // nothing where the reply is due yet
        return false;
    }
    bool in_sequence = board_text_is(line->verb, TEXT("HELLO")) || line->number == next_number(last_number);
    if (!line->number || !in_sequence) {
        send_nak(line->number);
        return false;
    }
    last_number = line->number;
    last_check_sum = line->check_sum;
    reply_clear_cache();
    return true;
}

const struct line *link_receive(char byte)
{
    static struct line line;
    switch (line_receive(byte, &line)) {
    case LINE_GOOD:
        link_mark_alive();
        return is_new_command(&line) ? &line : NULL;
    case LINE_BAD:
        send_nak(0);
        return NULL;
    default:
        return NULL;
    }
}

static void transmit_event(struct pending_event *slot)
{
    const struct event *event = &slot->event;
    slot->sent_at = board_milliseconds();
    event_begin(slot->number, event->kind == EVENT_BOOT ? TEXT("BOOT") : TEXT("ESTOP"));
    if (event->kind == EVENT_BOOT) {
        reply_key(TEXT("epoch"));
        reply_hexadecimal(event->epoch);
        if (!event->pose_is_known)
            reply_field(TEXT("pose"), TEXT("unknown"));
    } else if (event->axis) {
        reply_position(event->axis, event->at);
    }
    if (event->why)
        reply_field(TEXT("why"), event->why);
    if (event->level)
        reply_field(TEXT("level"), event->level);
    reply_end();
}

void event_send(struct event event)
{
    // If all slots are in use, the new event replaces the oldest one.
    struct pending_event *target = &pending[0];
    for (uint8_t slot = 0; slot < EVENTS; slot++) {
        if (pending[slot].event.kind == EVENT_NONE) {
            target = &pending[slot];
            break;
        }
        if (pending[slot].number < target->number)
            target = &pending[slot];
    }
    target->event = event;
    target->number = ++events_sent;
    transmit_event(target);
}

void event_drop(enum event_kind kind)
{
    for (uint8_t slot = 0; slot < EVENTS; slot++)
        if (pending[slot].event.kind == kind)
            pending[slot].event.kind = EVENT_NONE;
}

void events_resend(void)
{
    for (uint8_t slot = 0; slot < EVENTS; slot++)
        if (pending[slot].event.kind != EVENT_NONE
            && board_milliseconds() - pending[slot].sent_at >= EVENT_REPEAT_MS)
            transmit_event(&pending[slot]);
}
