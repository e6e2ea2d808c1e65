#include "constants.h"

#include <stddef.h>

#include "board.h"
#include "config.h"
#include "pose.h"
#include "storage.h"

// A pulse beyond these drives a hobby servo against its end stop.
enum { MIN_PULSE = 500, MAX_PULSE = 2500 };

// Checks of config.h.
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
// The longest homing, after which the host stops it.
enum { MAX_HOMING_MS = 30000 };
_Static_assert(OPEN_MS + GRIPPERS * (TURN_MS + CLOSE_MS) * 100L / SLOW_PERCENT < MAX_HOMING_MS,
               "config.h: a slow HOME takes 30 s or more, after which the host stops it: "
               "give a higher SLOW_PERCENT");

static const uint16_t DEFAULTS[CONSTANTS] IN_FLASH = {
    WRIST_L_PULSES, WRIST_R_PULSES, GRIP_L_PULSES, GRIP_R_PULSES, MIN_PULSE, MAX_PULSE,
    TURN_MS, OPEN_MS, CLOSE_MS, SETTLE_MS, SLOW_PERCENT, HEARTBEAT_MS,
    RIG_NUMBER, COVER_PULSES, OVERSHOOT, FLIPPER_MS,
};

static uint16_t in_force[CONSTANTS];
static uint16_t draft[CONSTANTS];
static bool second_copy_is_due;

void constants_load(void)
{
    second_copy_is_due = false;
    bool stored = storage_load_constants(CONSTANTS_VERSION, in_force, CONSTANTS);
    for (uint8_t number = 0; number < CONSTANTS; number++) {
        if (!stored)
            in_force[number] = board_flash_word(&DEFAULTS[number]);
        draft[number] = in_force[number];
    }
}

uint16_t constant(uint8_t number) { return in_force[number]; }

uint16_t constants_draft(uint8_t number) { return draft[number]; }

void constants_set_draft(uint8_t number, uint16_t value) { draft[number] = value; }

static bool is_within(uint8_t number, uint16_t low, uint16_t high)
{
    return draft[number] >= low && draft[number] <= high;
}

// Returns whether the pulse is one of the rig.
static bool is_used(uint8_t pulse)
{
    bool is_right = (pulse >= WRIST_R_MINUS_90_US && pulse <= WRIST_R_PLUS_90_US)
        || (pulse >= GRIP_R_CLOSED_US && pulse <= GRIP_R_LOADING_US);
    bool is_cover = pulse >= COVER_RELEASE_US && pulse <= COVER_UP_US;
    return draft[RIG] == FLIPPER ? !is_right : !is_cover;
}

static bool is_in_range(uint8_t number)
{
    switch (number) {
    case LOWEST_US:
    case HIGHEST_US:
        return is_within(number, MIN_PULSE, MAX_PULSE);
    case FULL_TURN_MS:
    case FULL_OPEN_MS:
    case FULL_CLOSE_MS:
    case FLIP_MS:
    case LOWER_MS:
    case OPEN_FROM_LOW_MS:
    case SPIN_MS:
    case SPIN_HALF_MS:
    case TURN_HALF_MS:
        return is_within(number, 20, 9999);
    case AFTER_MOTION_MS:
        return is_within(number, 0, 2000);
    case FIRST_HOME_PERCENT:
        return is_within(number, 1, 100);
    case SILENCE_MS:
        return is_within(number, 500, 9999);
    case RIG:
        return true; // see fault
    case OVERSHOOT_DEGREES:
        return is_within(number, 0, 40);
    default:
        return !is_used(number) || is_within(number, draft[LOWEST_US], draft[HIGHEST_US]);
    }
}

static bool wrist_is_monotonic(uint8_t first)
{
    const uint16_t *pulses = draft + first;
    return (pulses[0] < pulses[1] && pulses[1] < pulses[2])
        || (pulses[0] > pulses[1] && pulses[1] > pulses[2]);
}

static bool grip_is_monotonic(uint8_t first)
{
    const uint16_t *pulses = draft + first;
    return (pulses[0] < pulses[1] && pulses[1] <= pulses[2])
        || (pulses[0] > pulses[1] && pulses[1] >= pulses[2]);
}

// The cover goes one way from closed to up; it may not go back once it has closed.
static bool cover_is_monotonic(void)
{
    int16_t closed = (int16_t)draft[GRIP_L_CLOSED_US], release = (int16_t)draft[COVER_RELEASE_US];
    int16_t open = (int16_t)draft[GRIP_L_OPEN_US], low = (int16_t)draft[COVER_LOW_US];
    int16_t up = (int16_t)draft[COVER_UP_US];
    return (closed <= release && release < open && open < low && low < up)
        || (closed >= release && release > open && open > low && low > up);
}

// The base reaches the angles to which it turns too far.
static bool overshoot_is_within_limits(void)
{
    int32_t zero = draft[WRIST_L_0_US];
    for (uint8_t end = WRIST_L_MINUS_90_US; end <= WRIST_L_PLUS_90_US; end = (uint8_t)(end + 2)) {
        int32_t furthest = zero + (draft[end] - zero) * (90 + draft[OVERSHOOT_DEGREES]) / 90;
        if (furthest < draft[LOWEST_US] || furthest > draft[HIGHEST_US])
            return false;
    }
    return true;
}

static uint32_t homing_ms(void)
{
    if (draft[RIG] == FLIPPER)
        return (uint32_t)draft[LOWER_MS] + draft[OPEN_FROM_LOW_MS] + draft[TURN_HALF_MS]
            + draft[FULL_TURN_MS] + draft[FULL_CLOSE_MS];
    return GRIPPERS * ((uint32_t)draft[FULL_TURN_MS] + draft[FULL_CLOSE_MS]);
}

static enum rule pulse_fault(uint8_t *number)
{
    bool is_flipper = draft[RIG] == FLIPPER;
    uint8_t last = is_flipper ? WRIST_L_MINUS_90_US : WRIST_R_MINUS_90_US;
    for (*number = WRIST_L_MINUS_90_US; *number <= last; *number = (uint8_t)(*number + 3))
        if (!wrist_is_monotonic(*number))
            return RULE_NOT_MONOTONIC;
    for (*number = GRIP_L_CLOSED_US; !is_flipper && *number <= GRIP_R_CLOSED_US; *number = (uint8_t)(*number + 3))
        if (!grip_is_monotonic(*number))
            return RULE_NOT_MONOTONIC;
    *number = COVER_RELEASE_US;
    if (is_flipper && !cover_is_monotonic())
        return RULE_NOT_MONOTONIC;
    *number = OVERSHOOT_DEGREES;
    return is_flipper && !overshoot_is_within_limits() ? RULE_OVERSHOOT_BEYOND_LIMITS : NO_RULE;
}

static enum rule fault(uint8_t *number)
{
    *number = RIG;
    if (draft[RIG] >= RIGS)
        return RULE_UNKNOWN_RIG;
    for (*number = 0; *number < CONSTANTS; (*number)++)
        if (!is_in_range(*number))
            return RULE_OUT_OF_RANGE;
    enum rule broken = pulse_fault(number);
    if (broken)
        return broken;
    *number = FIRST_HOME_PERCENT;
    bool is_too_long =
        draft[FULL_OPEN_MS] + homing_ms() * 100 / draft[FIRST_HOME_PERCENT] >= MAX_HOMING_MS;
    return is_too_long ? RULE_SLOW_HOME_TOO_LONG : NO_RULE;
}

enum rule constants_store(uint8_t *number)
{
    enum rule broken = fault(number);
    if (broken)
        return broken;
    for (uint8_t each = 0; each < CONSTANTS; each++)
        in_force[each] = draft[each];
    storage_save_constants(0, CONSTANTS_VERSION, in_force, CONSTANTS);
    second_copy_is_due = true;
    return NO_RULE;
}

void constants_advance(void)
{
    if (second_copy_is_due)
        storage_save_constants(1, CONSTANTS_VERSION, in_force, CONSTANTS);
    second_copy_is_due = false;
}
