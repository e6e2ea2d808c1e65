// The outputs of all channels: pulses.c for servos, steps.c for stepper motors.
#ifndef OUTPUT_H
#define OUTPUT_H

#include "board.h"
#include "stop.h"

// How often the outputs change, in microseconds; the targets that a channel has from its start, and that
// it may be told at most.
#ifdef STEPS
enum { PERIOD_US = 8000 };
enum { USUAL_LOWEST = -100000, USUAL_HIGHEST = 100000 };
enum { LEAST_POSITION = -1000000000, MOST_POSITION = 1000000000 };
#else
enum { PERIOD_US = 20000 };
enum { USUAL_LOWEST = 500, USUAL_HIGHEST = 2500, LEAST_POSITION = 400, MOST_POSITION = 2600 };
#endif

// Begins without power, or with the outputs that a restart has left.
void output_init(void);

// Returns the microseconds since the start; they wrap around.
uint32_t output_microseconds(void);

// Returns whether positions are wanted now, of which time. `output_set` says each of them, and
// `output_commit` lets all be in force at once; neither does anything while a stop is due.
bool output_is_due(uint32_t *time);
void output_set(uint8_t channel, position_t position);
void output_commit(void);

// Give a channel power, or take it from all.
void output_enable(uint8_t channel, position_t position);
void output_off(void);
bool output_is_enabled(uint8_t channel);

// Forgets what is planned; returns where a channel is.
void output_hold(void);
position_t output_position(uint8_t channel);

#ifdef STEPS
// Say where the turn of a channel ends that it makes in the next frame, and its number since the start; and
// whether the channel has detents at all.
void output_set_turn(uint8_t channel, position_t goal, uint16_t number);
void output_set_detent(uint8_t channel, bool has_detents);

// Lets each channel go on to the end of its turn, and no further; returns whether any is on its way there.
// Channels without detents stay where they are. `output_hold` ends it.
bool output_end_turns(void);
bool output_turns_have_ended(void);

// Returns the number of the last turn that a channel has begun, of which it has made a step.
uint16_t output_turn(uint8_t channel);
position_t output_goal(uint8_t channel);
#endif

// Says whether nothing is on its way, so that a restart may keep the outputs.
void output_keep(bool is_at_rest);

// Changes the outputs that are due at `due`, a time of board_ticks, for which the board's timer calls it
// LEAD_TICKS early; returns when it is to be called next. The first time is FIRST_TICKS after output_init.
uint16_t output_change(uint16_t due);

#ifdef STEPS
// A motor makes a step at most in each tick.
enum { TICK_US = 50, FIRST_TICKS = TICK_US * TICKS_PER_MICROSECOND };
static inline bool output_can_follow(uint32_t way, uint32_t duration) { return way <= duration / TICK_US; }
#else
// A servo takes any pulse, and follows as fast as it can.
static inline bool output_can_follow(uint32_t way, uint32_t duration) { return way || duration; }
// Two pulses begin in each slot.
enum { SLOT_US = PERIOD_US / (CHANNELS / 2), FIRST_TICKS = SLOT_US * TICKS_PER_MICROSECOND };
#endif

#endif
