#include "segments.h"

#include "output.h"

struct queue {
    struct segment segments[DEPTH];
    // Where the first of them begins; those of the batch come after them.
    position_t from, lowest, highest;
    uint8_t first, count, drafted;
    bool powered;
};

static struct queue queues[CHANNELS];
// The time up to which the outputs are known.
static uint32_t planned_until;

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

static enum refusal check(uint8_t channel, const struct segment *segment, int32_t *value)
{
    struct queue *queue = &queues[channel];
    uint8_t place = (uint8_t)(queue->count + queue->drafted);
    *value = segment->target;
    if (!segments_allow(channel, segment->target))
        return LIMIT;
    if (!queue->powered)
        return POWER;
    *value = (int32_t)segment->duration;
    if (!segment->duration || segment->duration > LONGEST_US)
        return TIME;
    *value = (int32_t)segment->at;
    uint32_t now = output_microseconds();
    if (is_before(now + LONGEST_US, segment->at))
        return TIME;
    if (is_before(segment->at, now - PERIOD_US))
        return PAST;
    if (place == DEPTH)
        return FULL;
    position_t from = place ? at_place(queue, (uint8_t)(place - 1))->target : queue->from;
    *value = segment->target;
    if (!output_can_follow(distance(from, segment->target), segment->duration))
        return SPEED;
    *value = (int32_t)segment->at;
    if (!place)
        return TAKEN;
    // Those that came late end late, by a period at most.
    const struct segment *last = at_place(queue, (uint8_t)(place - 1));
    return is_before(segment->at, last->at + last->duration - PERIOD_US) ? OVERLAP : TAKEN;
}

enum refusal segments_draft(uint8_t channel, struct segment segment, int32_t *value)
{
    *value = channel;
    enum refusal found = channel < CHANNELS ? check(channel, &segment, value) : CHANNEL;
    if (found != TAKEN) {
        segments_drop_batch();
        return found;
    }
    struct queue *queue = &queues[channel];
    *at_place(queue, (uint8_t)(queue->count + queue->drafted)) = segment;
    queue->drafted++;
    return TAKEN;
}

enum refusal segments_commit(uint8_t *channel, int32_t *value)
{
    uint32_t now = output_microseconds();
    for (*channel = 0; *channel < CHANNELS; ++*channel) {
        struct queue *queue = &queues[*channel];
        *value = (int32_t)at_place(queue, queue->count)->at;
        if (queue->drafted && is_before((uint32_t)*value, now - PERIOD_US)) {
            segments_drop_batch();
            return PAST;
        }
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

void segments_off(void)
{
    for (uint8_t channel = 0; channel < CHANNELS; channel++)
        queues[channel].count = queues[channel].powered = 0;
    segments_drop_batch();
    output_off();
}

bool segments_is_powered(uint8_t channel) { return queues[channel].powered; }

void segments_hold(void)
{
    segments_drop_batch();
    output_hold();
    for (uint8_t channel = 0; channel < CHANNELS; channel++) {
        queues[channel].count = 0;
        queues[channel].from = output_position(channel);
    }
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
    return way / duration * elapsed + way % duration * elapsed / duration;
}

// Returns where a channel is at a time, which is not before that of the call before.
static position_t position_at(struct queue *queue, uint32_t time)
{
    while (queue->count) {
        const struct segment *segment = at_place(queue, 0);
        if (is_before(time, segment->at))
            break;
        uint32_t elapsed = time - segment->at;
        if (elapsed < segment->duration) {
            int32_t part = (int32_t)share_of(distance(queue->from, segment->target), elapsed, segment->duration);
            return (position_t)(queue->from + (segment->target < queue->from ? -part : part));
        }
        uint32_t end = segment->at + segment->duration;
        queue->from = segment->target;
        queue->first = (uint8_t)((queue->first + 1) % DEPTH);
        queue->count--;
        if (queue->count && is_before(at_place(queue, 0)->at, end))
            at_place(queue, 0)->at = end;
    }
    return queue->from;
}

void segments_advance(void)
{
    uint32_t time;
    while (output_is_due(&time)) {
        planned_until = time;
        for (uint8_t channel = 0; channel < CHANNELS; channel++)
            if (queues[channel].powered)
                output_set(channel, position_at(&queues[channel], time));
        output_commit();
    }
}

void segments_init(void)
{
    memset(queues, 0, sizeof queues);
    planned_until = output_microseconds();
    for (uint8_t channel = 0; channel < CHANNELS; channel++) {
        segments_set_limits(channel, USUAL_LOWEST, USUAL_HIGHEST);
        queues[channel].powered = output_is_enabled(channel);
        queues[channel].from = output_position(channel);
    }
}
