// The firmware as a library: what firmware_sim/firmware/native.py calls, beside control.h.
#include "control.h"
#include "robot.h"

void native_boot(void);
void native_boot_by_watchdog(void);
void native_advance(uint32_t milliseconds);
void native_receive(const char *bytes, uint32_t count);

void native_boot(void)
{
    native_restart_board(false);
    robot_boot();
}

void native_boot_by_watchdog(void)
{
    native_restart_board(true);
    robot_boot();
}

void native_advance(uint32_t milliseconds)
{
    native_pass_time(milliseconds);
    robot_advance();
}

void native_receive(const char *bytes, uint32_t count)
{
    for (uint32_t index = 0; index < count; index++)
        robot_receive(bytes[index]);
}
