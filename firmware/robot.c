#include "robot.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "board.h"
#include "command.h"
#include "constants.h"
#include "link_layer.h"
#include "reply_writer.h"
#include "servo_driver.h"
#include "storage.h"

enum { STOP = 0x18, STATUS = '?', BUSY_MS = 500 };

static uint16_t epoch;
static bool homed;
// False after a restart that cut a motion off, until HOME.
static bool pose_is_known;
static bool stopped;

// The active motion command: the moves of its servos, one after the other.
static struct {
    bool active;
    uint16_t number;
    struct moves moves;
    uint8_t current;
    uint8_t speed;
    uint32_t busy_at;
    uint32_t elapsed_ms;
} motion;

void robot_boot(void)
{
    constants_load();
    epoch = storage_next_epoch();
    struct stored_pose last = storage_load_pose();
    servos_init(last.pose);
    pose_is_known = last.is_known;
    homed = stopped = motion.active = false;
    link_init();
    event_send((struct event){.kind = EVENT_BOOT,
                              .epoch = epoch,
                              .pose_is_known = pose_is_known,
                              .why = board_restart_reason()});
}

static void reply_rule(enum rule broken)
{
    static const char NAMES[][RULE_NAME_SIZE] IN_FLASH = {RULE_NAMES};
    if (broken)
        reply_field(TEXT("why"), NAMES[broken - 1]);
}

static void reply_error(uint16_t number, const char *code, enum rule broken)
{
    link_reply_begin(number, TEXT("err"));
    reply_field(TEXT("code"), code);
    reply_rule(broken);
    reply_end();
}

static void reply_epoch(void)
{
    reply_key(TEXT("epoch"));
    reply_hexadecimal(epoch);
}

static void stop_robot(const char *why)
{
    struct event event = {.kind = EVENT_ESTOP, .why = why};
    bool is_new_stop = motion.active || !stopped;
    if (motion.active) {
        struct servo_move move = motion.moves.moves[motion.current];
        event.axis = move.is_grip ? gripper_name(move.gripper) : axis_name(move.gripper);
        // A gripper has the angle of its wrist, a cover has none.
        bool has_angle = !move.is_grip || constant(RIG) == TWO_GRIPPER;
        event.at = has_angle ? servos_pose()->wrists[move.gripper] : NO_ANGLE;
        motion.active = false;
        link_reply_begin(motion.number, TEXT("err"));
        reply_field(TEXT("code"), TEXT("STOPPED"));
        reply_position(event.axis, event.at);
        reply_end();
    }
    stopped = true;
    if (is_new_stop)
        event_send(event);
}

static void send_status(void)
{
    const char *state = motion.active ? TEXT("moving") : stopped ? TEXT("stopped") : homed ? TEXT("idle") : TEXT("unhomed");
    link_reply_begin(0, TEXT("status"));
    reply_field(TEXT("state"), state);
    reply_key(TEXT("last"));
    reply_number(link_last_number());
    reply_epoch();
    reply_pose(servos_pose());
    reply_end();
}

static void reply_with_pose(uint16_t number)
{
    link_reply_begin(number, TEXT("done"));
    reply_pose(servos_pose());
    reply_end();
}

static void reply_to_hello(uint16_t number, const struct command *command)
{
    if (!command->version_matches) {
        link_reply_begin(number, TEXT("err"));
        reply_field(TEXT("code"), TEXT("PROTO"));
        reply_field(TEXT("proto"), TEXT(PROTOCOL_VERSION));
        reply_end();
        return;
    }
    event_drop(EVENT_BOOT);
    link_reply_begin(number, TEXT("done"));
    reply_field(TEXT("proto"), TEXT(PROTOCOL_VERSION));
    reply_field(TEXT("firmware"), TEXT("rokumen-uno/0.1.0"));
    reply_field(TEXT("rig"), rig_name());
    reply_epoch();
    reply_field(TEXT("feedback"), TEXT("none"));
    reply_key(TEXT("heartbeat"));
    reply_decimal(constant(SILENCE_MS) / 100, 1);
    reply_field(TEXT("can"), TEXT("load,off,jog"));
    reply_key(TEXT("constants"));
    reply_number(CONSTANTS_VERSION);
    reply_end();
}

static void switch_off(uint16_t number)
{
    if (motion.active) {
        reply_error(number, TEXT("BUSY"), NO_RULE);
        return;
    }
    servos_off();
    homed = false;
    reply_with_pose(number);
}

static bool may_hold_cube(void)
{
    const struct pose *pose = servos_pose();
    for (uint8_t gripper = 0; homed && gripper < rig_actuators(); gripper++)
        if (pose->grips[gripper] == CLOSED)
            return true;
    return false;
}

static void jog(uint16_t number, struct servo_move step)
{
    if (motion.active || stopped) {
        reply_error(number, motion.active ? TEXT("BUSY") : TEXT("STOPPED"),
                    motion.active ? NO_RULE : RULE_STOPPED);
        return;
    }
    if (may_hold_cube()) {
        reply_error(number, TEXT("POSE"), RULE_CUBE_HELD);
        return;
    }
    uint16_t pulse = servos_jog(step);
    if (!pulse) {
        reply_error(number, TEXT("ARGUMENT"), RULE_PULSE_BEYOND_LIMITS);
        return;
    }
    // After a restart the servos are only near the stored pose.
    if (pose_is_known) {
        struct stored_pose last = storage_load_pose();
        storage_save_departure(&last.pose);
    }
    homed = pose_is_known = false;
    link_reply_begin(number, TEXT("done"));
    reply_key(TEXT("us"));
    reply_number(pulse);
    reply_pose(servos_pose());
    reply_end();
}

// Returns whether the draft of the constants, or what is in force, may not be touched now.
static bool refuses_constants(uint16_t number)
{
    if (motion.active || stopped)
        reply_error(number, motion.active ? TEXT("BUSY") : TEXT("STOPPED"),
                    motion.active ? NO_RULE : RULE_STOPPED);
    else if (may_hold_cube())
        reply_error(number, TEXT("POSE"), RULE_CUBE_HELD);
    else
        return false;
    return true;
}

static void show_constant(uint16_t number, const struct command *command)
{
    uint8_t name = command->constant;
    if (name >= CONSTANTS) {
        reply_error(number, TEXT("ARGUMENT"), NO_RULE);
        return;
    }
    if (command->sets_constant) {
        if (refuses_constants(number))
            return;
        constants_set_draft(name, command->value);
    }
    link_reply_begin(number, TEXT("done"));
    reply_key(TEXT("n"));
    reply_number(name);
    reply_key(TEXT("value"));
    reply_number(constants_draft(name));
    reply_end();
}

// Takes the servos of another rig for at home; after a restart they are not known to be there.
static void forget_pose(void)
{
    const struct pose home = {{0, 0}, {CLOSED, CLOSED}};
    servos_init(home);
    storage_save_arrival(&home);
    storage_save_departure(&home);
}

static void store_constants(uint16_t number)
{
    if (refuses_constants(number))
        return;
    uint8_t name;
    uint16_t rig_before = constant(RIG);
    enum rule broken = constants_store(&name);
    if (broken) {
        link_reply_begin(number, TEXT("err"));
        reply_field(TEXT("code"), TEXT("ARGUMENT"));
        reply_rule(broken);
        reply_key(TEXT("n"));
        reply_number(name);
        reply_end();
        return;
    }
    // The pulses of the present pose are others now: nothing moves before HOME.
    servos_off();
    homed = pose_is_known = false;
    if (constant(RIG) != rig_before)
        forget_pose();
    reply_with_pose(number);
}

static void finish_motion(void)
{
    motion.active = false;
    homed = pose_is_known = true;
    storage_save_arrival(servos_pose());
    link_reply_begin(motion.number, TEXT("done"));
    reply_pose(servos_pose());
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
        storage_save_departure(&target);
    }
    servos_start_move(move, motion.speed);
}

static void start_motion(uint16_t number, const struct command *command)
{
    if (motion.active) {
        reply_error(number, TEXT("BUSY"), NO_RULE);
        return;
    }
    if (stopped) {
        reply_error(number, TEXT("STOPPED"), RULE_STOPPED);
        return;
    }
    motion.number = number;
    motion.speed = (uint8_t)(pose_is_known ? command->speed : constant(FIRST_HOME_PERCENT));
    motion.current = 0;
    motion.elapsed_ms = 0;
    motion.busy_at = board_milliseconds() + BUSY_MS;
    if (command->kind == COMMAND_HOME) {
        motion.moves = homing_moves(servos_pose(), homed);
    } else if (command->kind == COMMAND_LOAD) {
        const int16_t grips[GRIPPERS] = {servos_loading_grip(0), servos_loading_grip(1)};
        motion.moves = loading_moves(servos_pose(), homed, grips);
    } else {
        enum rule broken = homed ? command->broken : RULE_UNHOMED;
        if (!broken)
            broken = rule_violation(servos_pose(), command->move);
        if (broken) {
            reply_error(number, TEXT("POSE"), broken);
            return;
        }
        motion.moves = allowed_moves(servos_pose(), command->move);
    }
    link_reply_begin(number, TEXT("ack"));
    reply_end();
    if (!motion.moves.count) {
        finish_motion();
        return;
    }
    motion.active = true;
    start_current_move();
}

static void execute(const struct line *line)
{
    struct command command = command_parse(line);
    switch (command.kind) {
    case COMMAND_HELLO:
        reply_to_hello(line->number, &command);
        break;
    case COMMAND_CLEAR:
        if (!motion.active)
            stopped = false;
        reply_with_pose(line->number);
        break;
    case COMMAND_POSE:
        reply_with_pose(line->number);
        break;
    case COMMAND_OFF:
        switch_off(line->number);
        break;
    case COMMAND_JOG:
        jog(line->number, command.move);
        break;
    case COMMAND_CONSTANT:
        show_constant(line->number, &command);
        break;
    case COMMAND_STORE:
        store_constants(line->number);
        break;
    case COMMAND_HOME:
    case COMMAND_LOAD:
    case COMMAND_MOTION:
        start_motion(line->number, &command);
        break;
    case COMMAND_BAD_ARGUMENT:
        reply_error(line->number, TEXT("ARGUMENT"), command.broken);
        break;
    case COMMAND_UNKNOWN:
        reply_error(line->number, TEXT("UNKNOWN"), NO_RULE);
        break;
    }
}

void robot_receive(char byte)
{
    if (byte == STOP) {
        link_mark_alive();
        stop_robot(TEXT("host"));
    } else if (byte == STATUS) {
        link_mark_alive();
        send_status();
    } else {
        const struct line *command = link_receive(byte);
        if (command)
            execute(command);
    }
}

static void send_busy(void)
{
    motion.busy_at = board_milliseconds() + BUSY_MS;
    link_reply_begin(motion.number, TEXT("busy"));
    reply_key(TEXT("pct"));
    reply_number((100U * motion.current + servos_progress_percent()) / motion.moves.count);
    reply_end();
}

static void update_motion(void)
{
    if (servos_update()) {
        motion.elapsed_ms += servos_duration_ms();
        motion.current++;
        if (motion.current < motion.moves.count)
            start_current_move();
        else
            finish_motion();
    } else if (link_idle_ms() >= constant(SILENCE_MS)) {
        stop_robot(TEXT("silence"));
    } else if ((int32_t)(board_milliseconds() - motion.busy_at) >= 0) {
        send_busy();
    }
}

void robot_advance(void)
{
    if (board_button_is_pressed())
        stop_robot(TEXT("button"));
    if (motion.active)
        update_motion();
    constants_advance();
    events_resend();
}
