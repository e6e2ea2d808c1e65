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

// Answers a line that was carried out, or whose fields are not right.
static void answer(bool is_good)
{
    if (is_good)
        send_done();
    else
        send_error(TEXT("ARGUMENT"));
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

static bool field_is(const struct line *line, const char *name, const char *word)
{
    const char *text = field_text(line, name);
    return text && board_text_is(text, word);
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
        answer(false);
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

static void tell_position(uint8_t channel)
{
    if (segments_is_powered(channel))
        reply_integer(output_position(channel));
    else
        reply_byte('-');
}

#ifdef STEPS
static void tell_turn(uint8_t channel) { reply_integer(output_turn(channel)); }
#endif

// Tells something of each channel.
static void tell_each(const char *key, void (*tell)(uint8_t))
{
    begin_time();
    reply_key(key);
    for (uint8_t channel = 0; channel < CHANNELS; channel++) {
        if (channel)
            reply_byte(',');
        tell(channel);
    }
    reply_end();
}

// Adds the segments of a line to the batch. Returns false where it has answered with an error.
static bool draft(const struct line *line, uint32_t begin)
{
    const char *text = field_text(line, TEXT("s"));
    int32_t part[4], value;
    do {
        if (!text || !(text = read_list(text, part, 4))) {
            answer(false);
            return false;
        }
        enum refusal found = segments_draft(part, begin, &value);
        if (found != TAKEN) {
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

// Takes segments, or answers with an error and returns false.
static bool take_segments(const struct line *line, bool is_last)
{
    int32_t number, value;
    uint32_t begin;
    uint8_t channel;
    const char *time = field_text(line, TEXT("t"));
    if (!read_range(line, TEXT("n"), 0, UINT16_MAX, &number) || !time
        || !(time = read_natural(time, &begin)) || *time) {
        answer(false);
        return false;
    }
    if (were_taken(line, (uint16_t)number))
        return true;
    uint16_t expected = (uint16_t)(taken + segments_drafted());
    if (number != expected) {
        begin_error(TEXT("NUMBER"));
        reply_number_field(TEXT("expected"), expected);
        reply_end();
        return false;
    }
    if (!draft(line, begin))
        return false;
    if (!is_last)
        return true;
    uint8_t all = segments_drafted();
    enum refusal found = segments_commit(&channel, &value);
    if (found == TAKEN)
        taken = (uint16_t)(taken + all);
    else
        send_refusal(found, channel, value);
    return found == TAKEN;
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

// What these set, and whether the fields of their lines are right.

#ifdef STEPS
static bool set_detent(const struct line *line)
{
    int32_t channel, every;
    if (!read_range(line, TEXT("channel"), 0, CHANNELS - 1, &channel)
        || !read_range(line, TEXT("every"), 0, MOST_DETENT, &every))
        return false;
    segments_set_detent((uint8_t)channel, every);
    return true;
}
#endif

static bool set_limits(const struct line *line)
{
    int32_t channel, low, high;
    if (!read_range(line, TEXT("channel"), 0, CHANNELS - 1, &channel)
        || !read_range(line, TEXT("low"), LEAST_POSITION, MOST_POSITION, &low)
        || !read_range(line, TEXT("high"), low, MOST_POSITION, &high))
        return false;
    segments_set_limits((uint8_t)channel, (position_t)low, (position_t)high);
    return true;
}

static bool set_relaxing(const struct line *line)
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
    if (!good)
        return false;
    relaxing = channels;
    relax_us = (uint32_t)time;
    memcpy(relax_targets, targets, sizeof targets);
    return true;
}

static bool set_watchdog(const struct line *line)
{
    int32_t time;
    enum stop_level level = field_is(line, TEXT("silence"), TEXT("hold")) ? STOP_HOLD
        : field_is(line, TEXT("silence"), TEXT("relax"))                  ? STOP_RELAX
        : field_is(line, TEXT("silence"), TEXT("off"))                    ? STOP_OFF
                                                                          : NO_STOP;
    if (!level || !read_range(line, TEXT("time"), 100, MOST_WATCHDOG_MS, &time))
        return false;
    watchdog_ms = (uint16_t)time;
    on_silence = level;
    return true;
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
    else if (moves && take_segments(line, starts))
        send_done();
    else if (moves)
        segments_drop_batch();
    else if (is_verb(line, TEXT("HELLO")))
        greet(line);
#ifdef STEPS
    else if (is_verb(line, TEXT("READ")) && field_is(line, TEXT("of"), TEXT("turns")))
        tell_each(TEXT("turns"), tell_turn);
#endif
    else if (is_verb(line, TEXT("READ")))
        tell_each(TEXT("at"), tell_position);
    else if (is_verb(line, TEXT("BEAT")))
        tell_time();
    else if (is_verb(line, TEXT("LIMIT")))
        answer(set_limits(line));
#ifdef STEPS
    else if (is_verb(line, TEXT("DETENT")))
        answer(set_detent(line));
#endif
    else if (is_verb(line, TEXT("RELAX")))
        answer(set_relaxing(line));
    else if (is_verb(line, TEXT("WATCHDOG")))
        answer(set_watchdog(line));
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
