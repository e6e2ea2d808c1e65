#include "pose.h"

#include <stddef.h>
#include <stdlib.h>

#include "board.h"
#include "constants.h"
#include "reply_writer.h"

static bool is_flipper(void) { return constant(RIG) == FLIPPER; }

uint8_t rig_actuators(void) { return is_flipper() ? 1 : 2; }

const char *rig_name(void) { return is_flipper() ? TEXT("flipper") : TEXT("two-gripper"); }

static const char *side_name(uint8_t gripper) { return gripper ? TEXT("R") : TEXT("L"); }

const char *axis_name(uint8_t axis) { return is_flipper() ? TEXT("base") : side_name(axis); }

const char *gripper_name(uint8_t gripper)
{
    return is_flipper() ? TEXT("cover") : side_name(gripper);
}

int16_t position_named(const char *name)
{
    if (board_text_is(name, TEXT("closed")))
        return CLOSED;
    if (board_text_is(name, TEXT("open")))
        return OPEN;
    if (is_flipper() && board_text_is(name, TEXT("low")))
        return LOW;
    return is_flipper() && board_text_is(name, TEXT("up")) ? UP : NO_POSITION;
}

enum rule rule_violation(const struct pose *pose, struct servo_move move)
{
    int16_t target = move.target;
    if (!move.is_grip && target != 0 && abs(target) != QUARTER_TURN) {
        bool is_wiggle = abs(target) < QUARTER_TURN
            && abs(target - pose->wrists[move.gripper]) <= MAX_WIGGLE;
        if (!is_wiggle)
            return RULE_UNKNOWN_ANGLE;
    }
    return is_flipper() ? flipper_violation(pose, move) : two_gripper_violation(pose, move);
}

void add_move(struct moves *moves, uint8_t gripper, bool is_grip, int16_t target)
{
    moves->moves[moves->count++] = (struct servo_move){gripper, is_grip, target};
}

struct moves allowed_moves(const struct pose *pose, struct servo_move move)
{
    return is_flipper() ? flipper_allowed_moves(pose, move)
                        : (struct moves){.count = 1, .moves = {move}};
}

// Returns the first move of a robot whose servos have no pulses yet, or none.
static struct moves enabling_moves(const struct pose *pose, bool pose_is_known)
{
    struct moves moves = {.count = 0};
    if (!pose_is_known)
        add_move(&moves, 0, false, pose->wrists[0]);
    return moves;
}

struct moves homing_moves(const struct pose *pose, bool pose_is_known)
{
    struct moves moves = enabling_moves(pose, pose_is_known);
    if (is_flipper()) {
        flipper_home(pose, &moves);
        return moves;
    }
    two_gripper_axes_home(pose, &moves);
    for (uint8_t gripper = 0; gripper < GRIPPERS; gripper++)
        if (pose->grips[gripper])
            add_move(&moves, gripper, true, CLOSED);
    return moves;
}

struct moves loading_moves(const struct pose *pose, bool pose_is_known,
                           const int16_t grips[GRIPPERS])
{
    struct moves moves = enabling_moves(pose, pose_is_known);
    if (is_flipper()) {
        flipper_load(pose, &moves);
        return moves;
    }
    two_gripper_axes_home(pose, &moves);
    for (uint8_t gripper = 0; gripper < GRIPPERS; gripper++)
        add_move(&moves, gripper, true, grips[gripper]);
    return moves;
}

uint32_t full_duration_ms(const struct pose *pose, struct servo_move move)
{
    if (is_flipper())
        return flipper_duration_ms(pose, move);
    // A move takes its full time, whatever its length: a half turn as long as a quarter turn.
    return constant(!move.is_grip             ? FULL_TURN_MS
                    : move.target == CLOSED ? FULL_CLOSE_MS
                                            : FULL_OPEN_MS);
}

bool cover_opens_along(const struct pose *pose, struct servo_move move)
{
    return is_flipper() && !move.is_grip && pose->grips[0] > OPEN;
}

int16_t *pose_value(struct pose *pose, struct servo_move move)
{
    return move.is_grip ? &pose->grips[move.gripper] : &pose->wrists[move.gripper];
}

// Returns the name of the position of a gripper, which holds the cube only if it is fully closed.
static const char *position_name(int16_t grip)
{
    if (is_flipper() ? cover_is_closed(grip) : grip == CLOSED)
        return TEXT(":closed");
    if (is_flipper() && grip > OPEN)
        return grip <= LOW ? TEXT(":low") : TEXT(":up");
    return grip == LOADING ? TEXT(":loading") : TEXT(":open");
}

static void reply_degrees(int16_t tenths, bool always_a_decimal)
{
    uint16_t size = (uint16_t)abs(tenths);
    reply_text(tenths < 0 ? TEXT("-") : TEXT("+"));
    if (always_a_decimal || size % 10)
        reply_decimal(size, 1);
    else
        reply_number(size / 10);
}

void reply_pose(const struct pose *pose)
{
    reply_key(TEXT("pose"));
    for (uint8_t axis = 0; axis < rig_actuators(); axis++) {
        if (axis)
            reply_text(TEXT(","));
        reply_text(axis_name(axis));
        reply_text(TEXT(":"));
        reply_degrees(pose->wrists[axis], false);
    }
    for (uint8_t gripper = 0; gripper < rig_actuators(); gripper++) {
        reply_text(gripper ? TEXT(",") : TEXT(";"));
        reply_text(gripper_name(gripper));
        reply_text(position_name(pose->grips[gripper]));
    }
}

void reply_position(const char *axis, int16_t at)
{
    reply_field(TEXT("axis"), axis);
    if (at == NO_ANGLE)
        return;
    reply_key(TEXT("at"));
    reply_degrees(at, true);
}
