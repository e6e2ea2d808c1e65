#include "servo_driver.h"

#include <stdlib.h>

#include "board.h"
#include "constants.h"
#include "jaws.h"
#include "motion_profile.h"
#include "rig.h"

// Returns the first of the three constants of a wrist (-90, 0, +90).
static uint8_t wrist_constants(uint8_t gripper) { return (uint8_t)(WRIST_L_MINUS_90_US + 3 * gripper); }

static struct pose pose;
// What was started last; the target of a jog is a pulse. Jaws that press are those of all grippers.
static struct servo_move active_move;
static enum { MOVING, JOGGING, PRESSING } activity;
// The moves in progress, each from where it begins, and from when and for how long; nothing once it has ended.
static struct ramp {
    struct servo_move move;
    int16_t from;
    uint8_t speed;
    bool has_ended;
    uint32_t begin_ms, duration_ms;
} ramps[MAX_OVERLAPPING];
static uint8_t ramp_count;
static uint32_t start_ms;
static uint32_t duration_ms;
static uint16_t settle_ms;
static uint32_t elapsed_ms;

// On its way a servo has places that are finer than those of poses by this factor.
enum { FINE = 16 };

static int32_t interpolate(int32_t from, int32_t to, int32_t part, int32_t all)
{
    int32_t way = (to - from) * part;
    return from + (way + (way < 0 ? -all : all) / 2) / all;
}

// Return the pulse of a place, FINE times as large as that of a pose.
static uint16_t wrist_pulse(uint8_t gripper, int32_t at)
{
    uint8_t first = wrist_constants(gripper);
    uint16_t end = constant((uint8_t)(first + (at < 0 ? 0 : 2)));
    return (uint16_t)interpolate(constant((uint8_t)(first + 1)), end, labs(at),
                                 (int32_t)FINE * QUARTER_TURN);
}

static bool has_width(struct segment part)
{
    return constant(part.from_pulse) != constant(part.to_pulse);
}

static uint16_t grip_pulse(uint8_t gripper, int32_t at)
{
    struct segment part = rig()->segment(gripper, 0);
    for (uint8_t number = 1; number < rig()->segment_count; number++) {
        struct segment next = rig()->segment(gripper, number);
        if (!has_width(part) || (at > (int32_t)FINE * part.to && has_width(next)))
            part = next;
    }
    return (uint16_t)interpolate(constant(part.from_pulse), constant(part.to_pulse),
                                 at - (int32_t)FINE * part.from,
                                 (int32_t)FINE * (part.to - part.from));
}

static uint8_t servo_of(struct servo_move move)
{
    return (uint8_t)(move.is_grip ? GRIPPERS + move.gripper : move.gripper);
}

uint16_t servos_pulse(struct servo_move move) { return board_pulse(servo_of(move)); }

static uint16_t pulse_of_place(struct servo_move move, int32_t at)
{
    return move.is_grip ? grip_pulse(move.gripper, at) : wrist_pulse(move.gripper, at);
}

static uint16_t pulse_of_pose(struct servo_move move)
{
    return pulse_of_place(move, (int32_t)FINE * *pose_value(&pose, move));
}

// Returns where a pulse lies between `zero` (0) and `end` (`parts`), rounded so that this place gives
// the same pulse again.
static int16_t fraction_of_pulse(uint16_t pulse, uint16_t zero, uint16_t end, int16_t parts)
{
    int32_t above = 2 * ((int32_t)pulse - zero) * parts;
    int32_t width = 2 * ((int32_t)end - zero);
    int32_t place = (above + (((above < 0) == (width < 0)) ? width / 2 : -width / 2)) / width;
    return (int16_t)(place > INT16_MAX ? INT16_MAX : place < -INT16_MAX ? -INT16_MAX : place);
}

static int16_t wrist_angle(uint8_t gripper, uint16_t pulse)
{
    uint8_t first = wrist_constants(gripper);
    uint16_t minus = constant(first), zero = constant((uint8_t)(first + 1));
    uint16_t plus = constant((uint8_t)(first + 2));
    bool positive = (pulse > zero) == (plus > zero);
    return positive ? fraction_of_pulse(pulse, zero, plus, QUARTER_TURN)
                    : fraction_of_pulse(pulse, zero, minus, -QUARTER_TURN);
}

static int16_t grip_place(uint8_t gripper, uint16_t pulse)
{
    int16_t place = CLOSED;
    for (uint8_t number = 0; number < rig()->segment_count; number++) {
        struct segment part = rig()->segment(gripper, number);
        if (!has_width(part))
            continue;
        place = (int16_t)(part.from
                          + fraction_of_pulse(pulse, constant(part.from_pulse),
                                              constant(part.to_pulse), part.to - part.from));
        if (place <= part.to)
            break;
    }
    return place;
}

static int16_t place_of_pulse(struct servo_move move, uint16_t pulse)
{
    return move.is_grip ? grip_place(move.gripper, pulse) : wrist_angle(move.gripper, pulse);
}

// Returns the servo of a number; the axes come first.
static struct servo_move numbered(uint8_t number)
{
    uint8_t actuators = rig()->actuators;
    bool is_grip = number >= actuators;
    uint8_t gripper = (uint8_t)(is_grip ? number - actuators : number);
    return (struct servo_move){.gripper = gripper, .is_grip = is_grip};
}

static uint8_t servo_count(void) { return (uint8_t)(2 * rig()->actuators); }

void servos_init(struct pose initial)
{
    pose = initial;
    for (uint8_t number = 0; number < servo_count(); number++) {
        struct servo_move servo = numbered(number);
        if (servos_pulse(servo))
            *pose_value(&pose, servo) = place_of_pulse(servo, servos_pulse(servo));
        if (servo.is_grip && jaws_hold(servo.gripper))
            pose.grips[servo.gripper] = CLOSED;
    }
    duration_ms = elapsed_ms = 0;
    settle_ms = 0;
}

const struct pose *servos_pose(void) { return &pose; }

static void start(struct servo_move move, uint8_t kind, uint32_t milliseconds)
{
    active_move = move;
    activity = kind;
    ramp_count = 0;
    settle_ms = 0;
    start_ms = board_milliseconds();
    elapsed_ms = 0;
    duration_ms = milliseconds;
}

static uint32_t end_ms(const struct ramp *ramp) { return ramp->begin_ms + ramp->duration_ms; }

// Sets when a ramp begins by the one before it; those that are to go together get the longer duration.
static void set_begin(struct ramp *ramp, enum begin begin)
{
    struct ramp *last = ramp - 1;
    if (begin == TOGETHER) {
        ramp->begin_ms = last->begin_ms;
        if (ramp->duration_ms < last->duration_ms)
            ramp->duration_ms = last->duration_ms;
        last->duration_ms = ramp->duration_ms;
    } else if (begin == HALF_WAY) {
        ramp->begin_ms = last->begin_ms + last->duration_ms / 2;
    } else if (begin == EARLY) {
        uint32_t left = ramp->duration_ms / 2, opened = end_ms(&ramps[0]), arrived = end_ms(last);
        ramp->begin_ms = arrived > opened + left ? arrived - left : opened;
    }
}

void servos_start_moves(const struct servo_move *moves, uint8_t count, uint8_t axis_speed, uint8_t grip_speed)
{
    start(moves[0], MOVING, 0);
    // Where the servos are once the moves before have ended.
    struct pose reached = pose;
    for (; ramp_count < count; ramp_count++) {
        struct servo_move move = moves[ramp_count];
        struct ramp *ramp = &ramps[ramp_count];
        uint8_t speed = move.is_grip ? grip_speed : axis_speed;
        int16_t *value = pose_value(&reached, move);
        *ramp = (struct ramp){.move = move, .from = *value, .speed = speed};
        if (move.target != *value)
            ramp->duration_ms = rig()->duration_ms(&reached, move) * 100 / speed;
        set_begin(ramp, move.begin);
        *value = move.target;
        if (active_move.is_grip && !move.is_grip)
            active_move = move;
    }
    for (uint8_t number = 0; number < count; number++)
        if (end_ms(&ramps[number]) > duration_ms)
            duration_ms = end_ms(&ramps[number]);
    settle_ms = duration_ms ? constant(AFTER_MOTION_MS) : 0;
}

static void enable(struct servo_move servo, uint16_t pulse, uint16_t wait_ms)
{
    servo.target = *pose_value(&pose, servo);
    start(servo, MOVING, wait_ms);
    board_set_pulse(servo_of(servo), pulse);
}

void servos_start_enabling(struct servo_move move)
{
    uint16_t pulse = (uint16_t)move.target;
    *pose_value(&pose, move) = place_of_pulse(move, pulse);
    enable(move, pulse, ENABLE_FAR_MS);
}

uint8_t servos_without_pulse(void)
{
    uint8_t count = 0;
    for (uint8_t number = 0; number < servo_count(); number++)
        count = (uint8_t)(count + !servos_pulse(numbered(number)));
    return count;
}

// Returns how late a servo gets its first pulse.
static uint8_t enabling_rank(struct servo_move servo)
{
    return !servo.is_grip ? 2 : pose.grips[servo.gripper] > CLOSED;
}

void servos_start_next(uint16_t wait_ms)
{
    struct servo_move next = {.gripper = 0};
    uint8_t lowest = UINT8_MAX;
    for (uint8_t number = 0; number < servo_count(); number++) {
        struct servo_move servo = numbered(number);
        if (!servos_pulse(servo) && enabling_rank(servo) < lowest) {
            next = servo;
            lowest = enabling_rank(servo);
        }
    }
    enable(next, pulse_of_pose(next), wait_ms);
}

void servos_start_jog(struct servo_move move)
{
    start(move, JOGGING, pulse_way_ms(servos_pulse(move), (uint16_t)move.target));
}

bool servos_jaws_are_relaxed(void) { return jaws_most_relaxed(&pose).target > 0; }

void servos_start_pressing(void)
{
    struct servo_move most = jaws_most_relaxed(&pose);
    start(most, PRESSING, (uint32_t)most.target);
    settle_ms = constant(AFTER_MOTION_MS);
}

// Returns whether the pulses go on by a step now, however late this is called: a servo gets at most one
// step a pulse.
static bool step_is_due(void)
{
    uint32_t now = board_milliseconds();
    if (now - start_ms < STEP_PERIOD_MS)
        return false;
    start_ms = now;
    return true;
}

void servos_relax_jaws(void)
{
    if (!step_is_due())
        return;
    for (uint8_t gripper = 0; gripper < rig()->actuators; gripper++) {
        uint16_t before = jaws_pulse(gripper), after = jaws_relax(gripper);
        // Jaws that a stop has kept from closing completely are where their pulse is.
        if (after != before && pose.grips[gripper] != CLOSED)
            pose.grips[gripper] = grip_place(gripper, after);
    }
}

void servos_off(void)
{
    for (uint8_t servo = 0; servo < SERVOS; servo++)
        board_set_pulse(servo, 0);
}

// Moves the servo of a ramp to where it is on its way now.
static void move_on(struct ramp *ramp)
{
    if (ramp->has_ended || elapsed_ms < ramp->begin_ms || ramp->move.target == ramp->from)
        return;
    uint32_t acceleration_ms = (uint32_t)constant(ACCELERATION_MS) * 100 / ramp->speed;
    uint16_t part = profile_part(elapsed_ms - ramp->begin_ms, ramp->duration_ms, acceleration_ms);
    int32_t way = (int32_t)ramp->move.target - ramp->from;
    int32_t at = (int32_t)FINE * ramp->from + way * part / (int32_t)(WHOLE_WAY / FINE);
    *pose_value(&pose, ramp->move) = (int16_t)(at / FINE);
    if (servos_pulse(ramp->move))
        board_set_pulse(servo_of(ramp->move), pulse_of_place(ramp->move, at));
    ramp->has_ended = part == WHOLE_WAY;
}

static bool update_jog(void)
{
    uint16_t pulse = servos_pulse(active_move), target = (uint16_t)active_move.target;
    if (pulse == target || !step_is_due())
        return pulse == target;
    elapsed_ms += STEP_PERIOD_MS;
    pulse = pulse_after_step(pulse, target);
    board_set_pulse(servo_of(active_move), pulse);
    *pose_value(&pose, active_move) = place_of_pulse(active_move, pulse);
    return pulse == target;
}

static bool update_pressing(void)
{
    if (!servos_jaws_are_relaxed())
        return board_milliseconds() - start_ms >= settle_ms;
    if (!step_is_due())
        return false;
    elapsed_ms += STEP_PERIOD_MS;
    jaws_press(&pose);
    return false;
}

static bool update_move(void)
{
    uint32_t now = board_milliseconds() - start_ms, all_ms = duration_ms + settle_ms;
    if (now == elapsed_ms && now < all_ms)
        return false;
    elapsed_ms = now;
    for (uint8_t number = 0; number < ramp_count; number++)
        move_on(&ramps[number]);
    return elapsed_ms >= all_ms;
}

bool servos_update(void)
{
    // No pulse changes while a stop has been received but not handled yet.
    if (board_stop_pending())
        return false;
    return activity == JOGGING ? update_jog() : activity == PRESSING ? update_pressing() : update_move();
}

struct servo_move servos_moved(void) { return active_move; }

uint8_t servos_progress_percent(void)
{
    uint32_t percent = duration_ms ? 100 * elapsed_ms / duration_ms : 100;
    return percent < 100 ? (uint8_t)percent : 100;
}

uint32_t servos_duration_ms(void) { return duration_ms + settle_ms; }
