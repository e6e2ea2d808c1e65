#include "servos.h"

#include <stdlib.h>

#include "board.h"
#include "config.h"

// What config.h must keep to. A pulse beyond these drives a hobby servo against its end stop.
#define IS_PULSE(us) ((us) >= 500 && (us) <= 2500)
#define CHECK_WRIST(...) CHECK_WRIST_OF(__VA_ARGS__)
#define CHECK_WRIST_OF(name, minus, zero, plus)                                                    \
    _Static_assert(IS_PULSE(minus) && IS_PULSE(zero) && IS_PULSE(plus),                            \
                   "config.h: " name " has a pulse outside of 500 to 2500 microseconds");          \
    _Static_assert(((minus) < (zero) && (zero) < (plus)) || ((minus) > (zero) && (zero) > (plus)), \
                   "config.h: " name " must rise or fall from -90 over 0 to +90 degrees")
#define CHECK_GRIP(...) CHECK_GRIP_OF(__VA_ARGS__)
#define CHECK_GRIP_OF(name, closed, open)                                                          \
    _Static_assert(IS_PULSE(closed) && IS_PULSE(open),                                             \
                   "config.h: " name " has a pulse outside of 500 to 2500 microseconds");          \
    _Static_assert((closed) != (open), "config.h: " name " must have two different pulses")

CHECK_WRIST("WRIST_L_PULSES", WRIST_L_PULSES);
CHECK_WRIST("WRIST_R_PULSES", WRIST_R_PULSES);
CHECK_GRIP("GRIP_L_PULSES", GRIP_L_PULSES);
CHECK_GRIP("GRIP_R_PULSES", GRIP_R_PULSES);
_Static_assert(SLOW_PERCENT >= 1 && SLOW_PERCENT <= 100,
               "config.h: SLOW_PERCENT must be 1 to 100");
_Static_assert(OPEN_MS + HANDS * (TURN_MS + CLOSE_MS) * 100L / SLOW_PERCENT < 30000,
               "config.h: a slow HOME takes 30 s or more, after which the host stops it: "
               "give a higher SLOW_PERCENT");

static const uint16_t WRIST_PULSES[HANDS][3] = {{WRIST_L_PULSES}, {WRIST_R_PULSES}};
static const uint16_t GRIP_PULSES[HANDS][2] = {{GRIP_L_PULSES}, {GRIP_R_PULSES}};

static struct pose pose;
static struct way going;
static bool hold;
static int16_t start;
static uint32_t began;
static uint32_t whole;
static uint32_t elapsed;

static int32_t between(int32_t from, int32_t to, uint32_t part, uint32_t all)
{
    return from + (to - from) * (int32_t)part / (int32_t)all;
}

static uint16_t wrist_pulse(uint8_t hand)
{
    int16_t at = pose.wrists[hand];
    const uint16_t *pulses = WRIST_PULSES[hand];
    return (uint16_t)between(pulses[1], pulses[at < 0 ? 0 : 2], (uint32_t)abs(at), QUARTER);
}

static uint16_t grip_pulse(uint8_t hand)
{
    const uint16_t *pulses = GRIP_PULSES[hand];
    return (uint16_t)between(pulses[0], pulses[1], (uint32_t)pose.grips[hand], OPEN);
}

static void show_pose(void)
{
    for (uint8_t hand = 0; hand < HANDS; hand++) {
        board_pulse(hand, wrist_pulse(hand));
        board_pulse((uint8_t)(HANDS + hand), grip_pulse(hand));
    }
}

// Gives which part of the way from `zero` to `end` a pulse is, in `parts`.
static int16_t part_of(uint16_t pulse, uint16_t zero, uint16_t end, int16_t parts)
{
    return (int16_t)(((int32_t)pulse - zero) * parts / ((int32_t)end - zero));
}

static int16_t wrist_of(uint8_t hand, uint16_t pulse)
{
    const uint16_t *pulses = WRIST_PULSES[hand];
    bool positive = (pulse > pulses[1]) == (pulses[2] > pulses[1]);
    return positive ? part_of(pulse, pulses[1], pulses[2], QUARTER)
                    : part_of(pulse, pulses[1], pulses[0], -QUARTER);
}

void servos_start(struct pose present)
{
    pose = present;
    // All four get their pulses at once, this one last.
    hold = board_held_pulse(SERVOS - 1);
    for (uint8_t hand = 0; hold && hand < HANDS; hand++) {
        const uint16_t *ends = GRIP_PULSES[hand];
        pose.wrists[hand] = wrist_of(hand, board_held_pulse(hand));
        pose.grips[hand] = part_of(board_held_pulse((uint8_t)(HANDS + hand)), ends[0], ends[1], OPEN);
    }
    whole = elapsed = 0;
}

const struct pose *servos_pose(void) { return &pose; }

// Every way takes a servo its whole time, however short: half a turn as long as a quarter of one.
static uint32_t duration(struct way way, uint8_t speed)
{
    if (way.target == start)
        return 0;
    uint32_t full = !way.is_grip ? TURN_MS : way.target == OPEN ? OPEN_MS : CLOSE_MS;
    return full * 100 / speed;
}

void servos_go(struct way way, uint8_t speed)
{
    going = way;
    start = *moved_by(&pose, way);
    began = board_milliseconds();
    elapsed = 0;
    whole = hold ? duration(way, speed) : OPEN_MS;
    hold = true;
    show_pose();
}

bool servos_follow(void)
{
    // Nothing goes on while a stop is on its way through the line.
    if (board_stop_is_waiting())
        return false;
    uint32_t now = board_milliseconds() - began;
    if (now == elapsed && now < whole)
        return false;
    elapsed = now;
    bool arrived = elapsed >= whole;
    *moved_by(&pose, going) =
        arrived ? going.target : (int16_t)between(start, going.target, elapsed, whole);
    show_pose();
    return arrived;
}

uint8_t servos_percent(void)
{
    uint32_t percent = whole ? 100 * elapsed / whole : 100;
    return percent < 100 ? (uint8_t)percent : 100;
}

uint32_t servos_milliseconds(void) { return whole; }
