#include "robot.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "board.h"
#include "config.h"
#include "conversation.h"
#include "memory.h"
#include "reply.h"
#include "request.h"
#include "servos.h"

enum { STOP = 0x18, STATUS = '?', BUSY_MS = 500 };

static uint16_t epoch;
static bool homed;
// A restart that cut a motion off leaves a pose that nobody knows, until HOME.
static bool pose_is_known;
static bool stopped;

// A motion command at work: its servos' ways, one after the other.
static struct {
    bool going;
    uint16_t number;
    struct way ways[LONGEST_WAY_HOME];
    uint8_t count;
    uint8_t current;
    uint8_t speed;
    uint32_t busy_at;
    uint32_t took;
} motion;

void robot_boot(void)
{
    epoch = memory_next_epoch();
    struct remembered_pose last = memory_pose();
    servos_start(last.pose);
    pose_is_known = last.is_known;
    homed = stopped = motion.going = false;
    conversation_start();
    tell((struct event){.kind = EVENT_BOOT,
                        .epoch = epoch,
                        .pose_is_known = pose_is_known,
                        .why = board_restart_reason()});
}

static void refuse(uint16_t number, const char *code, const char *why)
{
    answer_begin(number, "err");
    reply_field("code", code);
    if (why)
        reply_field("why", why);
    reply_end();
}

static void reply_epoch(void)
{
    reply_key("epoch");
    reply_hexadecimal(epoch);
}

static void stop(const char *why)
{
    struct event event = {.kind = EVENT_ESTOP, .axis = "", .why = why};
    bool news = motion.going || !stopped;
    if (motion.going) {
        uint8_t hand = motion.ways[motion.current].hand;
        event.axis = HAND_NAMES[hand];
        event.at = servos_pose()->wrists[hand];
        motion.going = false;
        answer_begin(motion.number, "err");
        reply_field("code", "STOPPED");
        reply_where(event.axis, event.at);
        reply_end();
    }
    stopped = true;
    if (news)
        tell(event);
}

static void tell_status(void)
{
    const char *state = motion.going ? "moving" : stopped ? "stopped" : homed ? "idle" : "unhomed";
    answer_begin(0, "status");
    reply_field("state", state);
    reply_key("last");
    reply_number(conversation_last());
    reply_epoch();
    reply_pose(servos_pose());
    reply_end();
}

static void answer_pose(uint16_t number)
{
    answer_begin(number, "done");
    reply_pose(servos_pose());
    reply_end();
}

static void answer_hello(uint16_t number, const struct request *request)
{
    if (!request->version_is_ours) {
        answer_begin(number, "err");
        reply_field("code", "PROTO");
        reply_field("proto", PROTOCOL_VERSION);
        reply_end();
        return;
    }
    silence(EVENT_BOOT);
    answer_begin(number, "done");
    reply_field("proto", PROTOCOL_VERSION);
    reply_field("firmware", "rokumen-uno/0.1.0");
    reply_field("rig", "two-gripper");
    reply_epoch();
    reply_field("feedback", "none");
    reply_key("heartbeat");
    reply_fraction(HEARTBEAT_MS / 100, 1);
    reply_end();
}

static void arrive(void)
{
    motion.going = false;
    homed = pose_is_known = true;
    memory_arrive(servos_pose());
    answer_begin(motion.number, "done");
    reply_pose(servos_pose());
    reply_key("took");
    reply_fraction(motion.took, 3);
    reply_end();
}

static void go_on(void)
{
    struct way way = motion.ways[motion.current];
    struct pose target = *servos_pose();
    int16_t *moved = moved_by(&target, way);
    if (*moved != way.target) {
        *moved = way.target;
        memory_depart(&target);
    }
    servos_go(way, motion.speed);
}

static void begin_motion(uint16_t number, const struct request *request)
{
    if (motion.going) {
        refuse(number, "BUSY", NULL);
        return;
    }
    if (stopped) {
        refuse(number, "STOPPED", "stopped-CLEAR-first");
        return;
    }
    motion.number = number;
    motion.speed = pose_is_known ? request->speed : SLOW_PERCENT;
    motion.current = 0;
    motion.took = 0;
    motion.busy_at = board_milliseconds() + BUSY_MS;
    if (request->kind == REQUEST_HOME) {
        motion.count = ways_home(servos_pose(), homed, motion.ways);
    } else {
        const char *why = homed ? request->why_not : "unhomed-HOME-first";
        if (!why)
            why = why_not(servos_pose(), request->way);
        if (why) {
            refuse(number, "POSE", why);
            return;
        }
        motion.count = 1;
        motion.ways[0] = request->way;
    }
    answer_begin(number, "ack");
    reply_end();
    if (!motion.count) {
        arrive();
        return;
    }
    motion.going = true;
    go_on();
}

static void carry_out(const struct line *line)
{
    struct request request = request_of(line);
    switch (request.kind) {
    case REQUEST_HELLO:
        answer_hello(line->number, &request);
        break;
    case REQUEST_CLEAR:
        if (!motion.going)
            stopped = false;
        answer_pose(line->number);
        break;
    case REQUEST_POSE:
        answer_pose(line->number);
        break;
    case REQUEST_HOME:
    case REQUEST_GO:
        begin_motion(line->number, &request);
        break;
    case REQUEST_SENSELESS:
        refuse(line->number, "ARGUMENT", request.why_not);
        break;
    case REQUEST_UNKNOWN:
        refuse(line->number, "UNKNOWN", NULL);
        break;
    }
}

void robot_hear(char byte)
{
    if (byte == STOP) {
        conversation_heard();
        stop("host");
    } else if (byte == STATUS) {
        conversation_heard();
        tell_status();
    } else {
        const struct line *command = conversation_read(byte);
        if (command)
            carry_out(command);
    }
}

static void say_busy(void)
{
    motion.busy_at = board_milliseconds() + BUSY_MS;
    answer_begin(motion.number, "busy");
    reply_key("pct");
    reply_number((100U * motion.current + servos_percent()) / motion.count);
    reply_end();
}

static void follow_motion(void)
{
    if (servos_follow()) {
        motion.took += servos_milliseconds();
        motion.current++;
        if (motion.current < motion.count)
            go_on();
        else
            arrive();
    } else if (conversation_silence() >= HEARTBEAT_MS) {
        stop("silence");
    } else if ((int32_t)(board_milliseconds() - motion.busy_at) >= 0) {
        say_busy();
    }
}

void robot_advance(void)
{
    if (board_button_is_pressed())
        stop("button");
    if (motion.going)
        follow_motion();
    repeat_events();
}
