// The rig with two grippers at right angles, each on a wrist.
#include <stddef.h>
#include <stdlib.h>

#include "board.h"
#include "pose.h"

static uint8_t other_gripper(uint8_t gripper) { return (uint8_t)(1 - gripper); }

// The jaws of a gripper block the other wrist unless the gripper's own wrist is at 0.
static bool wrist_may_move(const struct pose *pose, uint8_t gripper)
{
    return pose->wrists[other_gripper(gripper)] == 0;
}

enum rule two_gripper_violation(const struct pose *pose, struct servo_move move)
{
    if (move.is_grip) {
        bool drops_cube = move.target == OPEN && pose->grips[other_gripper(move.gripper)] != CLOSED;
        return drops_cube ? RULE_CUBE_DROP : NO_RULE;
    }
    return wrist_may_move(pose, move.gripper) ? NO_RULE : RULE_GRIPPER_COLLISION;
}

void two_gripper_axes_home(const struct pose *pose, struct moves *moves)
{
    // If one wrist blocks the other, it moves first.
    uint8_t first = wrist_may_move(pose, 0) ? 0 : 1;
    for (uint8_t step = 0; step < GRIPPERS; step++) {
        uint8_t gripper = step ? other_gripper(first) : first;
        if (pose->wrists[gripper])
            add_move(moves, gripper, false, 0);
    }
}
