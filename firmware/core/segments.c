#include "segments.h"

#include <stddef.h>

#include "output.h"

struct queue {
    struct segment segments[DEPTH];
    // Where the first of them begins; those of the batch come after them.
    position_t from, lowest, highest;
    uint8_t first, count, drafted;
    bool powered;
#ifdef STEPS
    // Where its turn ends, its number since the start, and whether one is planned; a turn ends at a multiple
    // of the detent's steps.
    position_t goal;
    uint16_t turn;
    bool turning;
    int32_t detent;
#endif
};

static struct queue queues[CHANNELS];
// The time up to which the outputs are known.
static uint32_t planned_until;
#ifdef STEPS
// Whether turns are to end after a stop, and the time up to which they are planned.
static bool is_ending;
static uint32_t ending_until;
#endif

static struct segment *at_place(struct queue *queue, uint8_t place)
{
    return &queue->segments[(uint8_t)(queue->first + place) % DEPTH];
}

void segments_drop_batch(void)
{
    for (uint8_t channel = 0; channel < CHANNELS; channel++)
        queues[channel].drafted = 0;
}

uint8_t segments_drafted(void)
{
    uint8_t count = 0;
    for (uint8_t channel = 0; channel < CHANNELS; channel++)
        count = (uint8_t)(count + queues[channel].drafted);
    return count;
}

void segments_set_limits(uint8_t channel, position_t lowest, position_t highest)
{
    queues[channel].lowest = lowest;
    queues[channel].highest = highest;
}

bool segments_allow(uint8_t channel, int32_t target)
{
    return target >= queues[channel].lowest && target <= queues[channel].highest;
}

// Returns whether `time` is before `other`; they are less than half of the clock's range apart.
static bool is_before(uint32_t time, uint32_t other) { return (int32_t)(time - other) < 0; }

static uint32_t distance(int32_t from, int32_t to) { return (uint32_t)(to < from ? from - to : to - from); }

enum refusal segments_draft(const int32_t told[4], uint32_t begin, int32_t *value)
{
    *value = told[0];
    if (told[0] < 0 || told[0] >= CHANNELS)
        return CHANNEL;
    struct queue *queue = &queues[told[0]];
    *value = told[2];
    if (!segments_allow((uint8_t)told[0], told[2]))
        return LIMIT;
    *value = told[1];
    if (told[1] < 0 || told[1] > (int32_t)LONGEST_US)
        return TIME;
    struct segment segment = {begin + (uint32_t)told[1], (uint32_t)told[3], (position_t)told[2]};
    *value = segment.target;
    if (!queue->powered)
        return POWER;
    *value = (int32_t)segment.duration;
    if (!segment.duration || segment.duration > LONGEST_US)
        return TIME;
    *value = (int32_t)segment.at;
    uint32_t now = output_microseconds();
    if (is_before(now + LONGEST_US, segment.at))
        return TIME;
    if (is_before(segment.at, now - PERIOD_US))
        return PAST;
    uint8_t place = (uint8_t)(queue->count + queue->drafted);
    if (place == DEPTH)
        return FULL;
    const struct segment *last = place ? at_place(queue, (uint8_t)(place - 1)) : NULL;
    *value = segment.target;
    if (!output_can_follow(distance(last ? last->target : queue->from, segment.target), segment.duration))
        return SPEED;
    *value = (int32_t)segment.at;
    // Those that came late end late, by a period at most.
    if (last && is_before(segment.at, last->at + last->duration - PERIOD_US))
        return OVERLAP;
    *at_place(queue, place) = segment;
    queue->drafted++;
    return TAKEN;
}

enum refusal segments_commit(uint8_t *channel, int32_t *value)
{
    uint32_t now = output_microseconds();
    for (*channel = 0; *channel < CHANNELS; ++*channel) {
        struct queue *queue = &queues[*channel];
        *value = (int32_t)at_place(queue, queue->count)->at;
        if (queue->drafted && is_before((uint32_t)*value, now - PERIOD_US))
            return PAST;
    }
    for (uint8_t each = 0; each < CHANNELS; each++) {
        struct queue *queue = &queues[each];
        struct segment *begin = at_place(queue, queue->count);
        // What begins late ends as much later: it is never faster than it says.
        if (queue->drafted && !queue->count && is_before(begin->at, planned_until))
            begin->at = planned_until;
        queue->count = (uint8_t)(queue->count + queue->drafted);
        queue->drafted = 0;
    }
    return TAKEN;
}

void segments_enable(uint8_t channel, position_t position)
{
    queues[channel].from = position;
    output_enable(channel, position);
    queues[channel].powered = output_is_enabled(channel);
}

static void end_all(void)
{
    output_hold();
    for (uint8_t channel = 0; channel < CHANNELS; channel++) {
        queues[channel].count = 0;
        queues[channel].from = output_position(channel);
#ifdef STEPS
        queues[channel].turning = false;
        queues[channel].turn = output_turn(channel);
#endif
    }
}

void segments_off(void)
{
    for (uint8_t channel = 0; channel < CHANNELS; channel++)
        queues[channel].count = queues[channel].powered = 0;
    segments_drop_batch();
#ifdef STEPS
    is_ending = false;
    end_all();
#endif
    output_off();
}

bool segments_is_powered(uint8_t channel) { return queues[channel].powered; }

#ifdef STEPS
void segments_set_detent(uint8_t channel, int32_t every)
{
    queues[channel].detent = every;
    output_set_detent(channel, every);
}

bool segments_are_ending(void) { return is_ending; }

// Returns the first detent at which a segment ends, or where the last one ends.
static position_t goal_of(struct queue *queue)
{
    position_t target = queue->from;
    for (uint8_t place = 0; place < queue->count; place++) {
        target = at_place(queue, place)->target;
        if (queue->detent && !(target % queue->detent))
            break;
    }
    return target;
}

// Drops what comes after the turn that is to end.
static void keep_turn(struct queue *queue, position_t goal)
{
    uint8_t kept = 0;
    if (queue->turning && queue->goal == goal)
        while (kept < queue->count && at_place(queue, kept++)->target != goal)
            ;
    queue->count = kept;
}

static void end_turns_in_time(void)
{
    if (segments_are_pending())
        ending_until = planned_until;
    if (output_turns_have_ended() || is_before(ending_until + PERIOD_US, output_microseconds())) {
        is_ending = false;
        end_all();
    }
}
#endif

void segments_hold(void)
{
    segments_drop_batch();
#ifdef STEPS
    is_ending = output_end_turns();
    if (is_ending) {
        ending_until = planned_until;
        for (uint8_t channel = 0; channel < CHANNELS; channel++)
            keep_turn(&queues[channel], output_goal(channel));
        return;
    }
#endif
    end_all();
}

void segments_go(uint8_t channel, position_t target, uint32_t duration)
{
    struct queue *queue = &queues[channel];
    if (!queue->powered || !segments_allow(channel, target))
        return;
    *at_place(queue, 0) = (struct segment){.at = planned_until, .duration = duration, .target = target};
    queue->count = 1;
}

bool segments_are_pending(void)
{
    for (uint8_t channel = 0; channel < CHANNELS; channel++)
        if (queues[channel].count)
            return true;
    return false;
}

// Returns a share of a way, rounded down, so that nothing is ever ahead of its time.
static uint32_t share_of(uint32_t way, uint32_t elapsed, uint32_t duration)
{
    while (duration > UINT16_MAX) {
        elapsed /= 2;
        duration = duration / 2 + duration % 2;
    }
    // A division of 32 bits takes an ATmega 40 µs, and motors never go a step each microsecond.
    if (way < duration)
        return way * elapsed / duration;
    return way / duration * elapsed + way % duration * elapsed / duration;
}

// Returns where a channel is at a time, which is not before that of the call before.
static position_t position_at(struct queue *queue, uint32_t time)
{
    while (queue->count) {
        const struct segment *segment = at_place(queue, 0);
        if (is_before(time, segment->at))
            break;
#ifdef STEPS
        if (queue->detent && !queue->turning) {
            queue->turning = true;
            queue->turn++;
            queue->goal = goal_of(queue);
        }
#endif
        uint32_t elapsed = time - segment->at;
        if (elapsed < segment->duration) {
            int32_t part = (int32_t)share_of(distance(queue->from, segment->target), elapsed, segment->duration);
            return (position_t)(queue->from + (segment->target < queue->from ? -part : part));
        }
        uint32_t end = segment->at + segment->duration;
        queue->from = segment->target;
#ifdef STEPS
        queue->turning = queue->turning && queue->from != queue->goal;
#endif
        queue->first = (uint8_t)((queue->first + 1) % DEPTH);
        queue->count--;
        if (queue->count && is_before(at_place(queue, 0)->at, end))
            at_place(queue, 0)->at = end;
    }
    return queue->from;
}

#ifdef STEPS
// Says in which turn a channel with detents is in the frame up to a time.
static void plan_turn(uint8_t channel, struct queue *queue, uint32_t time)
{
    if (!queue->detent) {
        output_set(channel, position_at(queue, time));
        return;
    }
    bool was_turning = queue->turning;
    uint16_t turn = queue->turn;
    position_t goal = queue->goal, position = position_at(queue, time);
    bool begins = queue->turn != turn;
    // A turn that ends within the frame is that of the frame: the next one begins with the next frame.
    if (was_turning && begins) {
        output_set(channel, goal);
        output_set_turn(channel, goal, turn);
        return;
    }
    output_set(channel, position);
    output_set_turn(channel, was_turning || begins ? queue->goal : position, queue->turn);
}
#else
static void plan_turn(uint8_t channel, struct queue *queue, uint32_t time)
{
    output_set(channel, position_at(queue, time));
}
#endif

void segments_advance(void)
{
    uint32_t time;
    while (output_is_due(&time)) {
        planned_until = time;
        for (uint8_t channel = 0; channel < CHANNELS; channel++)
            if (queues[channel].powered)
                plan_turn(channel, &queues[channel], time);
        output_commit();
    }
#ifdef STEPS
    if (is_ending)
        end_turns_in_time();
#endif
}

void segments_init(void)
{
    memset(queues, 0, sizeof queues);
#ifdef STEPS
    is_ending = false;
#endif
    planned_until = output_microseconds();
    for (uint8_t channel = 0; channel < CHANNELS; channel++) {
        segments_set_limits(channel, USUAL_LOWEST, USUAL_HIGHEST);
        queues[channel].powered = output_is_enabled(channel);
        queues[channel].from = output_position(channel);
    }
}
