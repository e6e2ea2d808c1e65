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

// The motion command in progress: the moves of its servos, one after the other.
static struct {
    bool is_active;
    uint16_t number;
    struct moves moves;
    uint8_t current;
    uint8_t speed;
    uint32_t busy_at;
    uint32_t elapsed_ms;
} motion;

void motion_init(void)
{
    struct stored_pose last = pose_memory_load();
    servos_init(last.pose);
    pose_is_known = last.is_known;
    is_homed = motion.is_active = false;
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

static void finish(void)
{
    motion.is_active = false;
    is_homed = pose_is_known = true;
    pose_memory_save_arrival(servos_pose());
    link_reply_begin(motion.number, TEXT("done"));
    reply_pose();
    reply_key(TEXT("took"));
    reply_decimal(motion.elapsed_ms, 3);
    reply_end();
}

static void start_current_move(void)
{
    struct servo_move move = motion.moves.moves[motion.current];
    struct pose target = *servos_pose();
    int16_t *value = pose_value(&target, move);
    if (*value != move.target) {
        *value = move.target;
        pose_memory_save_departure(&target);
    }
    servos_start_move(move, motion.speed);
}

void motion_start(uint16_t number, struct moves moves, uint8_t speed)
{
    motion.number = number;
    motion.moves = moves;
    motion.speed = (uint8_t)(pose_is_known ? speed : constant(FIRST_HOME_PERCENT));
    motion.current = 0;
    motion.elapsed_ms = 0;
    motion.busy_at = board_milliseconds() + BUSY_MS;
    link_reply_begin(number, TEXT("ack"));
    reply_end();
    motion.is_active = moves.count;
    if (moves.count)
        start_current_move();
    else
        finish();
}

struct servo_move motion_abort(void)
{
    struct servo_move move = motion.moves.moves[motion.current];
    motion.is_active = false;
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
    motion.current++;
    if (motion.current < motion.moves.count)
        start_current_move();
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
    reply_number((100U * motion.current + servos_progress_percent()) / motion.moves.count);
    reply_end();
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
