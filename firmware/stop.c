#include "stop.h"

#include <stdbool.h>

#include "board.h"
#include "jaws.h"
#include "link_layer.h"
#include "motion.h"
#include "servo_driver.h"

static enum stop_level stop_level;

enum stop_level stop_in_force(void) { return stop_level; }

void stops_clear(void) { stop_level = NO_STOP; }

void stop_robot(const char *why)
{
    struct event event = {.kind = EVENT_ESTOP, .why = why};
    bool is_new_stop = motion_is_active() || !stop_level;
    if (motion_is_active()) {
        struct servo_move move = motion_abort();
        event.axis = moved_actuator(move);
        event.at = moved_angle(move);
    }
    if (!stop_level)
        stop_level = STOP_HOLD;
    if (is_new_stop)
        event_send(event);
}

const char *stop_level_name(void)
{
    return stop_level == STOP_OFF                           ? TEXT("off")
           : stop_level == STOP_RELAX && jaws_can_relax() ? TEXT("relax")
                                                            : TEXT("hold");
}

void stop_by_host(enum stop_level level)
{
    stop_robot(TEXT("host"));
    if (level <= stop_level)
        return;
    stop_level = level;
    if (level == STOP_OFF)
        motion_forget_home();
    event_send((struct event){.kind = EVENT_ESTOP, .why = TEXT("host"), .level = stop_level_name()});
}

void stop_advance(void)
{
    if (stop_level == STOP_OFF)
        servos_off();
    else if (stop_level == STOP_RELAX)
        servos_relax_jaws();
}
