// Steps and directions of six motor drivers: the main loop plans them in frames of 2 ms, a timer makes
// them. Where a frame is late, motors stand still meanwhile.
#include "output.h"

enum { TICKS = 40, FRAME_US = TICKS * TICK_US, FRAMES = 4 };

// The steps of each channel in a frame, TICKS at most.
struct frame {
    uint8_t steps[CHANNELS];
    uint8_t positive;
    // Where the turn of each channel ends that is made in it, and its number.
    int32_t goals[CHANNELS];
    uint16_t turns[CHANNELS];
};

static struct frame frames[FRAMES];
static volatile uint8_t planned_frames, made_frames; // counted; the difference are those to come
static volatile bool motors_on;
static uint8_t enabled;
// Where the frames lead that are planned, and where those lead that are made; what is added to the plan.
static int32_t planned[CHANNELS], made[CHANNELS], wanted[CHANNELS], wanted_goals[CHANNELS];
// The numbers of the turns that have begun, and of those that are added to the plan.
static uint16_t begun_turns[CHANNELS], wanted_turns[CHANNELS];
// Of turns that are to end, and nothing after them: where, and the steps that are left.
static volatile bool is_ending;
static int32_t goals[CHANNELS];
static uint32_t left[CHANNELS];
static uint8_t forward;
// The channels that have detents.
static volatile uint8_t detents;
static volatile uint32_t clock_us;
static uint32_t planned_us;
// Of the frame that is being made: the ticks that are over, and the remainders of steps.
static volatile uint8_t tick;
static uint8_t remainders[CHANNELS];
static uint8_t due_steps;

static void end_frame(const struct frame *frame)
{
    for (uint8_t channel = 0; channel < CHANNELS; channel++) {
        uint8_t steps = frame->steps[channel];
        made[channel] += frame->positive & bit_of(channel) ? steps : -(int32_t)steps;
        remainders[channel] = 0;
        if (!is_ending)
            begun_turns[channel] = frame->turns[channel];
    }
    tick = 0;
    made_frames++;
}

uint16_t output_change(uint16_t due)
{
    board_set_steps(due_steps);
    uint8_t steps = 0;
    clock_us += TICK_US;
    // With detents the main loop says what a stop ends.
    if (planned_frames != made_frames && (detents || !stop_is_due())) {
        const struct frame *frame = &frames[made_frames % FRAMES];
        if (!tick)
            board_set_directions(frame->positive);
        for (uint8_t channel = 0; channel < CHANNELS; channel++) {
            remainders[channel] = (uint8_t)(remainders[channel] + frame->steps[channel]);
            if (remainders[channel] >= TICKS) {
                remainders[channel] = (uint8_t)(remainders[channel] - TICKS);
                if (is_ending) {
                    if (!left[channel])
                        continue;
                    left[channel]--;
                }
                steps |= bit_of(channel);
            }
        }
        if (++tick == TICKS)
            end_frame(frame);
    }
    due_steps = steps;
    board_set_steps(0);
    return (uint16_t)(due + FIRST_TICKS);
}

void output_init(void)
{
    planned_frames = made_frames = tick = due_steps = detents = 0;
    is_ending = false;
    clock_us = 0;
    memset(begun_turns, 0, sizeof begun_turns);
    memset(wanted_turns, 0, sizeof wanted_turns);
    output_off();
}

void output_keep(bool is_at_rest) { (void)is_at_rest; }

uint32_t output_microseconds(void)
{
    board_lock_t before = board_lock();
    uint32_t now = clock_us;
    board_unlock(before);
    return now;
}

bool output_is_due(uint32_t *time)
{
    uint8_t ahead = (uint8_t)(planned_frames - made_frames);
    if (!motors_on || ahead >= FRAMES - 1) {
        planned_us = motors_on ? planned_us : output_microseconds();
        return false;
    }
    uint32_t now = output_microseconds();
    if (!ahead && (int32_t)(now - planned_us) > 0)
        planned_us = now; // after a rest, or too late
    planned_us += FRAME_US;
    *time = planned_us;
    return true;
}

void output_set(uint8_t channel, position_t position) { wanted[channel] = position; }

void output_set_turn(uint8_t channel, position_t goal, uint16_t number)
{
    wanted_goals[channel] = goal;
    wanted_turns[channel] = number;
}

void output_set_detent(uint8_t channel, bool has_detents)
{
    detents = (uint8_t)(has_detents ? detents | bit_of(channel) : detents & ~bit_of(channel));
}

void output_commit(void)
{
    struct frame *frame = &frames[planned_frames % FRAMES];
    frame->positive = 0;
    for (uint8_t channel = 0; channel < CHANNELS; channel++) {
        int32_t way = wanted[channel] - planned[channel];
        // What is more than the timer can make comes with the next frames.
        way = way > TICKS ? TICKS : way < -TICKS ? -TICKS : way;
        planned[channel] += way;
        frame->steps[channel] = (uint8_t)(way < 0 ? -way : way);
        if (way > 0)
            frame->positive |= bit_of(channel);
    }
    memcpy(frame->goals, wanted_goals, sizeof frame->goals);
    memcpy(frame->turns, wanted_turns, sizeof frame->turns);
    planned_frames++;
}

void output_enable(uint8_t channel, position_t position)
{
    if (stop_is_due())
        return;
    board_lock_t before = board_lock();
    planned[channel] = made[channel] = wanted[channel] = wanted_goals[channel] = position;
    board_unlock(before);
    enabled |= bit_of(channel);
    motors_on = true;
    board_set_motors(true);
}

void output_off(void)
{
    enabled = 0;
    motors_on = false;
    board_set_motors(false);
}

bool output_is_enabled(uint8_t channel) { return enabled & bit_of(channel); }

// Returns where a channel is, with no interrupt.
static int32_t present(uint8_t channel)
{
    if (is_ending)
        return goals[channel] + (forward & bit_of(channel) ? -(int32_t)left[channel] : (int32_t)left[channel]);
    int32_t position = made[channel];
    if (planned_frames != made_frames) {
        const struct frame *frame = &frames[made_frames % FRAMES];
        uint8_t steps = (uint8_t)((uint16_t)frame->steps[channel] * tick / TICKS);
        position += frame->positive & bit_of(channel) ? steps : -(int32_t)steps;
    }
    return position;
}

// Says where the turn ends that a channel makes now; without detents, and where none has begun, it is there.
static void set_goal(uint8_t channel)
{
    const struct frame *frame = planned_frames != made_frames ? &frames[made_frames % FRAMES] : 0;
    bool turns = frame && detents & bit_of(channel);
    // A turn of which no step is made yet does not begin.
    if (turns && frame->turns[channel] != begun_turns[channel])
        turns = (uint16_t)frame->steps[channel] * tick >= TICKS;
    if (turns)
        begun_turns[channel] = frame->turns[channel];
    int32_t position = present(channel), goal = turns ? frame->goals[channel] : position;
    goals[channel] = goal;
    left[channel] = (uint32_t)(goal < position ? position - goal : goal - position);
    forward = (uint8_t)(goal < position ? forward & ~bit_of(channel) : forward | bit_of(channel));
}

bool output_end_turns(void)
{
    board_lock_t before = board_lock();
    for (uint8_t channel = 0; channel < CHANNELS; channel++)
        set_goal(channel);
    is_ending = true;
    board_unlock(before);
    return !output_turns_have_ended();
}

bool output_turns_have_ended(void)
{
    board_lock_t before = board_lock();
    uint32_t all = 0;
    for (uint8_t channel = 0; channel < CHANNELS; channel++)
        all |= left[channel];
    board_unlock(before);
    return !all;
}

uint16_t output_turn(uint8_t channel)
{
    board_lock_t before = board_lock();
    uint16_t turn = begun_turns[channel];
    board_unlock(before);
    return turn;
}

position_t output_goal(uint8_t channel) { return goals[channel]; }

void output_hold(void)
{
    board_lock_t before = board_lock();
    for (uint8_t channel = 0; channel < CHANNELS; channel++)
        planned[channel] = wanted[channel] = wanted_goals[channel] = present(channel);
    memcpy(made, planned, sizeof made);
    memcpy(wanted_turns, begun_turns, sizeof wanted_turns);
    memset(remainders, 0, sizeof remainders);
    tick = 0;
    made_frames = planned_frames;
    is_ending = false;
    board_unlock(before);
}

position_t output_position(uint8_t channel)
{
    board_lock_t before = board_lock();
    int32_t position = present(channel);
    board_unlock(before);
    return position;
}
