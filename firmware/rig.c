#include "rig.h"

#include <stddef.h>
#include <stdlib.h>

#include "constants.h"
#include "flipper.h"
#include "two_gripper.h"

// Returns the mechanism of a value of the constant RIG, NULL where it has none.
static const struct mechanism *mechanism(uint16_t number)
{
    return number == 0 ? &TWO_GRIPPER : number == 1 ? &FLIPPER : NULL;
}

const struct mechanism *rig(void) { return mechanism(constant(RIG)); }

enum rule broken_rule(const struct pose *pose, struct servo_move move)
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

struct moves allowed_moves(const struct pose *pose, struct servo_move move)
{
    struct moves moves = {.count = 0};
    rig()->add_allowed(pose, move, &moves);
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
