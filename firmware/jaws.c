#include "jaws.h"

#include <stdlib.h>

#include "board.h"
#include "constants.h"
#include "rig.h"
#include "rules.h"

static uint8_t servo_of(uint8_t gripper) { return (uint8_t)(GRIPPERS + gripper); }

uint16_t pulse_after_step(uint16_t pulse, uint16_t target)
{
    int16_t left = (int16_t)(target - pulse);
    if (abs(left) <= STEP_US)
        return target;
    return (uint16_t)(pulse + (left < 0 ? -STEP_US : STEP_US));
}

uint32_t pulse_way_ms(uint16_t from, uint16_t to)
{
    uint16_t distance = (uint16_t)abs((int16_t)to - (int16_t)from);
    return (uint32_t)(distance + STEP_US - 1) / STEP_US * STEP_PERIOD_MS;
}

uint16_t jaws_pulse(uint8_t gripper) { return board_pulse(servo_of(gripper)); }

bool jaws_hold(uint8_t gripper)
{
    uint16_t pulse = jaws_pulse(gripper), contact = rig()->contact_pulse(gripper);
    // The pulse that presses most: a cover that has closed goes back from it.
    uint16_t closed = constant(rig()->segment(gripper, 0).from_pulse);
    if (!contact)
        return pulse == closed;
    return closed < contact ? pulse >= closed && pulse <= contact : pulse >= contact && pulse <= closed;
}

static bool is_relaxed(const struct pose *pose, uint8_t gripper)
{
    uint16_t pulse = jaws_pulse(gripper);
    return pose->grips[gripper] == CLOSED && pulse && pulse != rig()->closed_pulse(gripper);
}

struct servo_move jaws_most_relaxed(const struct pose *pose)
{
    struct servo_move most = {.is_grip = true, .target = 0};
    for (uint8_t gripper = 0; gripper < rig()->actuators; gripper++) {
        int16_t way_ms = (int16_t)pulse_way_ms(jaws_pulse(gripper), rig()->closed_pulse(gripper));
        if (is_relaxed(pose, gripper) && way_ms > most.target)
            most = (struct servo_move){.gripper = gripper, .is_grip = true, .target = way_ms};
    }
    return most;
}

// Returns the pulse at which jaws rest; 0 where it is not known where they touch the cube.
static uint16_t resting_pulse(uint8_t gripper)
{
    uint16_t contact = rig()->contact_pulse(gripper), closed = rig()->closed_pulse(gripper);
    if (!contact)
        return 0;
    uint16_t squeeze = (uint16_t)abs((int16_t)closed - (int16_t)contact);
    uint16_t kept = (uint16_t)((squeeze * (uint32_t)KEPT_PERCENT + 99) / 100);
    if (kept < LEAST_KEPT_US)
        kept = LEAST_KEPT_US;
    if (kept >= squeeze)
        return closed;
    return (uint16_t)(closed < contact ? contact - kept : contact + kept);
}

bool jaws_can_relax(void)
{
    for (uint8_t gripper = 0; gripper < rig()->actuators; gripper++) {
        uint16_t resting = resting_pulse(gripper);
        if (resting && resting != constant(rig()->segment(gripper, 0).from_pulse))
            return true;
    }
    return false;
}

void jaws_press(const struct pose *pose)
{
    for (uint8_t gripper = 0; gripper < rig()->actuators; gripper++)
        if (is_relaxed(pose, gripper))
            board_set_pulse(servo_of(gripper),
                            pulse_after_step(jaws_pulse(gripper), rig()->closed_pulse(gripper)));
}

uint16_t jaws_relax(uint8_t gripper)
{
    uint16_t resting = resting_pulse(gripper);
    if (resting && jaws_pulse(gripper) && jaws_hold(gripper))
        board_set_pulse(servo_of(gripper), pulse_after_step(jaws_pulse(gripper), resting));
    return jaws_pulse(gripper);
}
