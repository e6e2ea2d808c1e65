#include "rig.h"

#include <stddef.h>
#include <stdlib.h>

#include "constants.h"
#include "flipper.h"
#include "two_gripper.h"

// Returns the mechanism of a value of the constant RIG, NULL where it has none.
static const struct mechanism *mechanism(uint16_t number)
{
    if (number == RIG_FLIPPER)
        return &FLIPPER;
    return number == RIG_TWO_GRIPPER || number == RIG_DRAWING_BACK ? &TWO_GRIPPER : NULL;
}

const struct mechanism *rig(void) { return mechanism(constant(RIG)); }

static enum rule broken_by_move(const struct pose *pose, struct servo_move move)
{
    int16_t target = move.target;
    if (!move.is_grip && target != 0 && abs(target) != QUARTER_TURN) {
        bool is_wiggle = abs(target) < QUARTER_TURN
            && abs(target - pose->wrists[move.gripper]) <= MAX_WIGGLE;
        if (!is_wiggle)
            return RULE_UNKNOWN_ANGLE;
    }
    return rig()->broken_rule(pose, move);
}

static bool any_is_open(const struct pose *pose)
{
    for (uint8_t gripper = 0; gripper < rig()->actuators; gripper++)
        if (pose->grips[gripper] != CLOSED)
            return true;
    return false;
}

enum rule broken_rule(const struct pose *pose, const struct request *request)
{
    if (request->released)
        return rig()->broken_by_regrip(pose, request);
    if (request->count > 1 && !(rig()->overlaps() && any_is_open(pose)))
        return RULE_ONE_AT_A_TIME;
    enum rule broken = NO_RULE;
    for (uint8_t number = 0; !broken && number < request->count; number++)
        broken = broken_by_move(pose, request->moves[number]);
    return broken;
}

static void add_released(const struct request *request, int16_t target, enum begin begin, struct moves *moves)
{
    for (uint8_t gripper = 0; gripper < rig()->actuators; gripper++)
        if (request->released >> gripper & 1)
            add_overlapping(moves, (struct servo_move){gripper, true, target, begin}, begin);
}

static void add_regrip(const struct request *request, struct moves *moves)
{
    add_released(request, OPEN, AFTERWARDS, moves);
    for (uint8_t number = 0; number < request->count; number++)
        add_overlapping(moves, request->moves[number], number ? TOGETHER : HALF_WAY);
    add_released(request, CLOSED, EARLY, moves);
}

struct moves allowed_moves(const struct pose *pose, const struct request *request)
{
    struct moves moves = {.count = 0};
    if (request->released) {
        add_regrip(request, &moves);
        return moves;
    }
    rig()->add_allowed(pose, request->moves[0], &moves);
    for (uint8_t number = 1; number < request->count; number++)
        add_overlapping(&moves, request->moves[number], TOGETHER);
    return moves;
}

struct moves homing_moves(const struct pose *pose)
{
    struct moves moves = {.count = 0};
    rig()->add_homing(pose, &moves);
    return moves;
}

struct moves loading_moves(const struct pose *pose)
{
    struct moves moves = {.count = 0};
    rig()->add_loading(pose, &moves);
    return moves;
}

enum rule broken_by_draft(uint8_t *number)
{
    *number = RIG;
    const struct mechanism *draft = mechanism(constants_draft(RIG));
    if (!draft)
        return RULE_UNKNOWN_RIG;
    for (*number = 0; *number < CONSTANTS; (*number)++)
        if (!draft_is_in_range(*number) && !(is_pulse(*number) && !draft->uses_pulse(*number)))
            return RULE_OUT_OF_RANGE;
    enum rule broken = draft->broken_by_pulses(number);
    if (broken)
        return broken;
    *number = FIRST_HOME_PERCENT;
    uint32_t slow_ms = draft->homing_ms() * 100 / constants_draft(FIRST_HOME_PERCENT);
    bool is_too_long = ENABLE_ALL_MS + slow_ms >= MAX_HOMING_MS;
    return is_too_long ? RULE_SLOW_HOME_TOO_LONG : NO_RULE;
}
