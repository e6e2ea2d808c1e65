// A board in virtual time, as a library: the caller passes time and bytes, and looks at the pins.
#include "board.h"
#include "drive.h"
#include "output.h"
#include "reply.h"
#include "stop.h"

enum { INPUT_BYTES = 1 << 12, OUTPUT_BYTES = 1 << 16, EVENTS = 1 << 14, LOOP_TICKS = 200 };

// What happened at a pin: a pulse of so many ticks, or a step of 1 or -1, which ended at a time.
struct event {
    uint64_t at;
    int32_t channel, size;
};

static uint64_t now, change_at;
static uint8_t input[INPUT_BYTES], output[OUTPUT_BYTES];
static uint32_t input_count, output_count, event_count;
static struct event events[EVENTS];
static uint64_t rose_at[8];
static uint8_t levels, directions;
static uint16_t epoch;
static enum restart restart;
static bool is_in_interrupt;

void native_start(uint32_t why);
void native_run(uint32_t microseconds);
void native_receive(const uint8_t *bytes, uint32_t count);
uint32_t native_read_output(uint8_t *bytes, uint32_t capacity);
uint32_t native_take_events(struct event *taken, uint32_t capacity);
uint64_t native_ticks(void);
void native_press_button(void);

// Time passes while the timer's interrupt waits, and else as `native_run` says.
uint16_t board_ticks(void) { return (uint16_t)(is_in_interrupt ? now++ : now); }

board_lock_t board_lock(void) { return 0; }

void board_unlock(board_lock_t before) { (void)before; }

void board_begin_sending(void)
{
    for (char byte; reply_take(&byte);)
        if (output_count < OUTPUT_BYTES)
            output[output_count++] = (uint8_t)byte;
}

uint16_t board_epoch(void) { return ++epoch; }

enum restart board_restart(void) { return restart; }

static void record(uint8_t channel, int32_t size)
{
    if (event_count < EVENTS)
        events[event_count++] = (struct event){.at = now, .channel = channel, .size = size};
}

void board_set_servos(uint8_t high)
{
    for (uint8_t channel = 0; channel < 8; channel++) {
        bool was = levels >> channel & 1, is = high >> channel & 1;
        if (is && !was)
            rose_at[channel] = now;
        else if (was && !is)
            record(channel, (int32_t)(now - rose_at[channel]));
    }
    levels = high;
}

void board_set_steps(uint8_t high)
{
    for (uint8_t channel = 0; channel < 8; channel++)
        if (high >> channel & 1)
            record(channel, directions >> channel & 1 ? 1 : -1);
}

void board_set_directions(uint8_t positive) { directions = positive; }

void board_set_motors(bool powered) { (void)powered; }

void native_start(uint32_t why)
{
    restart = why;
    input_count = output_count = event_count = 0;
    levels = 0;
    drive_init();
    change_at = now + FIRST_TICKS;
}

// Serves the timer where it is due.
static void serve_timer(void)
{
    if (now < change_at)
        return;
    is_in_interrupt = true;
    uint16_t due = (uint16_t)change_at;
    change_at += (uint16_t)(output_change(due) - due);
    is_in_interrupt = false;
}

void native_run(uint32_t microseconds)
{
    uint64_t end = now + (uint64_t)microseconds * TICKS_PER_MICROSECOND;
    while (now < end) {
        uint64_t next = now + LOOP_TICKS < end ? now + LOOP_TICKS : end;
        for (; change_at <= next; serve_timer())
            now = change_at > now ? change_at : now;
        now = next > now ? next : now;
        uint32_t taken = 0;
        while (taken < input_count && drive_is_ready())
            drive_receive((char)input[taken++]);
        input_count -= taken;
        memmove(input, input + taken, input_count);
        drive_advance();
    }
}

void native_receive(const uint8_t *bytes, uint32_t count)
{
    for (uint32_t place = 0; place < count; place++)
        if (stop_take(bytes[place]) && input_count < INPUT_BYTES)
            input[input_count++] = bytes[place];
}

uint32_t native_read_output(uint8_t *bytes, uint32_t capacity)
{
    uint32_t count = output_count < capacity ? output_count : capacity;
    memcpy(bytes, output, count);
    output_count = 0;
    return count;
}

uint32_t native_take_events(struct event *taken, uint32_t capacity)
{
    uint32_t count = event_count < capacity ? event_count : capacity;
    memcpy(taken, events, count * sizeof *events);
    event_count = 0;
    return count;
}

uint64_t native_ticks(void) { return now; }

void native_press_button(void) { stop_request(STOP_HOLD, BY_BUTTON); }
