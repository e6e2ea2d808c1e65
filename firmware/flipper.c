// The rig with a base that turns, and a cover that holds the upper two layers or flips the cube.
#include <stddef.h>
#include <stdlib.h>

#include "board.h"
#include "constants.h"
#include "pose.h"

enum { BASE = 0, COVER = 0 };

static bool goes_back_once_closed(void)
{
    return constant(COVER_RELEASE_US) != constant(GRIP_L_CLOSED_US);
}

bool cover_is_closed(int16_t grip)
{
    return grip == CLOSED || (grip < CLOSED && goes_back_once_closed());
}

// Returns the position that a cover counts as: closed only when it is completely closed.
static int16_t named(int16_t grip)
{
    return cover_is_closed(grip) ? CLOSED : grip <= OPEN ? OPEN : grip <= LOW ? LOW : UP;
}

enum rule flipper_violation(const struct pose *pose, struct servo_move move)
{
    int16_t now = named(pose->grips[COVER]);
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
    if (target == CLOSED && named(pose->grips[COVER]) != CLOSED && goes_back_once_closed())
        add_move(moves, COVER, true, PRESSED);
    add_move(moves, COVER, true, target);
}

// A turn of a layer goes too far and comes back, because of the play of the cube.
static void add_base(const struct pose *pose, bool covered, int16_t target, struct moves *moves)
{
    int16_t from = pose->wrists[BASE], further = (int16_t)(10 * constant(OVERSHOOT_DEGREES));
    if (covered && from != target && from % QUARTER_TURN == 0 && target % QUARTER_TURN == 0 && further)
        add_move(moves, BASE, false, (int16_t)(target > from ? target + further : target - further));
    add_move(moves, BASE, false, target);
}

struct moves flipper_allowed_moves(const struct pose *pose, struct servo_move move)
{
    struct moves moves = {.count = 0};
    if (move.is_grip)
        add_cover(pose, move.target, &moves);
    else
        add_base(pose, named(pose->grips[COVER]) == CLOSED, move.target, &moves);
    return moves;
}

void flipper_home(const struct pose *pose, struct moves *moves)
{
    int16_t cover = named(pose->grips[COVER]);
    if (cover == UP || cover == LOW)
        add_cover(pose, OPEN, moves);
    if (pose->wrists[BASE])
        add_base(pose, cover == CLOSED, 0, moves);
    if (cover != CLOSED)
        add_cover(pose, CLOSED, moves);
}

void flipper_load(const struct pose *pose, struct moves *moves)
{
    if (named(pose->grips[COVER]) != CLOSED)
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
    if (named(from) == UP)
        return (uint32_t)constant(LOWER_MS) + constant(OPEN_FROM_LOW_MS);
    return named(from) == LOW ? constant(OPEN_FROM_LOW_MS) : constant(FULL_OPEN_MS);
}

static uint32_t turn_duration_ms(int16_t from, int16_t to)
{
    uint16_t travel = (uint16_t)abs(to - from), further = (uint16_t)(10 * constant(OVERSHOOT_DEGREES));
    // The duration of a turn includes the way back.
    if (from % QUARTER_TURN)
        return (uint32_t)constant(FULL_TURN_MS) * travel / (QUARTER_TURN + 2 * further);
    uint16_t full = constant(travel > QUARTER_TURN + further ? TURN_HALF_MS : FULL_TURN_MS);
    return (uint32_t)full * travel / (uint16_t)(travel + further);
}

uint32_t flipper_duration_ms(const struct pose *pose, struct servo_move move)
{
    int16_t cover = pose->grips[COVER], from = pose->wrists[BASE];
    if (move.is_grip)
        return cover_duration_ms(cover, move.target);
    if (named(cover) == CLOSED)
        return turn_duration_ms(from, move.target);
    uint16_t spin = constant(abs(move.target - from) > QUARTER_TURN ? SPIN_HALF_MS : SPIN_MS);
    uint16_t opening = cover > OPEN ? constant(OPEN_FROM_LOW_MS) : 0;
    return spin > opening ? spin : opening;
}
