#include "servo_driver.h"

#include <stdlib.h>

#include "board.h"
#include "constants.h"
#include "rig.h"

// Returns the first of the three constants of a wrist (-90, 0, +90).
static uint8_t wrist_constants(uint8_t gripper) { return (uint8_t)(WRIST_L_MINUS_90_US + 3 * gripper); }

static struct pose pose;
static struct servo_move active_move;
static bool pulses_on;
// The pulses to which servos were jogged since the last move, 0 for none: the pose is coarser.
static uint16_t jogged_pulse[SERVOS];
static int16_t start_position;
// Whether the first gripper opens while its axis moves, and where it began.
static bool opens_along;
static int16_t grip_start;
static uint32_t start_ms;
static uint32_t duration_ms;
static uint32_t elapsed_ms;

static int32_t interpolate(int32_t from, int32_t to, int32_t part, int32_t all)
{
    return from + (to - from) * part / all;
}

static uint16_t wrist_pulse(uint8_t gripper)
{
    int16_t at = pose.wrists[gripper];
    uint8_t first = wrist_constants(gripper);
    uint16_t end = constant((uint8_t)(first + (at < 0 ? 0 : 2)));
    return (uint16_t)interpolate(constant((uint8_t)(first + 1)), end, abs(at), QUARTER_TURN);
}

static bool has_width(struct segment part)
{
    return constant(part.from_pulse) != constant(part.to_pulse);
}

static uint16_t grip_pulse(uint8_t gripper)
{
    int16_t at = pose.grips[gripper];
    struct segment part = rig()->segment(gripper, 0);
    for (uint8_t number = 1; number < rig()->segment_count; number++) {
        struct segment next = rig()->segment(gripper, number);
        if (!has_width(part) || (at > part.to && has_width(next)))
            part = next;
    }
    return (uint16_t)interpolate(constant(part.from_pulse), constant(part.to_pulse), at - part.from,
                                 part.to - part.from);
}

static void write_pulses(void)
{
    for (uint8_t gripper = 0; gripper < rig()->actuators; gripper++) {
        board_set_pulse(gripper, wrist_pulse(gripper));
        board_set_pulse((uint8_t)(GRIPPERS + gripper), grip_pulse(gripper));
    }
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

static void forget_jogs(void)
{
    for (uint8_t servo = 0; servo < SERVOS; servo++)
        jogged_pulse[servo] = 0;
}

void servos_init(struct pose initial)
{
    pose = initial;
    // All servos get their pulses in one pass, this one last.
    pulses_on = board_held_pulse((uint8_t)(GRIPPERS + rig()->actuators - 1));
    for (uint8_t gripper = 0; pulses_on && gripper < rig()->actuators; gripper++) {
        pose.wrists[gripper] = wrist_angle(gripper, board_held_pulse(gripper));
        uint16_t pulse = board_held_pulse((uint8_t)(GRIPPERS + gripper));
        pose.grips[gripper] = grip_place(gripper, pulse);
    }
    duration_ms = elapsed_ms = 0;
    forget_jogs();
}

const struct pose *servos_pose(void) { return &pose; }

// Returns the duration of a move at a speed in percent.
static uint32_t move_duration_ms(struct servo_move move, uint8_t speed)
{
    return move.target == start_position ? 0 : rig()->duration_ms(&pose, move) * 100 / speed;
}

void servos_start_move(struct servo_move move, uint8_t speed)
{
    active_move = move;
    start_position = *pose_value(&pose, move);
    opens_along = move.target != start_position && rig()->opens_along(&pose, move);
    grip_start = pose.grips[0];
    start_ms = board_milliseconds();
    elapsed_ms = 0;
    duration_ms = pulses_on ? move_duration_ms(move, speed) : constant(FULL_OPEN_MS);
    pulses_on = true;
    forget_jogs();
    write_pulses();
}

void servos_off(void)
{
    for (uint8_t servo = 0; servo < SERVOS; servo++)
        board_set_pulse(servo, 0);
    pulses_on = false;
    forget_jogs();
}

uint16_t servos_jog(struct servo_move step)
{
    uint8_t gripper = step.gripper;
    uint8_t servo = step.is_grip ? (uint8_t)(GRIPPERS + gripper) : gripper;
    uint16_t now = jogged_pulse[servo];
    if (!now)
        now = step.is_grip ? grip_pulse(gripper) : wrist_pulse(gripper);
    uint16_t pulse = (uint16_t)(now + step.target);
    if (pulse < constant(LOWEST_US) || pulse > constant(HIGHEST_US))
        return 0;
    *pose_value(&pose, step) =
        step.is_grip ? grip_place(gripper, pulse) : wrist_angle(gripper, pulse);
    jogged_pulse[servo] = pulse;
    board_set_pulse(servo, pulse);
    return pulse;
}

// Returns where a servo is on its way.
static int16_t place_now(int16_t start, int16_t target, bool arrived)
{
    return arrived ? target
                   : (int16_t)interpolate(start, target, (int32_t)elapsed_ms, (int32_t)duration_ms);
}

bool servos_update(void)
{
    // No pulse changes while a stop has been received but not handled yet.
    if (board_stop_pending())
        return false;
    uint32_t now = board_milliseconds() - start_ms;
    if (now == elapsed_ms && now < duration_ms + constant(AFTER_MOTION_MS))
        return false;
    elapsed_ms = now;
    bool arrived = elapsed_ms >= duration_ms;
    bool settled = elapsed_ms >= duration_ms + (duration_ms ? constant(AFTER_MOTION_MS) : 0);
    *pose_value(&pose, active_move) = place_now(start_position, active_move.target, arrived);
    if (opens_along)
        pose.grips[0] = place_now(grip_start, OPEN, arrived);
    write_pulses();
    return settled;
}

uint8_t servos_progress_percent(void)
{
    uint32_t percent = duration_ms ? 100 * elapsed_ms / duration_ms : 100;
    return percent < 100 ? (uint8_t)percent : 100;
}

uint32_t servos_duration_ms(void) { return duration_ms + (duration_ms ? constant(AFTER_MOTION_MS) : 0); }
