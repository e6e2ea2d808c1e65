#include "servo_driver.h"

#include <stdlib.h>

#include "board.h"
#include "config.h"

// Checks of config.h. A pulse beyond these drives a hobby servo against its end stop.
enum { MIN_PULSE = 500, MAX_PULSE = 2500 };
#define IS_PULSE(us) ((us) >= MIN_PULSE && (us) <= MAX_PULSE)
#define CHECK_WRIST(...) CHECK_WRIST_OF(__VA_ARGS__)
#define CHECK_WRIST_OF(name, minus, zero, plus)                                                    \
    _Static_assert(IS_PULSE(minus) && IS_PULSE(zero) && IS_PULSE(plus),                            \
                   "config.h: " name " has a pulse outside of 500 to 2500 microseconds");          \
    _Static_assert(((minus) < (zero) && (zero) < (plus)) || ((minus) > (zero) && (zero) > (plus)), \
                   "config.h: " name " must rise or fall from -90 over 0 to +90 degrees")
#define CHECK_GRIP(...) CHECK_GRIP_OF(__VA_ARGS__)
#define CHECK_GRIP_OF(name, closed, open, loading)                                                 \
    _Static_assert(IS_PULSE(closed) && IS_PULSE(open) && IS_PULSE(loading),                        \
                   "config.h: " name " has a pulse outside of 500 to 2500 microseconds");          \
    _Static_assert((closed) != (open), "config.h: " name " must have two different pulses");       \
    _Static_assert((closed) < (open) ? (open) <= (loading) : (open) >= (loading),                  \
                   "config.h: " name " must go on from open to loading")

CHECK_WRIST("WRIST_L_PULSES", WRIST_L_PULSES);
CHECK_WRIST("WRIST_R_PULSES", WRIST_R_PULSES);
CHECK_GRIP("GRIP_L_PULSES", GRIP_L_PULSES);
CHECK_GRIP("GRIP_R_PULSES", GRIP_R_PULSES);
_Static_assert(SLOW_PERCENT >= 1 && SLOW_PERCENT <= 100,
               "config.h: SLOW_PERCENT must be 1 to 100");
_Static_assert(OPEN_MS + GRIPPERS * (TURN_MS + CLOSE_MS) * 100L / SLOW_PERCENT < 30000,
               "config.h: a slow HOME takes 30 s or more, after which the host stops it: "
               "give a higher SLOW_PERCENT");

static const uint16_t WRIST_PULSES[GRIPPERS][3] = {{WRIST_L_PULSES}, {WRIST_R_PULSES}};
static const uint16_t GRIP_PULSES[GRIPPERS][3] = {{GRIP_L_PULSES}, {GRIP_R_PULSES}};

static struct pose pose;
static struct servo_move active_move;
static bool pulses_on;
// The pulses to which servos were jogged since the last move, 0 for none: the pose is coarser.
static uint16_t jogged_pulse[SERVOS];
static int16_t start_position;
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
    const uint16_t *pulses = WRIST_PULSES[gripper];
    uint16_t end = pulses[at < 0 ? 0 : 2];
    return (uint16_t)interpolate(pulses[1], end, abs(at), QUARTER_TURN);
}

static uint16_t grip_pulse(uint8_t gripper)
{
    const uint16_t *pulses = GRIP_PULSES[gripper];
    int16_t at = pose.grips[gripper];
    if (at > OPEN && pulses[1] != pulses[2])
        return (uint16_t)interpolate(pulses[1], pulses[2], at - OPEN, LOADING - OPEN);
    return (uint16_t)interpolate(pulses[0], pulses[1], at, OPEN);
}

static void write_pulses(void)
{
    for (uint8_t gripper = 0; gripper < GRIPPERS; gripper++) {
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
    const uint16_t *pulses = WRIST_PULSES[gripper];
    bool positive = (pulse > pulses[1]) == (pulses[2] > pulses[1]);
    return positive ? fraction_of_pulse(pulse, pulses[1], pulses[2], QUARTER_TURN)
                    : fraction_of_pulse(pulse, pulses[1], pulses[0], -QUARTER_TURN);
}

static int16_t grip_place(uint8_t gripper, uint16_t pulse)
{
    const uint16_t *pulses = GRIP_PULSES[gripper];
    int16_t place = fraction_of_pulse(pulse, pulses[0], pulses[1], OPEN);
    if (place <= OPEN || pulses[1] == pulses[2])
        return place;
    return (int16_t)(OPEN + fraction_of_pulse(pulse, pulses[1], pulses[2], LOADING - OPEN));
}

static void forget_jogs(void)
{
    for (uint8_t servo = 0; servo < SERVOS; servo++)
        jogged_pulse[servo] = 0;
}

void servos_init(struct pose initial)
{
    pose = initial;
    // All four servos get their pulses in one pass, this one last.
    pulses_on = board_held_pulse(SERVOS - 1);
    for (uint8_t gripper = 0; pulses_on && gripper < GRIPPERS; gripper++) {
        pose.wrists[gripper] = wrist_angle(gripper, board_held_pulse(gripper));
        uint16_t pulse = board_held_pulse((uint8_t)(GRIPPERS + gripper));
        pose.grips[gripper] = grip_place(gripper, pulse);
    }
    duration_ms = elapsed_ms = 0;
    forget_jogs();
}

const struct pose *servos_pose(void) { return &pose; }

// Returns the duration of a move at a speed in percent. A move takes its full time, whatever its
// length: a half turn as long as a quarter turn.
static uint32_t move_duration_ms(struct servo_move move, uint8_t speed)
{
    if (move.target == start_position)
        return 0;
    uint32_t full = !move.is_grip ? TURN_MS : move.target == CLOSED ? CLOSE_MS : OPEN_MS;
    return full * 100 / speed;
}

void servos_start_move(struct servo_move move, uint8_t speed)
{
    active_move = move;
    start_position = *pose_value(&pose, move);
    start_ms = board_milliseconds();
    elapsed_ms = 0;
    duration_ms = pulses_on ? move_duration_ms(move, speed) : OPEN_MS;
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
    if (!IS_PULSE(pulse))
        return 0;
    *pose_value(&pose, step) =
        step.is_grip ? grip_place(gripper, pulse) : wrist_angle(gripper, pulse);
    jogged_pulse[servo] = pulse;
    board_set_pulse(servo, pulse);
    return pulse;
}

int16_t servos_loading_grip(uint8_t gripper)
{
    return GRIP_PULSES[gripper][1] == GRIP_PULSES[gripper][2] ? OPEN : LOADING;
}

bool servos_update(void)
{
    // No pulse changes while a stop has been received but not handled yet.
    if (board_stop_pending())
        return false;
    uint32_t now = board_milliseconds() - start_ms;
    if (now == elapsed_ms && now < duration_ms + SETTLE_MS)
        return false;
    elapsed_ms = now;
    bool arrived = elapsed_ms >= duration_ms;
    bool settled = elapsed_ms >= duration_ms + (duration_ms ? SETTLE_MS : 0);
    int16_t target = active_move.target;
    *pose_value(&pose, active_move) =
        arrived ? target
                : (int16_t)interpolate(start_position, target, (int32_t)elapsed_ms,
                                       (int32_t)duration_ms);
    write_pulses();
    return settled;
}

uint8_t servos_progress_percent(void)
{
    uint32_t percent = duration_ms ? 100 * elapsed_ms / duration_ms : 100;
    return percent < 100 ? (uint8_t)percent : 100;
}

uint32_t servos_duration_ms(void) { return duration_ms + (duration_ms ? SETTLE_MS : 0); }
