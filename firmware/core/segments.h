// The segments of each channel: taken in batches, all or none; executed one after the other.
#ifndef SEGMENTS_H
#define SEGMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "board.h"

// From `at` on, by the microseconds of output_microseconds, a channel goes evenly to a target.
struct segment {
    uint32_t at, duration;
    position_t target;
};

// No segment begins further ahead, or takes longer: microseconds, about 18 minutes.
enum { LONGEST_US = 0x3FFFFFFF };

enum refusal { TAKEN, CHANNEL, LIMIT, TIME, PAST, OVERLAP, FULL, SPEED, POWER };

// Adds a segment to the batch: channel, begin after `begin`, target, duration. `value` is what is wrong with
// one that is refused, whose batch is to be dropped.
enum refusal segments_draft(const int32_t told[4], uint32_t begin, int32_t *value);

// Takes the batch; of one that is refused, and to be dropped, `channel` and `value` are what is wrong.
enum refusal segments_commit(uint8_t *channel, int32_t *value);

// Drops the batch; returns how many segments it has.
void segments_drop_batch(void);
uint8_t segments_drafted(void);

// Sets and asks for the lowest and the highest target of a channel.
void segments_set_limits(uint8_t channel, position_t lowest, position_t highest);
bool segments_allow(uint8_t channel, int32_t target);

// Gives a channel power at a position; takes it from all.
void segments_enable(uint8_t channel, position_t position);
void segments_off(void);
bool segments_is_powered(uint8_t channel);

// Drops all segments; each channel stays where it is, but for one with detents that is between two: it
// ends its turn first.
void segments_hold(void);

#ifdef STEPS
// Has a channel end its turns at multiples of some steps, 0 for none; returns whether turns are to end.
void segments_set_detent(uint8_t channel, int32_t every);
bool segments_are_ending(void);
#endif

// Goes from there to a target at once, without any limit but that of the channel.
void segments_go(uint8_t channel, position_t target, uint32_t duration);

// Returns whether any segment is on its way or to come.
bool segments_are_pending(void);

// Brings the outputs to the present time.
void segments_advance(void);

// Begins with channels without power, or with those that have it at `position`.
void segments_init(void);

#endif
