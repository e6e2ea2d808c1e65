#include "stop.h"

#include "board.h"

static volatile uint8_t requested, in_force, cause;
static volatile bool status_wanted, came_after_line;

void stop_init(void)
{
    requested = in_force = NO_STOP;
    status_wanted = came_after_line = false;
}

void stop_request(enum stop_level level, enum stop_cause by)
{
    board_lock_t before = board_lock();
    came_after_line = true;
    // Who presses the button is told of, also where something has stopped already.
    if (level > requested || by == BY_BUTTON)
        cause = by;
    if (level > requested)
        requested = level;
    board_unlock(before);
}

bool stop_take(uint8_t byte)
{
    if (byte == '?') {
        status_wanted = true;
        return false;
    }
    enum stop_level level = stop_receive(byte);
    if (level != NO_STOP)
        stop_request(level, BY_HOST);
    else if (byte == '\n')
        came_after_line = false;
    return level == NO_STOP;
}

bool stop_is_due(void) { return requested > in_force; }

enum stop_level stop_enforce(void)
{
    in_force = requested;
    return in_force;
}

bool stop_clear(void)
{
    board_lock_t before = board_lock();
    bool cleared = !came_after_line;
    if (cleared)
        requested = in_force = NO_STOP;
    board_unlock(before);
    return cleared;
}

enum stop_level stop_in_force(void) { return in_force; }

enum stop_cause stop_why(void) { return cause; }

bool stop_status_is_wanted(void)
{
    board_lock_t before = board_lock();
    bool wanted = status_wanted;
    status_wanted = false;
    board_unlock(before);
    return wanted;
}
