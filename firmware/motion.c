#include "motion.h"

#include "board.h"
#include "constants.h"
#include "link_layer.h"
#include "pose_memory.h"
#include "reply_writer.h"
#include "rig.h"
#include "servo_driver.h"

enum { BUSY_MS = 500 };

static bool is_homed, pose_is_known;
// When the last motion ended, and whether a person has set the pulse of a servo since the last one.
static uint32_t rested_at;
static bool is_set_by_hand;

// The motion command in progress: servos are enabled, jaws press, and then servos are moved, each move a
// step; those that overlap are done at once. A jog, and the enabling of one servo, is a single step, whose
// answer has the pulse.
static struct {
    bool is_active, is_of_pulse;
    uint16_t number;
    uint8_t servos_to_enable, steps_before_moves;
    struct moves moves;
    uint8_t steps, steps_done, steps_at_once;
    uint8_t axis_speed, grip_speed;
    uint32_t busy_at;
    uint32_t elapsed_ms;
} motion;

void motion_init(void)
{
    struct stored_pose last = pose_memory_load();
    servos_init(last.pose);
    pose_is_known = last.is_known;
    is_homed = motion.is_active = is_set_by_hand = false;
    rested_at = board_milliseconds();
}

bool motion_is_active(void) { return motion.is_active; }

bool motion_is_homed(void) { return is_homed; }

bool motion_pose_is_known(void) { return pose_is_known; }

void motion_forget_home(void) { is_homed = false; }

void motion_forget_pose(bool after_restart_too)
{
    if (pose_is_known && after_restart_too) {
        struct stored_pose last = pose_memory_load();
        pose_memory_save_departure(&last.pose);
    }
    is_homed = pose_is_known = false;
}

void motion_forget_rig(void)
{
    const struct pose home = {{0, 0}, {CLOSED, CLOSED}};
    servos_init(home);
    pose_memory_save_arrival(&home);
    pose_memory_save_departure(&home);
    is_homed = pose_is_known = false;
}

static void end_motion(void)
{
    motion.is_active = false;
    board_keep_pulses(true);
    is_set_by_hand = motion.is_of_pulse;
    rested_at = board_milliseconds();
}

void motion_rest(void)
{
    uint16_t rest_ms = constant(REST_MS);
    if (rest_ms && !is_set_by_hand && board_milliseconds() - rested_at >= rest_ms)
        servos_relax_jaws();
}

static void finish(void)
{
    end_motion();
    if (!motion.is_of_pulse) {
        is_homed = pose_is_known = true;
        pose_memory_save_arrival(servos_pose());
    }
    link_reply_begin(motion.number, TEXT("done"));
    if (motion.is_of_pulse)
        reply_pulse(servos_moved());
    reply_pose();
    reply_key(TEXT("took"));
    reply_decimal(motion.elapsed_ms, 3);
    reply_end();
}

// Starts a move and those that overlap with it. After a restart meanwhile, jaws that let go are half open.
static void start_moves(uint8_t first)
{
    const struct servo_move *moves = &motion.moves.moves[first];
    motion.steps_at_once = overlapping_from(&motion.moves, first);
    struct pose target = *servos_pose();
    bool goes_away = false;
    for (uint8_t number = 0; number < motion.steps_at_once; number++) {
        int16_t *value = pose_value(&target, moves[number]);
        goes_away |= *value != moves[number].target;
        if (moves[number].begin != EARLY)
            *value = moves[number].target;
    }
    if (goes_away)
        pose_memory_save_departure(&target);
    servos_start_moves(moves, motion.steps_at_once, motion.axis_speed, motion.grip_speed);
}

static void start_step(void)
{
    motion.steps_at_once = 1;
    if (motion.steps_done >= motion.steps_before_moves) {
        start_moves((uint8_t)(motion.steps_done - motion.steps_before_moves));
        return;
    }
    if (motion.steps_done >= motion.servos_to_enable) {
        servos_start_pressing();
        return;
    }
    bool is_near = pose_is_known && pose_memory_has_pose();
    servos_start_next(is_near ? ENABLE_NEAR_MS : ENABLE_FAR_MS);
}

static void begin(uint16_t number, uint8_t steps)
{
    motion.number = number;
    motion.steps = steps;
    motion.steps_done = 0;
    motion.steps_at_once = 1;
    motion.elapsed_ms = 0;
    motion.busy_at = board_milliseconds() + BUSY_MS;
    motion.is_active = steps;
    board_keep_pulses(!steps);
    link_reply_begin(number, TEXT("ack"));
    reply_end();
}

void motion_start(uint16_t number, struct moves moves, uint8_t speed)
{
    motion.is_of_pulse = false;
    motion.moves = moves;
    motion.servos_to_enable = servos_without_pulse();
    motion.axis_speed = (uint8_t)(pose_is_known ? speed : constant(FIRST_HOME_PERCENT));
    motion.grip_speed = (uint8_t)(pose_is_known ? 100 : constant(FIRST_HOME_PERCENT));
    motion.steps_before_moves = (uint8_t)(motion.servos_to_enable + servos_jaws_are_relaxed());
    begin(number, (uint8_t)(motion.steps_before_moves + moves.count));
    if (motion.steps)
        start_step();
    else
        finish();
}

void motion_start_jog(uint16_t number, struct servo_move move)
{
    motion.is_of_pulse = true;
    begin(number, 1);
    servos_start_jog(move);
}

void motion_start_enabling(uint16_t number, struct servo_move move)
{
    motion.is_of_pulse = true;
    begin(number, 1);
    servos_start_enabling(move);
}

struct servo_move motion_abort(void)
{
    struct servo_move move = servos_moved();
    end_motion();
    link_reply_begin(motion.number, TEXT("err"));
    reply_field(TEXT("code"), TEXT("STOPPED"));
    reply_position(moved_actuator(move), moved_angle(move));
    reply_end();
    return move;
}

bool motion_update(void)
{
    if (!servos_update())
        return false;
    motion.elapsed_ms += servos_duration_ms();
    motion.steps_done = (uint8_t)(motion.steps_done + motion.steps_at_once);
    if (motion.steps_done < motion.steps)
        start_step();
    else
        finish();
    return true;
}

void motion_send_busy(void)
{
    if ((int32_t)(board_milliseconds() - motion.busy_at) < 0)
        return;
    motion.busy_at = board_milliseconds() + BUSY_MS;
    link_reply_begin(motion.number, TEXT("busy"));
    reply_key(TEXT("pct"));
    uint16_t steps_percent = (uint16_t)(motion.steps_at_once * servos_progress_percent());
    reply_number((100U * motion.steps_done + steps_percent) / motion.steps);
    reply_end();
}

void reply_pulse(struct servo_move move)
{
    reply_key(TEXT("us"));
    reply_number(servos_pulse(move));
}

void reply_pose(void)
{
    const struct mechanism *kind = rig();
    const struct pose *pose = servos_pose();
    reply_key(TEXT("pose"));
    for (uint8_t axis = 0; axis < kind->actuators; axis++) {
        if (axis)
            reply_text(TEXT(","));
        reply_text(kind->axes[axis]);
        reply_text(TEXT(":"));
        reply_degrees(pose->wrists[axis], false);
    }
    for (uint8_t gripper = 0; gripper < kind->actuators; gripper++) {
        reply_text(gripper ? TEXT(",") : TEXT(";"));
        reply_text(kind->grippers[gripper]);
        reply_text(TEXT(":"));
        reply_text(kind->position_name(pose->grips[gripper]));
    }
}

const char *moved_actuator(struct servo_move move)
{
    return move.is_grip ? rig()->grippers[move.gripper] : rig()->axes[move.gripper];
}

int16_t moved_angle(struct servo_move move)
{
    bool has_angle = !move.is_grip || rig()->grippers_turn;
    return has_angle ? servos_pose()->wrists[move.gripper] : NO_ANGLE;
}
