#include "drive.h"

#include <stddef.h>

#include "board.h"
#include "line_parser.h"
#include "output.h"
#include "reply.h"
#include "segments.h"
#include "stop.h"

enum { VERSION = 2 };
enum { USUAL_WATCHDOG_MS = 2000, MOST_WATCHDOG_MS = 60000 };
// A host is not understood once so many bytes came that no line has, and no valid line for some time since.
enum { MOST_STRANGE_BYTES = 5, MOST_STRANGE_US = 30000 };
#ifdef STEPS
enum { MOST_DETENT = 1000000 };
#endif

// The last accepted number and the check sum of its line; 0 before the first one.
static uint16_t last_number, last_check_sum;
// How many segments were taken since the start.
static uint16_t taken;
static uint16_t epoch;
static uint32_t heard_at;
static bool is_silent;
static uint8_t strange_bytes;
static uint32_t understood_at;
// What is done in silence, after how long; and where channels relax, which have a target then, in how long.
static uint16_t watchdog_ms;
static enum stop_level on_silence;
static position_t relax_targets[CHANNELS];
static uint8_t relaxing;
static uint32_t relax_us;

static const char *level_name(enum stop_level level)
{
    return level == STOP_OFF ? TEXT("off") : level == STOP_RELAX ? TEXT("relax")
        : level == STOP_HOLD ? TEXT("hold") : TEXT("none");
}

static void write_why(void)
{
    reply_text_field(TEXT("why"), stop_why() == BY_HOST ? TEXT("host")
                         : stop_why() == BY_SILENCE     ? TEXT("silence")
                                                        : TEXT("button"));
}

static void write_stop(void)
{
    reply_number_field(TEXT("clock"), output_microseconds());
    reply_text_field(TEXT("stop"), level_name(stop_in_force()));
    if (stop_in_force())
        write_why();
}

static void write_state(void)
{
    write_stop();
    reply_number_field(TEXT("moving"), segments_are_pending());
    reply_number_field(TEXT("taken"), taken);
    reply_key(TEXT("epoch"));
    reply_hexadecimal(epoch);
}

static void send_status(void)
{
    reply_begin_apart(0, TEXT("status"));
    write_state();
    reply_end();
}

static uint16_t next_number(void) { return last_number == UINT16_MAX ? 1 : (uint16_t)(last_number + 1); }

static void send_nak(uint16_t number)
{
    reply_begin_apart(number, TEXT("nak"));
    reply_number_field(TEXT("expected"), next_number());
    reply_end();
}

static void begin_reply(const char *verb) { reply_begin(last_number, verb); }

static void send_done(void)
{
    begin_reply(TEXT("done"));
    reply_end();
}

static void begin_error(const char *code)
{
    begin_reply(TEXT("err"));
    reply_text_field(TEXT("code"), code);
}

static void send_error(const char *code)
{
    begin_error(code);
    reply_end();
}

static void send_stopped(void)
{
    begin_error(TEXT("STOPPED"));
    write_why();
    reply_end();
}

static void send_refusal(enum refusal why, int32_t channel, int32_t value)
{
    begin_error(why == CHANNEL  ? TEXT("CHANNEL")
                : why == LIMIT  ? TEXT("LIMIT")
                : why == TIME   ? TEXT("TIME")
                : why == PAST   ? TEXT("PAST")
                : why == OVERLAP ? TEXT("OVERLAP")
                : why == FULL   ? TEXT("FULL")
                : why == SPEED  ? TEXT("SPEED")
                                : TEXT("POWER"));
    reply_key(TEXT("channel"));
    reply_integer(channel);
    reply_key(TEXT("value"));
    reply_integer(value);
    reply_end();
}

// Return the text of a field, NULL if the line has none of this name; and a whole number, with what is
// behind it.

static const char *field_text(const struct line *line, const char *name)
{
    const char *key = line->fields;
    for (uint8_t left = line->field_count; left; left--, key = left ? line_next_key(key) : key)
        if (board_text_is(key, name))
            return line_value(key);
    return NULL;
}

static const char *read_natural(const char *text, uint32_t *value)
{
    const char *start = text;
    *value = 0;
    for (; *text >= '0' && *text <= '9'; text++) {
        uint8_t digit = (uint8_t)(*text - '0');
        if (*value > (UINT32_MAX - digit) / 10)
            return NULL;
        *value = 10 * *value + digit;
    }
    return text == start ? NULL : text;
}

static const char *read_integer(const char *text, int32_t *value)
{
    bool negative = *text == '-';
    uint32_t size;
    text = read_natural(text + negative, &size);
    if (size > INT32_MAX)
        return NULL;
    *value = negative ? -(int32_t)size : (int32_t)size;
    return text;
}

static bool read_field(const struct line *line, const char *name, int32_t *value)
{
    const char *text = field_text(line, name);
    return text && (text = read_integer(text, value)) && !*text;
}

static bool read_range(const struct line *line, const char *name, int32_t least, int32_t most, int32_t *value)
{
    return read_field(line, name, value) && *value >= least && *value <= most;
}

// Reads whole numbers with commas between them; returns what is behind them and a semicolon, or at the
// end, and NULL for anything else.
static const char *read_list(const char *text, int32_t *values, uint8_t count)
{
    for (uint8_t place = 0; place < count; place++) {
        if (place && *text++ != ',')
            return NULL;
        text = read_integer(text, &values[place]);
        if (!text)
            return NULL;
    }
    return *text == ';' ? text + 1 : *text ? NULL : text;
}

static void greet(const struct line *line)
{
    int32_t version;
    if (!read_field(line, TEXT("proto"), &version)) {
        send_error(TEXT("ARGUMENT"));
        return;
    }
    if (version != VERSION) {
        begin_error(TEXT("PROTO"));
        reply_number_field(TEXT("proto"), VERSION);
        reply_end();
        return;
    }
    segments_drop_batch();
    begin_reply(TEXT("done"));
    reply_number_field(TEXT("proto"), VERSION);
    reply_text_field(TEXT("board"), TEXT(BOARD_NAME));
    reply_key(TEXT("epoch"));
    reply_hexadecimal(epoch);
#ifdef STEPS
    reply_text_field(TEXT("kind"), TEXT("stepper"));
#else
    reply_text_field(TEXT("kind"), TEXT("pulse"));
#endif
    reply_number_field(TEXT("channels"), CHANNELS);
    reply_number_field(TEXT("depth"), DEPTH);
    reply_number_field(TEXT("period"), PERIOD_US);
    reply_number_field(TEXT("watchdog"), watchdog_ms);
    reply_text_field(TEXT("silence"), level_name(on_silence));
    reply_number_field(TEXT("taken"), taken);
    reply_number_field(TEXT("clock"), output_microseconds());
    reply_end();
}

static void begin_time(void)
{
    begin_reply(TEXT("done"));
    write_stop();
    reply_number_field(TEXT("taken"), taken);
}

static void tell_time(void)
{
    begin_time();
    reply_end();
}

#ifdef STEPS
static bool asks_for_turns(const struct line *line)
{
    const char *kind = field_text(line, TEXT("of"));
    return kind && board_text_is(kind, TEXT("turns"));
}

static void tell_turns(void)
{
    begin_time();
    reply_key(TEXT("turns"));
    for (uint8_t channel = 0; channel < CHANNELS; channel++) {
        if (channel)
            reply_byte(',');
        reply_integer(output_turn(channel));
    }
    reply_end();
}
#endif

static void tell_positions(void)
{
    begin_time();
    reply_key(TEXT("at"));
    for (uint8_t channel = 0; channel < CHANNELS; channel++) {
        if (channel)
            reply_byte(',');
        if (segments_is_powered(channel))
            reply_integer(output_position(channel));
        else
            reply_byte('-');
    }
    reply_end();
}

// Adds the segments of a line to the batch. Returns false where it has answered with an error.
static bool draft(const struct line *line, uint32_t begin)
{
    const char *text = field_text(line, TEXT("s"));
    int32_t part[4], value = 0;
    do {
        if (!text || !(text = read_list(text, part, 4))) {
            segments_drop_batch();
            send_error(TEXT("ARGUMENT"));
            return false;
        }
        struct segment segment = {begin + (uint32_t)part[1], (uint32_t)part[3], (position_t)part[2]};
        enum refusal found = part[0] < 0 || part[0] >= CHANNELS ? CHANNEL : TAKEN;
        value = part[0];
        if (found == TAKEN && !segments_allow((uint8_t)part[0], part[2])) {
            found = LIMIT;
            value = part[2];
        } else if (found == TAKEN && (part[1] < 0 || part[1] > (int32_t)LONGEST_US)) {
            found = TIME;
            value = part[1];
        } else if (found == TAKEN) {
            found = segments_draft((uint8_t)part[0], segment, &value);
        }
        if (found != TAKEN) {
            segments_drop_batch();
            send_refusal(found, part[0], value);
            return false;
        }
    } while (*text);
    return true;
}

// Returns whether the segments of a line, of which the first has a number, were taken before.
static bool were_taken(const struct line *line, uint16_t number)
{
    uint16_t count = 1;
    for (const char *text = field_text(line, TEXT("s")); text && *text; text++)
        count = (uint16_t)(count + (*text == ';'));
    uint16_t behind = (uint16_t)(taken - number);
    return behind && behind < UINT16_MAX / 2 && count <= behind;
}

static void take_segments(const struct line *line, bool is_last)
{
    int32_t number;
    uint32_t begin;
    const char *time = field_text(line, TEXT("t"));
    if (!read_range(line, TEXT("n"), 0, UINT16_MAX, &number) || !time
        || !(time = read_natural(time, &begin)) || *time) {
        segments_drop_batch();
        send_error(TEXT("ARGUMENT"));
        return;
    }
    if (were_taken(line, (uint16_t)number)) {
        send_done();
        return;
    }
    uint16_t expected = (uint16_t)(taken + segments_drafted());
    if (number != expected) {
        segments_drop_batch();
        begin_error(TEXT("NUMBER"));
        reply_number_field(TEXT("expected"), expected);
        reply_end();
        return;
    }
    uint8_t channel = 0;
    int32_t value = 0;
    if (!draft(line, begin))
        return;
    if (is_last) {
        uint8_t all = segments_drafted();
        enum refusal found = segments_commit(&channel, &value);
        if (found != TAKEN) {
            send_refusal(found, channel, value);
            return;
        }
        taken = (uint16_t)(taken + all);
    }
    send_done();
}

static void enable(const struct line *line)
{
    int32_t channel, target;
    if (!read_field(line, TEXT("channel"), &channel) || !read_field(line, TEXT("target"), &target))
        send_error(TEXT("ARGUMENT"));
    else if (channel < 0 || channel >= CHANNELS)
        send_refusal(CHANNEL, channel, channel);
    else if (!segments_allow((uint8_t)channel, target))
        send_refusal(LIMIT, channel, target);
    else if (segments_is_powered((uint8_t)channel))
        send_refusal(POWER, channel, target);
    else {
        segments_enable((uint8_t)channel, (position_t)target);
        send_done();
    }
}

#ifdef STEPS
static void set_detent(const struct line *line)
{
    int32_t channel, every;
    if (!read_range(line, TEXT("channel"), 0, CHANNELS - 1, &channel)
        || !read_range(line, TEXT("every"), 0, MOST_DETENT, &every)) {
        send_error(TEXT("ARGUMENT"));
        return;
    }
    segments_set_detent((uint8_t)channel, every);
    send_done();
}
#endif

static void set_limits(const struct line *line)
{
    int32_t channel, low, high;
    if (!read_range(line, TEXT("channel"), 0, CHANNELS - 1, &channel)
        || !read_range(line, TEXT("low"), LEAST_POSITION, MOST_POSITION, &low)
        || !read_range(line, TEXT("high"), low, MOST_POSITION, &high)) {
        send_error(TEXT("ARGUMENT"));
        return;
    }
    segments_set_limits((uint8_t)channel, (position_t)low, (position_t)high);
    send_done();
}

static void set_relaxing(const struct line *line)
{
    int32_t time, part[2];
    position_t targets[CHANNELS];
    uint8_t channels = 0;
    const char *text = field_text(line, TEXT("s"));
    bool good = read_range(line, TEXT("time"), 1000, 10000000, &time);
    while (good && text && *text) {
        text = read_list(text, part, 2);
        good = text && part[0] >= 0 && part[0] < CHANNELS && segments_allow((uint8_t)part[0], part[1]);
        if (good) {
            channels |= bit_of((uint8_t)part[0]);
            targets[part[0]] = (position_t)part[1];
        }
    }
    if (!good) {
        send_error(TEXT("ARGUMENT"));
        return;
    }
    relaxing = channels;
    relax_us = (uint32_t)time;
    memcpy(relax_targets, targets, sizeof targets);
    send_done();
}

static void set_watchdog(const struct line *line)
{
    int32_t time;
    const char *level = field_text(line, TEXT("silence"));
    bool is_relax = level && board_text_is(level, TEXT("relax"));
    bool is_off = level && board_text_is(level, TEXT("off"));
    if (!read_range(line, TEXT("time"), 100, MOST_WATCHDOG_MS, &time)
        || !(is_relax || is_off || (level && board_text_is(level, TEXT("hold"))))) {
        send_error(TEXT("ARGUMENT"));
        return;
    }
    watchdog_ms = (uint16_t)time;
    on_silence = is_relax ? STOP_RELAX : is_off ? STOP_OFF : STOP_HOLD;
    send_done();
}

static void relax(void)
{
    for (uint8_t channel = 0; channel < CHANNELS; channel++)
        if (relaxing & bit_of(channel))
            segments_go(channel, relax_targets[channel], relax_us);
}

static void enforce_stop(void)
{
    enum stop_level before = stop_in_force(), level = stop_enforce();
    if (before == NO_STOP)
        segments_hold();
    if (level == STOP_OFF)
        segments_off();
    else if (level == STOP_RELAX)
        relax();
}

static void clear(void)
{
    // Nothing goes on that the stop was for.
    if (stop_is_due())
        enforce_stop();
    bool was_stopped = stop_in_force();
#ifdef STEPS
    if (segments_are_ending()) {
        send_stopped();
        return;
    }
#endif
    if (!stop_clear()) {
        send_stopped();
        return;
    }
    begin_reply(TEXT("done"));
    if (was_stopped)
        write_why();
    reply_end();
}

static bool is_verb(const struct line *line, const char *verb) { return board_text_is(line->verb, verb); }

static void execute(const struct line *line)
{
    bool starts = is_verb(line, TEXT("START"));
    bool moves = starts || is_verb(line, TEXT("ADD")) || is_verb(line, TEXT("ENABLE"));
    if (moves && (stop_in_force() || stop_is_due())) {
        segments_drop_batch();
        send_stopped();
    } else if (is_verb(line, TEXT("ENABLE")))
        enable(line);
    else if (moves)
        take_segments(line, starts);
    else if (is_verb(line, TEXT("HELLO")))
        greet(line);
#ifdef STEPS
    else if (is_verb(line, TEXT("READ")) && asks_for_turns(line))
        tell_turns();
#endif
    else if (is_verb(line, TEXT("READ")))
        tell_positions();
    else if (is_verb(line, TEXT("BEAT")))
        tell_time();
    else if (is_verb(line, TEXT("LIMIT")))
        set_limits(line);
#ifdef STEPS
    else if (is_verb(line, TEXT("DETENT")))
        set_detent(line);
#endif
    else if (is_verb(line, TEXT("RELAX")))
        set_relaxing(line);
    else if (is_verb(line, TEXT("WATCHDOG")))
        set_watchdog(line);
    else if (is_verb(line, TEXT("CLEAR")))
        clear();
    else
        send_error(TEXT("UNKNOWN"));
}

static void mark_heard(void)
{
    heard_at = output_microseconds();
    is_silent = false;
}

static void handle_line(const struct line *line)
{
    bool greets = is_verb(line, TEXT("HELLO"));
    if (!greets && last_number && line->number == last_number && line->check_sum == last_check_sum) {
        reply_resend();
        return;
    }
    bool in_sequence = last_number && line->number == next_number();
    if (!line->number || !(in_sequence || greets)) {
        send_nak(line->number);
        return;
    }
    last_number = line->number;
    last_check_sum = line->check_sum;
    reply_forget();
    execute(line);
}

static void count_strange(char byte)
{
    bool is_of_lines = (byte >= ' ' && byte <= '~') || byte == '\n' || byte == '\r';
    if (!is_of_lines && strange_bytes < MOST_STRANGE_BYTES)
        strange_bytes++;
}

// Stops a motion whose host is not understood any more, as where it has another baud rate.
static void watch_strange(void)
{
    if (strange_bytes < MOST_STRANGE_BYTES || !segments_are_pending())
        understood_at = output_microseconds();
    else if (output_microseconds() - understood_at >= MOST_STRANGE_US) {
        strange_bytes = 0;
        stop_request(STOP_HOLD, BY_SILENCE);
    }
}

void drive_receive(char byte)
{
    static struct line line;
    count_strange(byte);
    enum line_state state = line_receive(byte, &line);
    if (state == LINE_GOOD) {
        strange_bytes = 0;
        // Who only looks may be another one than who moves.
        if (!is_verb(&line, TEXT("READ")))
            mark_heard();
        handle_line(&line);
    } else if (state == LINE_BAD) {
        send_nak(0);
    }
}

bool drive_is_ready(void) { return !reply_is_sending(); }

void drive_advance(void)
{
    watch_strange();
    if (stop_is_due())
        enforce_stop();
    segments_advance();
    output_keep(!segments_are_pending());
    if (!is_silent && output_microseconds() - heard_at >= 1000 * (uint32_t)watchdog_ms) {
        is_silent = true;
        stop_request(on_silence, BY_SILENCE);
    }
    if (drive_is_ready() && stop_status_is_wanted())
        send_status();
}

void drive_init(void)
{
    line_reset();
    reply_forget();
    stop_init();
    last_number = taken = 0;
    relaxing = strange_bytes = 0;
    watchdog_ms = USUAL_WATCHDOG_MS;
    on_silence = STOP_RELAX;
    epoch = board_epoch();
    output_init();
    segments_init();
    mark_heard();
    send_status();
}
