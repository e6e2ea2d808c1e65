#include "flipper.h"

#include <stdlib.h>

#include "board.h"
#include "constants.h"

enum { BASE = 0, COVER = 0 };

static const char NAME[] IN_FLASH = "flipper";
static const char BASE_NAME[] IN_FLASH = "base", COVER_NAME[] IN_FLASH = "cover";

static bool goes_back_once_closed(void)
{
    return constant(COVER_RELEASE_US) != constant(GRIP_L_CLOSED_US);
}

// Returns the position that a cover counts as: closed only when it is completely closed.
static int16_t position_of(int16_t grip)
{
    if (grip == CLOSED || (grip < CLOSED && goes_back_once_closed()))
        return CLOSED;
    return grip <= OPEN ? OPEN : grip <= LOW ? LOW : UP;
}

static int16_t position_named(const char *name)
{
    if (board_text_is(name, TEXT("closed")))
        return CLOSED;
    if (board_text_is(name, TEXT("open")))
        return OPEN;
    if (board_text_is(name, TEXT("low")))
        return LOW;
    return board_text_is(name, TEXT("up")) ? UP : NO_POSITION;
}

static const char *position_name(int16_t grip)
{
    switch (position_of(grip)) {
    case CLOSED:
        return TEXT("closed");
    case OPEN:
        return TEXT("open");
    case LOW:
        return TEXT("low");
    default:
        return TEXT("up");
    }
}

static enum rule broken_rule(const struct pose *pose, struct servo_move move)
{
    int16_t now = position_of(pose->grips[COVER]);
    if (!move.is_grip)
        return now == UP ? RULE_COVER_UP : NO_RULE;
    bool may_go = now == move.target
        || (now == CLOSED && move.target == OPEN)
        || (now == OPEN && (move.target == CLOSED || move.target == UP))
        || (now == LOW && (move.target == OPEN || move.target == UP))
        || (now == UP && (move.target == OPEN || move.target == LOW));
    return may_go ? NO_RULE : RULE_COVER_NOT_OPEN;
}

static void add_cover(const struct pose *pose, int16_t target, struct moves *moves)
{
    if (target == CLOSED && position_of(pose->grips[COVER]) != CLOSED && goes_back_once_closed())
        add_move(moves, COVER, true, PRESSED);
    add_move(moves, COVER, true, target);
}

// Returns by how much the base turns a layer beyond the detent at or nearest to an angle.
static int16_t overshoot_at(int16_t angle)
{
    uint8_t number = angle > QUARTER_TURN / 2 ? OVERSHOOT_PLUS_90_DEGREES
        : angle < -QUARTER_TURN / 2           ? OVERSHOOT_MINUS_90_DEGREES
                                              : OVERSHOOT_0_DEGREES;
    return (int16_t)(10 * constant(number));
}

// A turn of a layer goes too far and comes back, because of the play of the cube.
static void add_base(const struct pose *pose, int16_t target, struct moves *moves)
{
    int16_t from = pose->wrists[BASE], further = overshoot_at(target);
    bool is_turn = position_of(pose->grips[COVER]) == CLOSED && from != target
        && from % QUARTER_TURN == 0 && target % QUARTER_TURN == 0;
    if (is_turn && further)
        add_move(moves, BASE, false, (int16_t)(target > from ? target + further : target - further));
    add_move(moves, BASE, false, target);
    // A cover that is low opens while the base spins.
    if (target != from && pose->grips[COVER] > OPEN)
        add_overlapping(moves, (struct servo_move){COVER, true, OPEN, TOGETHER}, TOGETHER);
}

static void add_allowed(const struct pose *pose, struct servo_move move, struct moves *moves)
{
    if (move.is_grip)
        add_cover(pose, move.target, moves);
    else
        add_base(pose, move.target, moves);
}

static void add_homing(const struct pose *pose, struct moves *moves)
{
    int16_t cover = position_of(pose->grips[COVER]);
    if (cover == UP || cover == LOW || (cover == OPEN && pose->wrists[BASE]))
        add_cover(pose, OPEN, moves);
    if (pose->wrists[BASE])
        add_base(pose, 0, moves);
    if (cover != CLOSED)
        add_cover(pose, CLOSED, moves);
}

static void add_loading(const struct pose *pose, struct moves *moves)
{
    if (position_of(pose->grips[COVER]) != CLOSED)
        add_cover(pose, OPEN, moves);
    if (pose->wrists[BASE])
        add_move(moves, BASE, false, 0);
    add_cover(pose, OPEN, moves);
}

static uint32_t cover_duration_ms(int16_t from, int16_t to)
{
    if (to == PRESSED)
        return constant(FULL_CLOSE_MS);
    if (to == CLOSED)
        return constant(FULL_CLOSE_MS) / (from < CLOSED ? (OPEN - CLOSED) / (CLOSED - PRESSED) : 1);
    if (to == UP)
        return constant(FLIP_MS);
    if (to == LOW)
        return constant(LOWER_MS);
    if (position_of(from) == UP)
        return (uint32_t)constant(LOWER_MS) + constant(OPEN_FROM_LOW_MS);
    return position_of(from) == LOW ? constant(OPEN_FROM_LOW_MS) : constant(FULL_OPEN_MS);
}

static uint32_t turn_duration_ms(int16_t from, int16_t to)
{
    uint16_t travel = (uint16_t)abs(to - from), further = (uint16_t)overshoot_at(to);
    // The duration of a turn includes the way back.
    if (from % QUARTER_TURN)
        return (uint32_t)constant(FULL_TURN_MS) * travel / (QUARTER_TURN + 2 * further);
    uint16_t full = constant(travel > QUARTER_TURN + further ? TURN_HALF_MS : FULL_TURN_MS);
    return (uint32_t)full * travel / (uint16_t)(travel + further);
}

static uint32_t duration_ms(const struct pose *pose, struct servo_move move)
{
    int16_t cover = pose->grips[COVER], from = pose->wrists[BASE];
    if (move.is_grip)
        return cover_duration_ms(cover, move.target);
    if (position_of(cover) == CLOSED)
        return turn_duration_ms(from, move.target);
    return constant(abs(move.target - from) > QUARTER_TURN ? SPIN_HALF_MS : SPIN_MS);
}

static bool overlaps(void) { return false; }

static struct segment segment(uint8_t gripper, uint8_t number)
{
    (void)gripper;
    switch (number) {
    case 0:
        return (struct segment){PRESSED, CLOSED, GRIP_L_CLOSED_US, COVER_RELEASE_US};
    case 1:
        return (struct segment){CLOSED, OPEN, COVER_RELEASE_US, GRIP_L_OPEN_US};
    case 2:
        return (struct segment){OPEN, LOW, GRIP_L_OPEN_US, COVER_LOW_US};
    default:
        return (struct segment){LOW, UP, COVER_LOW_US, COVER_UP_US};
    }
}

// A cover goes back to where it rests as soon as it has closed.
static uint16_t closed_pulse(uint8_t gripper)
{
    (void)gripper;
    return constant(COVER_RELEASE_US);
}

static uint16_t contact_pulse(uint8_t gripper)
{
    return goes_back_once_closed() ? closed_pulse(gripper) : 0;
}

// The positions of the cover, by the two bits of their number.
static const uint16_t PLACES[] IN_FLASH = {CLOSED, OPEN, LOW, UP};
enum { PLACE_COUNT = 4 };

static int16_t place(uint8_t number) { return (int16_t)board_flash_word(&PLACES[number]); }

static uint8_t pack_grips(const int16_t grips[GRIPPERS])
{
    uint8_t number = 0;
    while (number + 1 < PLACE_COUNT && grips[COVER] > place(number))
        number++;
    return number;
}

static void unpack_grips(uint8_t bits, int16_t grips[GRIPPERS])
{
    grips[COVER] = place(bits);
    grips[1] = CLOSED;
}

static bool uses_pulse(uint8_t number)
{
    return number <= WRIST_L_PLUS_90_US || (number >= GRIP_L_CLOSED_US && number <= GRIP_L_LOADING_US)
        || (number >= COVER_RELEASE_US && !is_contact(number));
}

// The cover goes one way from closed to up; it may not go back once it has closed.
static bool cover_is_monotonic(void)
{
    uint16_t closed = constants_draft(GRIP_L_CLOSED_US), release = constants_draft(COVER_RELEASE_US);
    uint16_t open = constants_draft(GRIP_L_OPEN_US), low = constants_draft(COVER_LOW_US);
    uint16_t up = constants_draft(COVER_UP_US);
    return (closed <= release && release < open && open < low && low < up)
        || (closed >= release && release > open && open > low && low > up);
}

// Returns whether the base reaches the angle to which it turns too far at an end.
static bool overshoot_is_within_limits(uint8_t end, uint8_t overshoot)
{
    int32_t zero = constants_draft(WRIST_L_0_US), degrees = 90 + constants_draft(overshoot);
    int32_t furthest = zero + (constants_draft(end) - zero) * degrees / 90;
    return furthest >= constants_draft(LOWEST_US) && furthest <= constants_draft(HIGHEST_US);
}

static enum rule broken_by_pulses(uint8_t *number)
{
    *number = WRIST_L_MINUS_90_US;
    if (!draft_is_monotonic(*number, false))
        return RULE_NOT_MONOTONIC;
    *number = COVER_RELEASE_US;
    if (!cover_is_monotonic())
        return RULE_NOT_MONOTONIC;
    *number = OVERSHOOT_MINUS_90_DEGREES;
    if (!overshoot_is_within_limits(WRIST_L_MINUS_90_US, *number))
        return RULE_OVERSHOOT_BEYOND_LIMITS;
    *number = OVERSHOOT_PLUS_90_DEGREES;
    return overshoot_is_within_limits(WRIST_L_PLUS_90_US, *number) ? NO_RULE
                                                                  : RULE_OVERSHOOT_BEYOND_LIMITS;
}

static uint32_t homing_ms(void)
{
    return (uint32_t)constants_draft(LOWER_MS) + constants_draft(OPEN_FROM_LOW_MS)
        + constants_draft(TURN_HALF_MS) + constants_draft(FULL_TURN_MS)
        + constants_draft(FULL_CLOSE_MS);
}

const struct mechanism FLIPPER = {
    .name = NAME,
    .actuators = 1,
    .axes = {BASE_NAME},
    .grippers = {COVER_NAME},
    .grippers_turn = false,
    .position_named = position_named,
    .position_name = position_name,
    .broken_rule = broken_rule,
    .overlaps = overlaps,
    .add_allowed = add_allowed,
    .add_homing = add_homing,
    .add_loading = add_loading,
    .duration_ms = duration_ms,
    .segment_count = 4,
    .segment = segment,
    .closed_pulse = closed_pulse,
    .contact_pulse = contact_pulse,
    .pack_grips = pack_grips,
    .unpack_grips = unpack_grips,
    .uses_pulse = uses_pulse,
    .broken_by_pulses = broken_by_pulses,
    .homing_ms = homing_ms,
};
