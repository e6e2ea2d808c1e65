#include "constants.h"

#include "board.h"
#include "config.h"
#include "storage.h"

// The limits of pulses: usual ones, beyond which most hobby servos are driven against their end stop,
// and those to which a person may widen them.
enum { LOWEST_USUAL = 500, HIGHEST_USUAL = 2500, LOWEST_EVER = 400, HIGHEST_EVER = 2600 };

// Checks of config.h.
#define IS_PULSE(us) ((us) >= LOWEST_USUAL && (us) <= HIGHEST_USUAL)
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
_Static_assert(ENABLE_ALL_MS + 2 * (TURN_MS + CLOSE_MS) * 100L / SLOW_PERCENT < MAX_HOMING_MS,
               "config.h: a slow HOME takes 30 s or more, after which the host stops it: "
               "give a higher SLOW_PERCENT");

static const uint16_t DEFAULTS[CONSTANTS] IN_FLASH = {
    WRIST_L_PULSES, WRIST_R_PULSES, GRIP_L_PULSES, GRIP_R_PULSES,
    LOWEST_USUAL, HIGHEST_USUAL,
    TURN_MS, OPEN_MS, CLOSE_MS, SETTLE_MS, SLOW_PERCENT, HEARTBEAT_MS,
    RIG_NUMBER, COVER_PULSES, OVERSHOOT, FLIPPER_MS, OVERSHOOT, OVERSHOOT,
    CONTACT_PULSES, REST_TIME_MS, WRIST_MS, SPEED_UP_MS,
};

static uint16_t in_force[CONSTANTS];
static uint16_t draft[CONSTANTS];

// What is written in one pass of the main loop takes 41 ms at most; the watchdog's time-out is 250.
enum { BYTES_A_PASS = 12, NOTHING_IS_DUE = UINT16_MAX };
static uint16_t next_byte = NOTHING_IS_DUE;

void constants_load(void)
{
    next_byte = NOTHING_IS_DUE;
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

bool is_pulse(uint8_t number)
{
    return number < LOWEST_US || (number >= COVER_RELEASE_US && number <= COVER_UP_US) || is_contact(number);
}

bool is_contact(uint8_t number) { return number == GRIP_L_CONTACT_US || number == GRIP_R_CONTACT_US; }

static bool is_within(uint8_t number, uint16_t low, uint16_t high)
{
    return draft[number] >= low && draft[number] <= high;
}

bool draft_is_in_range(uint8_t number)
{
    switch (number) {
    case LOWEST_US:
    case HIGHEST_US:
        return is_within(number, LOWEST_EVER, HIGHEST_EVER);
    case AFTER_MOTION_MS:
        return is_within(number, 0, 2000);
    case FIRST_HOME_PERCENT:
        return is_within(number, 1, 100);
    case SILENCE_MS:
        return is_within(number, 500, 9999);
    case GRIP_L_CONTACT_US:
    case GRIP_R_CONTACT_US:
        return !draft[number] || is_within(number, draft[LOWEST_US], draft[HIGHEST_US]);
    case REST_MS:
        return is_within(number, 0, 9999);
    case RIG:
        return true; // its numbers are those of rig.c
    case OVERSHOOT_0_DEGREES:
    case OVERSHOOT_MINUS_90_DEGREES:
    case OVERSHOOT_PLUS_90_DEGREES:
        return is_within(number, 0, 40);
    case HALF_TURN_MS:
    case EMPTY_TURN_MS:
    case EMPTY_HALF_TURN_MS:
        return !draft[number] || is_within(number, 20, 9999);
    case ACCELERATION_MS:
        return is_within(number, 1, 1000);
    default:
        return is_pulse(number) ? is_within(number, draft[LOWEST_US], draft[HIGHEST_US])
                                : is_within(number, 20, 9999);
    }
}

bool draft_is_monotonic(uint8_t first, bool may_end_equal)
{
    uint16_t start = draft[first], middle = draft[first + 1], end = draft[first + 2];
    if (middle == end)
        return may_end_equal && start != middle;
    return start < middle ? middle < end : start > middle && middle > end;
}

void constants_store(void)
{
    for (uint8_t each = 0; each < CONSTANTS; each++)
        in_force[each] = draft[each];
    next_byte = 0;
}

bool constants_are_being_stored(void) { return next_byte != NOTHING_IS_DUE; }

bool constants_advance(void)
{
    for (uint8_t byte = 0; constants_are_being_stored() && byte < BYTES_A_PASS; byte++)
        if (!storage_save_byte(next_byte++, CONSTANTS_VERSION, in_force, CONSTANTS)) {
            next_byte = NOTHING_IS_DUE;
            return true;
        }
    return false;
}
