#include "request.h"

#include <stddef.h>
#include <string.h>

static const struct request SENSELESS = {.kind = REQUEST_SENSELESS};
static const char ONE_AT_A_TIME[] = "this-rig-moves-one-thing-at-a-time";

static bool is_repeated(const struct line *line)
{
    const char *key = line->fields;
    for (uint8_t field = 1; field < line->field_count; field++) {
        const char *later = line_next_key(key);
        for (uint8_t more = field; more < line->field_count; more++) {
            if (strcmp(key, later) == 0)
                return true;
            later = line_next_key(later);
        }
        key = line_next_key(key);
    }
    return false;
}

// Reads a whole number of at most four digits, with or without a sign.
static bool read_integer(const char *text, int16_t *number)
{
    bool negative = *text == '-';
    if (*text == '+' || *text == '-')
        text++;
    size_t digits = strlen(text);
    if (digits < 1 || digits > 4)
        return false;
    *number = 0;
    for (; *text; text++) {
        if (*text < '0' || *text > '9')
            return false;
        *number = (int16_t)(10 * *number + (*text - '0'));
    }
    if (negative)
        *number = (int16_t)-*number;
    return true;
}

static int8_t hand_named(const char *name)
{
    for (int8_t hand = 0; hand < HANDS; hand++)
        if (strcmp(name, HAND_NAMES[hand]) == 0)
            return hand;
    return -1;
}

static bool is_percentage(int16_t number) { return number >= 1 && number <= 100; }

// Adds a hand that is to go somewhere; the second one makes it what this rig cannot do.
static void add_target(struct request *request, const char *name, int16_t target, uint8_t *targets)
{
    int8_t hand = hand_named(name);
    if (hand < 0) {
        request->kind = REQUEST_SENSELESS;
        request->why_not = "no-such-actuator";
        return;
    }
    request->way.hand = (uint8_t)hand;
    request->way.target = target;
    if ((*targets)++ && request->kind == REQUEST_GO)
        request->why_not = ONE_AT_A_TIME;
}

static struct request request_of_move(const struct line *line)
{
    struct request request = {.kind = REQUEST_GO, .speed = 100};
    uint8_t targets = 0;
    const char *key = line->fields;
    for (uint8_t field = 0; field < line->field_count; field++, key = line_next_key(key)) {
        int16_t number;
        if (!read_integer(line_value(key), &number))
            return SENSELESS;
        // A hobby servo's torque cannot be set, but it must make sense.
        if (strcmp(key, "v") == 0 || strcmp(key, "torque") == 0) {
            if (!is_percentage(number))
                return SENSELESS;
            if (*key == 'v')
                request.speed = (uint8_t)number;
        } else {
            // No detent is so far out; what is beyond an int16_t's tenths must not come back in.
            bool far = number > 360 || number < -360;
            add_target(&request, key, (int16_t)(far ? 3600 : 10 * number), &targets);
        }
    }
    return targets || request.kind == REQUEST_SENSELESS ? request : SENSELESS;
}

static struct request request_of_grip(const struct line *line)
{
    struct request request = {.kind = REQUEST_GO, .speed = 100, .way.is_grip = true};
    uint8_t targets = 0;
    const char *key = line->fields;
    for (uint8_t field = 0; field < line->field_count; field++, key = line_next_key(key)) {
        const char *position = line_value(key);
        bool opens = strcmp(position, "open") == 0;
        add_target(&request, key, opens ? OPEN : CLOSED, &targets);
        if (!opens && strcmp(position, "closed") != 0 && request.kind == REQUEST_GO)
            request.why_not = "a-hand-can-be-open-or-closed";
    }
    return targets || request.kind == REQUEST_SENSELESS ? request : SENSELESS;
}

static struct request request_of_hello(const struct line *line)
{
    if (line->field_count != 1 || strcmp(line->fields, "proto") != 0)
        return SENSELESS;
    bool ours = strcmp(line_value(line->fields), PROTOCOL_VERSION) == 0;
    return (struct request){.kind = REQUEST_HELLO, .version_is_ours = ours};
}

static struct request without_fields(const struct line *line, enum request_kind kind)
{
    return line->field_count ? SENSELESS : (struct request){.kind = kind, .speed = 100};
}

struct request request_of(const struct line *line)
{
    bool repeated = is_repeated(line);
    if (strcmp(line->verb, "HELLO") == 0)
        return request_of_hello(line);
    if (strcmp(line->verb, "POSE") == 0)
        return without_fields(line, REQUEST_POSE);
    if (strcmp(line->verb, "CLEAR") == 0)
        return without_fields(line, REQUEST_CLEAR);
    if (strcmp(line->verb, "HOME") == 0)
        return without_fields(line, REQUEST_HOME);
    if (strcmp(line->verb, "MOVE") == 0)
        return repeated ? SENSELESS : request_of_move(line);
    if (strcmp(line->verb, "GRIP") == 0)
        return repeated ? SENSELESS : request_of_grip(line);
    return (struct request){.kind = REQUEST_UNKNOWN};
}
