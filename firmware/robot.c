#include "robot.h"

#include <stdbool.h>
#include <stddef.h>

#include "board.h"
#include "command.h"
#include "constants.h"
#include "link_layer.h"
#include "motion.h"
#include "reply_writer.h"
#include "rig.h"
#include "servo_driver.h"
#include "stop.h"
#include "stop_bytes.h"
#include "storage.h"

enum { STATUS = '?' };

static uint16_t epoch;
// The number of a STORE that is answered once the EEPROM has the constants, 0 for none.
static uint16_t store_number;

void robot_boot(void)
{
    store_number = 0;
    constants_load();
    epoch = storage_next_epoch();
    motion_init();
    stops_clear();
    link_init();
    event_send((struct event){.kind = EVENT_BOOT,
                              .epoch = epoch,
                              .pose_is_known = motion_pose_is_known(),
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

static void reply_with_pose(uint16_t number)
{
    link_reply_begin(number, TEXT("done"));
    reply_pose();
    reply_end();
}

static void send_status(void)
{
    const char *state = motion_is_active() ? TEXT("moving")
                        : stop_in_force()   ? TEXT("stopped")
                        : motion_is_homed() ? TEXT("idle")
                                            : TEXT("unhomed");
    link_reply_begin(0, TEXT("status"));
    reply_field(TEXT("state"), state);
    reply_key(TEXT("last"));
    reply_number(link_last_number());
    reply_epoch();
    reply_pose();
    if (stop_in_force() > STOP_HOLD)
        reply_field(TEXT("level"), stop_level_name());
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
    reply_field(TEXT("rig"), rig()->name);
    reply_epoch();
    reply_field(TEXT("feedback"), TEXT("none"));
    reply_key(TEXT("heartbeat"));
    reply_decimal(constant(SILENCE_MS) / 100, 1);
    reply_field(TEXT("can"), TEXT("load,off,jog,enable,relax"));
    if (rig()->overlaps())
        reply_text(TEXT(",overlap"));
    reply_key(TEXT("constants"));
    reply_number(CONSTANTS_VERSION);
    reply_end();
}

static void switch_off(uint16_t number)
{
    if (motion_is_active()) {
        reply_error(number, TEXT("BUSY"), NO_RULE);
        return;
    }
    servos_off();
    motion_forget_home();
    reply_with_pose(number);
}

// Returns whether a motion is in progress, constants are being stored or a stop is in force, which has
// been answered then.
static bool refuses_motion(uint16_t number)
{
    bool is_busy = motion_is_active() || constants_are_being_stored();
    if (is_busy)
        reply_error(number, TEXT("BUSY"), NO_RULE);
    else if (stop_in_force())
        reply_error(number, TEXT("STOPPED"), RULE_STOPPED);
    return is_busy || stop_in_force();
}

// Returns whether neither a servo's pulse nor a constant may be changed, which has been answered then.
static bool refuses_changes(uint16_t number)
{
    if (refuses_motion(number))
        return true;
    const struct pose *pose = servos_pose();
    for (uint8_t gripper = 0; motion_is_homed() && gripper < rig()->actuators; gripper++)
        if (pose->grips[gripper] == CLOSED) {
            reply_error(number, TEXT("POSE"), RULE_CUBE_HELD);
            return true;
        }
    return false;
}

static void show_pulse(uint16_t number, struct servo_move servo)
{
    if (motion_is_active()) {
        reply_error(number, TEXT("BUSY"), NO_RULE);
        return;
    }
    link_reply_begin(number, TEXT("done"));
    reply_pulse(servo);
    reply_pose();
    reply_end();
}

static bool is_within_limits(int16_t pulse)
{
    return pulse >= (int16_t)constant(LOWEST_US) && pulse <= (int16_t)constant(HIGHEST_US);
}

// Starts JOG or ENABLE.
static void change_pulse(uint16_t number, const struct command *command)
{
    if (refuses_changes(number))
        return;
    bool is_jog = command->kind == COMMAND_JOG;
    struct servo_move move = command->move;
    uint16_t pulse = servos_pulse(move);
    if (is_jog) {
        if (!pulse) {
            reply_error(number, TEXT("POSE"), RULE_SERVO_OFF);
            return;
        }
        move.target = (int16_t)(pulse + move.target);
    }
    if (!is_within_limits(move.target)) {
        reply_error(number, TEXT("ARGUMENT"), RULE_PULSE_BEYOND_LIMITS);
        return;
    }
    motion_forget_pose(true);
    if (!pulse) {
        motion_start_enabling(number, move);
        return;
    }
    // A servo that has a pulse does not move where it is enabled.
    if (!is_jog)
        move.target = (int16_t)pulse;
    motion_start_jog(number, move);
}

static void show_constant(uint16_t number, const struct command *command)
{
    uint8_t name = command->constant;
    if (name >= CONSTANTS) {
        reply_error(number, TEXT("ARGUMENT"), NO_RULE);
        return;
    }
    if (command->sets_constant) {
        if (refuses_changes(number))
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

static void store_constants(uint16_t number)
{
    if (refuses_changes(number))
        return;
    uint8_t name;
    enum rule broken = broken_by_draft(&name);
    if (broken) {
        link_reply_begin(number, TEXT("err"));
        reply_field(TEXT("code"), TEXT("ARGUMENT"));
        reply_rule(broken);
        reply_key(TEXT("n"));
        reply_number(name);
        reply_end();
        return;
    }
    const struct mechanism *before = rig();
    constants_store();
    store_number = number;
    // The pulses of the present pose are others now: nothing moves before HOME.
    servos_off();
    if (rig() == before)
        motion_forget_pose(false);
    else
        motion_forget_rig();
}

static void store_advance(void)
{
    if (!constants_advance())
        return;
    if (store_number)
        reply_with_pose(store_number);
    store_number = 0;
}

// Returns the rule that forbids a motion command now, or NO_RULE.
static enum rule broken_by(const struct command *command)
{
    if (!motion_is_homed())
        return RULE_UNHOMED;
    return command->broken ? command->broken : broken_rule(servos_pose(), &command->request);
}

static void start_motion(uint16_t number, const struct command *command)
{
    if (refuses_motion(number))
        return;
    struct moves moves;
    if (command->kind == COMMAND_HOME) {
        moves = homing_moves(servos_pose());
    } else if (command->kind == COMMAND_LOAD) {
        moves = loading_moves(servos_pose());
    } else {
        enum rule broken = broken_by(command);
        if (broken) {
            reply_error(number, TEXT("POSE"), broken);
            return;
        }
        moves = allowed_moves(servos_pose(), &command->request);
    }
    motion_start(number, moves, command->speed);
}

static void execute(const struct line *line)
{
    struct command command = command_parse(line);
    switch (command.kind) {
    case COMMAND_HELLO:
        store_number = 0; // of another session, whose numbers begin anew
        reply_to_hello(line->number, &command);
        break;
    case COMMAND_CLEAR:
        if (!motion_is_active())
            stops_clear();
        reply_with_pose(line->number);
        break;
    case COMMAND_POSE:
        reply_with_pose(line->number);
        break;
    case COMMAND_OFF:
        switch_off(line->number);
        break;
    case COMMAND_PULSE:
        show_pulse(line->number, command.move);
        break;
    case COMMAND_JOG:
    case COMMAND_ENABLE:
        change_pulse(line->number, &command);
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
    enum stop_level level = stop_receive((uint8_t)byte);
    if (level) {
        link_mark_alive();
        stop_by_host(level);
    } else if (byte == STATUS) {
        link_mark_alive();
        send_status();
    } else {
        const struct line *command = link_receive(byte);
        if (command)
            execute(command);
    }
}

void robot_advance(void)
{
    if (board_button_is_pressed())
        stop_robot(TEXT("button"));
    if (motion_is_active() && !motion_update()) {
        if (link_idle_ms() >= constant(SILENCE_MS))
            stop_robot(TEXT("silence"));
        else
            motion_send_busy();
    }
    stop_advance();
    if (!motion_is_active())
        motion_rest();
    store_advance();
    events_resend();
}
