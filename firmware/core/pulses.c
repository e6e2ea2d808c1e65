// The pulses of eight servos by one timer: four slots of 5 ms, in each of which two pulses begin.
#include "output.h"

enum { SLOTS = CHANNELS / 2 };
// Positions change this often on their way, in microseconds; the main loop is woken for it.
enum { GRID_US = 1000, WAKE_TICKS = 1024 * TICKS_PER_MICROSECOND };

// What a restart leaves where the memory kept its power; the check sum tells whether it did.
static volatile struct {
    uint16_t ticks[CHANNELS];
    bool is_at_rest;
    uint16_t check_sum;
} kept BOARD_KEPT;

static position_t planned[CHANNELS];
// The slot, when it began, by ticks and by the clock, and the falling edges to come in it.
static volatile uint8_t slot;
static volatile uint16_t slot_start;
static volatile uint32_t slot_us;
static struct edge {
    uint16_t at;
    uint8_t low;
} falls[2];
static uint8_t falls_left;
static uint8_t high;
static uint16_t next_edge;

static uint16_t check_sum(void)
{
    uint16_t sum = kept.is_at_rest;
    for (uint8_t channel = 0; channel < CHANNELS; channel++)
        sum = (uint16_t)(sum + (2 * channel + 3) * kept.ticks[channel]);
    return (uint16_t)~sum;
}

static bool is_intact(void)
{
    for (uint8_t channel = 0; channel < CHANNELS; channel++) {
        uint16_t ticks = kept.ticks[channel];
        if (ticks
            && (ticks < LEAST_POSITION * TICKS_PER_MICROSECOND
                || ticks > MOST_POSITION * TICKS_PER_MICROSECOND))
            return false;
    }
    return kept.check_sum == check_sum();
}

// Sets the pulse of a channel, 0 for none, unless a stop is due.
static void set_ticks(uint8_t channel, uint16_t ticks, bool though_stopped)
{
    board_lock_t before = board_lock();
    if (though_stopped || !stop_is_due()) {
        // The whole sum takes so long that an edge would be late.
        kept.check_sum = (uint16_t)(kept.check_sum + (2 * channel + 3) * (kept.ticks[channel] - ticks));
        kept.ticks[channel] = ticks;
    }
    board_unlock(before);
}

void output_init(void)
{
    slot_start = board_ticks();
    next_edge = (uint16_t)(slot_start + FIRST_TICKS);
    slot_us = 0;
    falls_left = 0;
    // What was in motion may have taken the supply down.
    enum restart why = board_restart();
    if (is_intact() && (why == WAS_HUNG || (why == WAS_RESET && kept.is_at_rest)))
        return;
    for (uint8_t channel = 0; channel < CHANNELS; channel++)
        kept.ticks[channel] = 0;
    kept.is_at_rest = true;
    kept.check_sum = check_sum();
}

void output_keep(bool is_at_rest)
{
    if (kept.is_at_rest == is_at_rest)
        return;
    board_lock_t before = board_lock();
    kept.check_sum = (uint16_t)(kept.check_sum + kept.is_at_rest - is_at_rest);
    kept.is_at_rest = is_at_rest;
    board_unlock(before);
}

// Begins a slot: its servos' pins rise, and fall as their pulses say.
static void begin_slot(uint16_t due)
{
    slot = (uint8_t)((slot + 1) % SLOTS);
    slot_start = due;
    slot_us += SLOT_US;
    uint8_t pair[2] = {slot, (uint8_t)(slot + SLOTS)};
    if (kept.ticks[pair[0]] > kept.ticks[pair[1]]) {
        pair[0] = pair[1];
        pair[1] = slot;
    }
    falls_left = 0;
    high = 0;
    // The last to fall is the first of the list.
    for (uint8_t place = 2; place--;) {
        uint16_t ticks = kept.ticks[pair[place]];
        if (!ticks)
            continue;
        high |= bit_of(pair[place]);
        falls[falls_left++] = (struct edge){(uint16_t)(due + ticks), bit_of(pair[place])};
    }
}

static void set_at(uint16_t time, uint8_t levels)
{
    while ((int16_t)(board_ticks() - time) < 0) {
    }
    board_set_servos(levels);
}

static void make_edge(uint16_t due)
{
    if (!falls_left)
        begin_slot(due);
    else
        high &= (uint8_t)~falls[--falls_left].low;
    // Two pulses that end within a short time end by one interrupt, which has all ready before the first.
    uint16_t last = falls[0].at;
    bool is_pair = falls_left == 1 && high == falls[0].low && (int16_t)(last - due) <= 3 * LEAD_TICKS;
    set_at(due, high);
    if (is_pair) {
        set_at(last, 0);
        high = falls_left = 0;
    }
    next_edge = falls_left ? falls[falls_left - 1].at : (uint16_t)(slot_start + FIRST_TICKS);
}

uint16_t output_change(uint16_t due)
{
    if (due == next_edge)
        make_edge(due);
    bool is_far = (uint16_t)(next_edge - due) > WAKE_TICKS + 4 * LEAD_TICKS;
    return is_far ? (uint16_t)(due + WAKE_TICKS) : next_edge;
}

uint32_t output_microseconds(void)
{
    board_lock_t before = board_lock();
    int16_t ticks = (int16_t)(board_ticks() - slot_start);
    uint32_t now = slot_us;
    board_unlock(before);
    // An interrupt that waits for the edge of a slot has begun it already.
    return now + (uint32_t)(int32_t)(ticks / TICKS_PER_MICROSECOND);
}

bool output_is_due(uint32_t *time)
{
    static uint32_t last;
    *time = output_microseconds();
    if (*time - last < GRID_US)
        return false;
    last = *time;
    return true;
}

void output_set(uint8_t channel, position_t position) { planned[channel] = position; }

void output_commit(void)
{
    for (uint8_t channel = 0; channel < CHANNELS; channel++)
        if (kept.ticks[channel])
            set_ticks(channel, (uint16_t)(planned[channel] * TICKS_PER_MICROSECOND), false);
}

void output_enable(uint8_t channel, position_t position)
{
    planned[channel] = position;
    set_ticks(channel, (uint16_t)(position * TICKS_PER_MICROSECOND), false);
}

void output_off(void)
{
    for (uint8_t channel = 0; channel < CHANNELS; channel++)
        set_ticks(channel, 0, true);
}

bool output_is_enabled(uint8_t channel) { return kept.ticks[channel]; }

void output_hold(void) {}

position_t output_position(uint8_t channel)
{
    return (position_t)(kept.ticks[channel] / TICKS_PER_MICROSECOND);
}
