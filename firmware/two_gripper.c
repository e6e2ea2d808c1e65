#include "two_gripper.h"

#include <stdlib.h>

#include "board.h"
#include "constants.h"

static const char NAME[] IN_FLASH = "two-gripper", LEFT[] IN_FLASH = "L", RIGHT[] IN_FLASH = "R";

static uint8_t other_gripper(uint8_t gripper) { return (uint8_t)(1 - gripper); }

static int16_t position_named(const char *name)
{
    if (board_text_is(name, TEXT("closed")))
        return CLOSED;
    return board_text_is(name, TEXT("open")) ? OPEN : NO_POSITION;
}

static const char *position_name(int16_t grip)
{
    return grip == CLOSED ? TEXT("closed") : grip == LOADING ? TEXT("loading") : TEXT("open");
}

// Returns whether open jaws draw back, so that they are in nobody's way.
static bool overlaps(void) { return constant(RIG) == RIG_DRAWING_BACK; }

static bool both_hold(const struct pose *pose) { return pose->grips[0] == CLOSED && pose->grips[1] == CLOSED; }

// The jaws of a gripper block the other wrist unless the gripper's own wrist is at 0.
static bool wrist_may_move(const struct pose *pose, uint8_t gripper)
{
    return pose->wrists[other_gripper(gripper)] == 0;
}

static enum rule broken_rule(const struct pose *pose, struct servo_move move)
{
    if (!move.is_grip) {
        bool is_free = wrist_may_move(pose, move.gripper) || (overlaps() && !both_hold(pose));
        return is_free ? NO_RULE : RULE_GRIPPER_COLLISION;
    }
    bool lets_go = move.target == OPEN && pose->grips[move.gripper] == CLOSED;
    if (pose->grips[other_gripper(move.gripper)] != CLOSED)
        return lets_go ? RULE_CUBE_DROP : NO_RULE;
    bool are_crossed = pose->wrists[0] && pose->wrists[1];
    return move.target == CLOSED && are_crossed ? RULE_GRIPPER_COLLISION : NO_RULE;
}

// Wrists that turn far, or one beside a crooked one, would meet jaws that are not away yet.
static enum rule broken_by_ways(const struct pose *pose, const struct pose *after)
{
    uint8_t far = 0;
    for (uint8_t gripper = 0; gripper < GRIPPERS; gripper++) {
        bool is_far = abs(after->wrists[gripper] - pose->wrists[gripper]) > QUARTER_TURN;
        if (is_far && !wrist_may_move(pose, gripper))
            return RULE_GRIPPER_COLLISION;
        far = (uint8_t)(far + is_far);
    }
    return far == GRIPPERS ? RULE_GRIPPER_COLLISION : NO_RULE;
}

static enum rule broken_by_regrip(const struct pose *pose, const struct request *request)
{
    if (!both_hold(pose) || pose->wrists[0] % QUARTER_TURN || pose->wrists[1] % QUARTER_TURN)
        return RULE_HOLD_FIRST;
    if (request->released == (1 << GRIPPERS) - 1)
        return RULE_ONE_AT_A_TIME;
    struct pose after = *pose;
    for (uint8_t number = 0; number < request->count; number++) {
        struct servo_move turn = request->moves[number];
        if (turn.target % QUARTER_TURN || abs(turn.target) > QUARTER_TURN)
            return RULE_UNKNOWN_ANGLE;
        *pose_value(&after, turn) = turn.target;
    }
    bool are_crossed = after.wrists[0] && after.wrists[1];
    return are_crossed ? RULE_GRIPPER_COLLISION : broken_by_ways(pose, &after);
}

static void add_allowed(const struct pose *pose, struct servo_move move, struct moves *moves)
{
    (void)pose;
    add_move(moves, move.gripper, move.is_grip, move.target);
}

static void add_axes_home(const struct pose *pose, struct moves *moves)
{
    if (!pose->wrists[0] && !pose->wrists[1])
        return;
    for (uint8_t gripper = 0; gripper < GRIPPERS; gripper++)
        if (pose->grips[gripper] != CLOSED)
            add_move(moves, gripper, true, OPEN);
    // If one wrist blocks the other, it moves first.
    uint8_t first = wrist_may_move(pose, 0) ? 0 : 1, second = other_gripper(first);
    if (pose->wrists[first])
        add_move(moves, first, false, 0);
    if (pose->wrists[second])
        add_move(moves, second, false, 0);
    if (pose->wrists[first] && pose->wrists[second] && overlaps())
        moves->moves[moves->count - 1].begin = TOGETHER;
}

static void add_homing(const struct pose *pose, struct moves *moves)
{
    add_axes_home(pose, moves);
    for (uint8_t gripper = 0; gripper < GRIPPERS; gripper++)
        if (pose->grips[gripper])
            add_move(moves, gripper, true, CLOSED);
}

static struct segment segment(uint8_t gripper, uint8_t number)
{
    uint8_t closed = (uint8_t)(GRIP_L_CLOSED_US + 3 * gripper), open = (uint8_t)(closed + 1);
    return number ? (struct segment){OPEN, LOADING, open, (uint8_t)(closed + 2)}
                  : (struct segment){CLOSED, OPEN, closed, open};
}

static uint16_t closed_pulse(uint8_t gripper) { return constant((uint8_t)(GRIP_L_CLOSED_US + 3 * gripper)); }

static uint16_t contact_pulse(uint8_t gripper) { return constant((uint8_t)(GRIP_L_CONTACT_US + gripper)); }

static void add_loading(const struct pose *pose, struct moves *moves)
{
    add_axes_home(pose, moves);
    for (uint8_t gripper = 0; gripper < GRIPPERS; gripper++) {
        struct segment last = segment(gripper, 1);
        bool opens_further = constant(last.from_pulse) != constant(last.to_pulse);
        add_move(moves, gripper, true, opens_further ? LOADING : OPEN);
    }
}

static uint16_t constant_or(uint8_t number, uint16_t usual)
{
    return constant(number) ? constant(number) : usual;
}

// Returns how long a wrist takes: by the distance, on from the time in which it comes up to its speed.
static uint32_t wrist_ms(uint16_t travel, uint16_t quarter, uint16_t half)
{
    if (travel >= QUARTER_TURN)
        return (uint32_t)(quarter + ((int32_t)half - quarter) * (travel - QUARTER_TURN) / QUARTER_TURN);
    uint16_t rise = constant(ACCELERATION_MS) < quarter ? constant(ACCELERATION_MS) : quarter;
    return rise + (uint32_t)(quarter - rise) * travel / QUARTER_TURN;
}

// A gripper takes its full time, whatever the way.
static uint32_t duration_ms(const struct pose *pose, struct servo_move move)
{
    if (move.is_grip)
        return constant(move.target == CLOSED ? FULL_CLOSE_MS : FULL_OPEN_MS);
    uint16_t quarter = constant(FULL_TURN_MS), half = constant_or(HALF_TURN_MS, quarter);
    if (pose->grips[move.gripper] != CLOSED) {
        quarter = constant_or(EMPTY_TURN_MS, quarter);
        half = constant_or(EMPTY_HALF_TURN_MS, half);
    }
    return wrist_ms((uint16_t)abs(move.target - pose->wrists[move.gripper]), quarter, half);
}

// Open counts for loading too.
static uint8_t pack_grips(const int16_t grips[GRIPPERS])
{
    return (uint8_t)((grips[0] != CLOSED) | (grips[1] != CLOSED) << 1);
}

static void unpack_grips(uint8_t bits, int16_t grips[GRIPPERS])
{
    for (uint8_t gripper = 0; gripper < GRIPPERS; gripper++)
        grips[gripper] = bits >> gripper & 1 ? OPEN : CLOSED;
}

static bool uses_pulse(uint8_t number) { return number <= GRIP_R_LOADING_US || is_contact(number); }

static enum rule broken_by_pulses(uint8_t *number)
{
    for (*number = WRIST_L_MINUS_90_US; *number <= GRIP_R_CLOSED_US; *number = (uint8_t)(*number + 3))
        if (!draft_is_monotonic(*number, *number >= GRIP_L_CLOSED_US))
            return RULE_NOT_MONOTONIC;
    for (uint8_t gripper = 0; gripper < GRIPPERS; gripper++) {
        *number = (uint8_t)(GRIP_L_CONTACT_US + gripper);
        uint16_t contact = constants_draft(*number);
        uint16_t closed = constants_draft((uint8_t)(GRIP_L_CLOSED_US + 3 * gripper));
        uint16_t open = constants_draft((uint8_t)(GRIP_L_OPEN_US + 3 * gripper));
        bool is_on_the_way = closed < open ? contact >= closed && contact < open
                                           : contact <= closed && contact > open;
        if (contact && !is_on_the_way)
            return RULE_NOT_MONOTONIC;
    }
    return NO_RULE;
}

static uint32_t homing_ms(void)
{
    // One gripper at most is on its way while wrists are off 0, but for servos that a person has moved.
    return GRIPPERS * ((uint32_t)constants_draft(FULL_TURN_MS) + constants_draft(FULL_CLOSE_MS))
        + constants_draft(FULL_OPEN_MS);
}

const struct mechanism TWO_GRIPPER = {
    .name = NAME,
    .actuators = 2,
    .axes = {LEFT, RIGHT},
    .grippers = {LEFT, RIGHT},
    .grippers_turn = true,
    .position_named = position_named,
    .position_name = position_name,
    .broken_rule = broken_rule,
    .overlaps = overlaps,
    .broken_by_regrip = broken_by_regrip,
    .add_allowed = add_allowed,
    .add_homing = add_homing,
    .add_loading = add_loading,
    .duration_ms = duration_ms,
    .segment_count = 2,
    .segment = segment,
    .closed_pulse = closed_pulse,
    .contact_pulse = contact_pulse,
    .pack_grips = pack_grips,
    .unpack_grips = unpack_grips,
    .uses_pulse = uses_pulse,
    .broken_by_pulses = broken_by_pulses,
    .homing_ms = homing_ms,
};
