#include "pose.h"

#include <stddef.h>
#include <stdlib.h>

#include "reply.h"

const char *const HAND_NAMES[HANDS] = {"L", "R"};

static uint8_t other(uint8_t hand) { return (uint8_t)(1 - hand); }

// A hand's jaws stand in the other one's way unless its wrist is at 0.
static bool wrist_may_move(const struct pose *pose, uint8_t hand)
{
    return pose->wrists[other(hand)] == 0;
}

const char *why_not(const struct pose *pose, struct way way)
{
    if (way.is_grip) {
        bool holds_alone = way.target == OPEN && pose->grips[other(way.hand)] != CLOSED;
        return holds_alone ? "this-hand-holds-the-cube-alone" : NULL;
    }
    bool is_detent = way.target == 0 || abs(way.target) == QUARTER;
    bool wiggles = abs(way.target) < QUARTER && abs(way.target - pose->wrists[way.hand]) <= WIGGLE;
    if (!is_detent && !wiggles)
        return "no-such-detent";
    return wrist_may_move(pose, way.hand) ? NULL : "this-hand-would-strike-the-other";
}

uint8_t ways_home(const struct pose *pose, bool is_sure, struct way ways[LONGEST_WAY_HOME])
{
    uint8_t count = 0;
    if (!is_sure)
        ways[count++] = (struct way){0, false, pose->wrists[0]};
    // The wrist that bars the other one goes first.
    uint8_t first = wrist_may_move(pose, 0) ? 0 : 1;
    for (uint8_t step = 0; step < HANDS; step++) {
        uint8_t hand = step ? other(first) : first;
        if (pose->wrists[hand])
            ways[count++] = (struct way){hand, false, 0};
    }
    for (uint8_t hand = 0; hand < HANDS; hand++)
        if (pose->grips[hand])
            ways[count++] = (struct way){hand, true, CLOSED};
    return count;
}

int16_t *moved_by(struct pose *pose, struct way way)
{
    return way.is_grip ? &pose->grips[way.hand] : &pose->wrists[way.hand];
}

static void reply_degrees(int16_t tenths, bool always_a_decimal)
{
    uint16_t size = (uint16_t)abs(tenths);
    reply_text(tenths < 0 ? "-" : "+");
    if (always_a_decimal || size % 10)
        reply_fraction(size, 1);
    else
        reply_number(size / 10);
}

void reply_pose(const struct pose *pose)
{
    reply_key("pose");
    for (uint8_t hand = 0; hand < HANDS; hand++) {
        reply_text(hand ? "," : "");
        reply_text(HAND_NAMES[hand]);
        reply_text(":");
        reply_degrees(pose->wrists[hand], false);
    }
    for (uint8_t hand = 0; hand < HANDS; hand++) {
        reply_text(hand ? "," : ";");
        reply_text(HAND_NAMES[hand]);
        // A hand holds only when it is closed altogether.
        reply_text(pose->grips[hand] == CLOSED ? ":closed" : ":open");
    }
}

void reply_where(const char *axis, int16_t at)
{
    reply_field("axis", axis);
    reply_key("at");
    reply_degrees(at, true);
}
