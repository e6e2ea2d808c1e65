#include "command.h"

#include <stddef.h>
#include <string.h>

#include "board.h"
#include "rig.h"

static const struct command BAD_ARGUMENT = {.kind = COMMAND_BAD_ARGUMENT};

static bool has_duplicate_keys(const struct line *line)
{
    const char *key = line->fields;
    for (uint8_t field = 1; field < line->field_count; field++) {
        const char *other_key = line_next_key(key);
        for (uint8_t other = field; other < line->field_count; other++) {
            if (strcmp(key, other_key) == 0)
                return true;
            other_key = line_next_key(other_key);
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

static int8_t actuator_named(const char *name, bool is_gripper)
{
    for (uint8_t number = 0; number < rig()->actuators; number++)
        if (board_text_is(name, is_gripper ? rig()->grippers[number] : rig()->axes[number]))
            return (int8_t)number;
    return -1;
}

static bool is_percentage(int16_t number) { return number >= 1 && number <= 100; }

static void break_by_name(struct command *command)
{
    command->kind = COMMAND_BAD_ARGUMENT;
    command->broken = RULE_UNKNOWN_ACTUATOR;
}

// Adds the target of one servo. A line has no key twice, so that there are no more than servos.
static void add_target(struct command *command, const char *name, bool is_grip, int16_t target)
{
    int8_t gripper = actuator_named(name, is_grip);
    if (gripper < 0)
        break_by_name(command);
    else
        command->request.moves[command->request.count++]
            = (struct servo_move){(uint8_t)gripper, is_grip, target, AFTERWARDS};
}

// Returns the gripper that is called as the first letters of a text; -1 where there is none.
static int8_t gripper_named(const char *text, size_t length)
{
    for (uint8_t number = 0; number < rig()->actuators; number++) {
        const char *name = rig()->grippers[number];
        size_t same = 0;
        while (same < length && text[same] == board_flash_byte(name + same))
            same++;
        if (same == length && !board_flash_byte(name + length))
            return (int8_t)number;
    }
    return -1;
}

// Adds the grippers that let go. Returns whether the text is a list of names, none of them twice.
static bool add_released(struct command *command, const char *names)
{
    for (;;) {
        size_t length = strcspn(names, ",");
        int8_t gripper = gripper_named(names, length);
        uint8_t bit = (uint8_t)(gripper < 0 ? 0 : 1 << gripper);
        if (!length || command->request.released & bit)
            return false;
        if (!bit)
            break_by_name(command);
        command->request.released |= bit;
        if (!names[length])
            return true;
        names += length + 1;
    }
}

// Parses MOVE or, where grippers let go, REGRIP.
static struct command parse_move(const struct line *line, bool releases)
{
    struct command command = {.kind = COMMAND_MOTION, .speed = 100};
    bool has_target = false, has_released = false;
    const char *key = line->fields;
    for (uint8_t field = 0; field < line->field_count; field++, key = line_next_key(key)) {
        int16_t number;
        if (releases && board_text_is(key, TEXT("grippers"))) {
            if (!add_released(&command, line_value(key)))
                return BAD_ARGUMENT;
            has_released = true;
            continue;
        }
        if (!read_integer(line_value(key), &number))
            return BAD_ARGUMENT;
        // A hobby servo's torque cannot be set; the value is only checked.
        if (board_text_is(key, TEXT("v")) || board_text_is(key, TEXT("torque"))) {
            if (!is_percentage(number))
                return BAD_ARGUMENT;
            if (*key == 'v')
                command.speed = (uint8_t)number;
        } else {
            // Larger angles would overflow the int16_t of tenths of a degree; they are replaced by
            // one that no detent has.
            bool out_of_range = number > 360 || number < -360;
            add_target(&command, key, false, (int16_t)(out_of_range ? 3600 : 10 * number));
            has_target = true;
        }
    }
    return has_target && has_released == releases ? command : BAD_ARGUMENT;
}

static struct command parse_grip(const struct line *line)
{
    struct command command = {.kind = COMMAND_MOTION, .speed = 100};
    const char *key = line->fields;
    for (uint8_t field = 0; field < line->field_count; field++, key = line_next_key(key)) {
        const char *position = line_value(key);
        int16_t target = rig()->position_named(position);
        add_target(&command, key, true, target);
        if (command.kind == COMMAND_MOTION && command.request.count > 1)
            command.broken = RULE_ONE_AT_A_TIME;
        else if (command.kind == COMMAND_MOTION && target == NO_POSITION)
            command.broken = RULE_UNKNOWN_POSITION;
    }
    return line->field_count ? command : BAD_ARGUMENT;
}

// Parses the servo of a command, and, unless `number_key` is NULL, a number of this key.
static struct command parse_servo(const struct line *line, enum command_kind kind, const char *number_key)
{
    struct command command = {.kind = kind};
    if (line->field_count != (number_key ? 2 : 1))
        return BAD_ARGUMENT;
    const char *servo = line->fields;
    if (number_key) {
        const char *number = line_next_key(servo);
        if (board_text_is(servo, number_key)) {
            servo = number;
            number = line->fields;
        }
        if (!board_text_is(number, number_key) || !read_integer(line_value(number), &command.move.target))
            return BAD_ARGUMENT;
    }
    command.move.is_grip = board_text_is(servo, TEXT("gripper"));
    int8_t gripper = actuator_named(line_value(servo), command.move.is_grip);
    if ((!command.move.is_grip && !board_text_is(servo, TEXT("axis"))) || gripper < 0)
        return BAD_ARGUMENT;
    command.move.gripper = (uint8_t)gripper;
    return command;
}

static struct command parse_jog(const struct line *line)
{
    if (line->field_count == 1)
        return parse_servo(line, COMMAND_PULSE, NULL);
    struct command command = parse_servo(line, COMMAND_JOG, TEXT("by"));
    bool is_too_long = command.move.target > MAX_JOG_US || command.move.target < -MAX_JOG_US;
    return is_too_long ? BAD_ARGUMENT : command;
}

static struct command parse_constant(const struct line *line)
{
    struct command command = {.kind = COMMAND_CONSTANT};
    bool has_number = false;
    const char *key = line->fields;
    for (uint8_t field = 0; field < line->field_count; field++, key = line_next_key(key)) {
        int16_t number;
        if (!read_integer(line_value(key), &number) || number < 0)
            return BAD_ARGUMENT;
        if (board_text_is(key, TEXT("n")) && !has_number && number <= UINT8_MAX) {
            has_number = true;
            command.constant = (uint8_t)number;
        } else if (board_text_is(key, TEXT("value")) && !command.sets_constant) {
            command.sets_constant = true;
            command.value = (uint16_t)number;
        } else {
            return BAD_ARGUMENT;
        }
    }
    return has_number ? command : BAD_ARGUMENT;
}

static struct command parse_hello(const struct line *line)
{
    if (line->field_count != 1 || !board_text_is(line->fields, TEXT("proto")))
        return BAD_ARGUMENT;
    bool matches = board_text_is(line_value(line->fields), TEXT(PROTOCOL_VERSION));
    return (struct command){.kind = COMMAND_HELLO, .version_matches = matches};
}

static struct command parse_without_fields(const struct line *line, enum command_kind kind)
{
    return line->field_count ? BAD_ARGUMENT : (struct command){.kind = kind, .speed = 100};
}

struct command command_parse(const struct line *line)
{
    bool has_duplicates = has_duplicate_keys(line);
    if (board_text_is(line->verb, TEXT("HELLO")))
        return parse_hello(line);
    if (board_text_is(line->verb, TEXT("POSE")))
        return parse_without_fields(line, COMMAND_POSE);
    if (board_text_is(line->verb, TEXT("CLEAR")))
        return parse_without_fields(line, COMMAND_CLEAR);
    if (board_text_is(line->verb, TEXT("HOME")))
        return parse_without_fields(line, COMMAND_HOME);
    if (board_text_is(line->verb, TEXT("LOAD")))
        return parse_without_fields(line, COMMAND_LOAD);
    if (board_text_is(line->verb, TEXT("OFF")))
        return parse_without_fields(line, COMMAND_OFF);
    if (board_text_is(line->verb, TEXT("JOG")))
        return parse_jog(line);
    if (board_text_is(line->verb, TEXT("ENABLE")))
        return parse_servo(line, COMMAND_ENABLE, TEXT("us"));
    if (board_text_is(line->verb, TEXT("CONSTANT")))
        return parse_constant(line);
    if (board_text_is(line->verb, TEXT("STORE")))
        return parse_without_fields(line, COMMAND_STORE);
    if (board_text_is(line->verb, TEXT("MOVE")))
        return has_duplicates ? BAD_ARGUMENT : parse_move(line, false);
    if (board_text_is(line->verb, TEXT("REGRIP")) && rig()->overlaps())
        return has_duplicates ? BAD_ARGUMENT : parse_move(line, true);
    if (board_text_is(line->verb, TEXT("GRIP")))
        return has_duplicates ? BAD_ARGUMENT : parse_grip(line);
    return (struct command){.kind = COMMAND_UNKNOWN};
}
