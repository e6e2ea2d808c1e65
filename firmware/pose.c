#include "pose.h"

#include <stddef.h>
#include <stdlib.h>

#include "reply_writer.h"

const char *const GRIPPER_NAMES[GRIPPERS] = {"L", "R"};

static uint8_t other_gripper(uint8_t gripper) { return (uint8_t)(1 - gripper); }

// The jaws of a gripper block the other wrist unless the gripper's own wrist is at 0.
static bool wrist_may_move(const struct pose *pose, uint8_t gripper)
{
    return pose->wrists[other_gripper(gripper)] == 0;
}

const char *rule_violation(const struct pose *pose, struct servo_move move)
{
    if (move.is_grip) {
        bool drops_cube = move.target == OPEN && pose->grips[other_gripper(move.gripper)] != CLOSED;
        return drops_cube ? "this-hand-holds-the-cube-alone" : NULL;
    }
    bool is_detent = move.target == 0 || abs(move.target) == QUARTER_TURN;
    bool is_wiggle = abs(move.target) < QUARTER_TURN
        && abs(move.target - pose->wrists[move.gripper]) <= MAX_WIGGLE;
    if (!is_detent && !is_wiggle)
        return "no-such-detent";
    return wrist_may_move(pose, move.gripper) ? NULL : "this-hand-would-strike-the-other";
}

// Fills `moves` with what brings the wrists to 0, and returns the number of moves.
static uint8_t wrist_moves(const struct pose *pose, bool pose_is_known, struct servo_move *moves)
{
    uint8_t count = 0;
    if (!pose_is_known)
        moves[count++] = (struct servo_move){0, false, pose->wrists[0]};
    // If one wrist blocks the other, it moves first.
    uint8_t first = wrist_may_move(pose, 0) ? 0 : 1;
    for (uint8_t step = 0; step < GRIPPERS; step++) {
        uint8_t gripper = step ? other_gripper(first) : first;
        if (pose->wrists[gripper])
            moves[count++] = (struct servo_move){gripper, false, 0};
    }
    return count;
}

uint8_t homing_moves(const struct pose *pose, bool pose_is_known,
                     struct servo_move moves[MAX_HOMING_MOVES])
{
    uint8_t count = wrist_moves(pose, pose_is_known, moves);
    for (uint8_t gripper = 0; gripper < GRIPPERS; gripper++)
        if (pose->grips[gripper])
            moves[count++] = (struct servo_move){gripper, true, CLOSED};
    return count;
}

uint8_t loading_moves(const struct pose *pose, bool pose_is_known, const int16_t grips[GRIPPERS],
                      struct servo_move moves[MAX_HOMING_MOVES])
{
    uint8_t count = wrist_moves(pose, pose_is_known, moves);
    for (uint8_t gripper = 0; gripper < GRIPPERS; gripper++)
        moves[count++] = (struct servo_move){gripper, true, grips[gripper]};
    return count;
}

int16_t *pose_value(struct pose *pose, struct servo_move move)
{
    return move.is_grip ? &pose->grips[move.gripper] : &pose->wrists[move.gripper];
}

static void reply_degrees(int16_t tenths, bool always_a_decimal)
{
    uint16_t size = (uint16_t)abs(tenths);
    reply_text(tenths < 0 ? "-" : "+");
    if (always_a_decimal || size % 10)
        reply_decimal(size, 1);
    else
        reply_number(size / 10);
}

void reply_pose(const struct pose *pose)
{
    reply_key("pose");
    for (uint8_t gripper = 0; gripper < GRIPPERS; gripper++) {
        reply_text(gripper ? "," : "");
        reply_text(GRIPPER_NAMES[gripper]);
        reply_text(":");
        reply_degrees(pose->wrists[gripper], false);
    }
    for (uint8_t gripper = 0; gripper < GRIPPERS; gripper++) {
        reply_text(gripper ? "," : ";");
        reply_text(GRIPPER_NAMES[gripper]);
        // A gripper holds the cube only if it is fully closed.
        int16_t grip = pose->grips[gripper];
        reply_text(grip == CLOSED ? ":closed" : grip == LOADING ? ":loading" : ":open");
    }
}

void reply_position(const char *axis, int16_t at)
{
    reply_field("axis", axis);
    reply_key("at");
    reply_degrees(at, true);
}
