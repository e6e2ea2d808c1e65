// The firmware as a library: what benchmarks/support/native_firmware.py calls, beside control.h.
#include "control.h"
#include "motion_profile.h"
#include "robot.h"

void native_boot(void);
void native_boot_by_watchdog(void);
void native_advance(uint32_t milliseconds);
void native_receive(const char *bytes, uint32_t count);
uint16_t native_profile_part(uint32_t elapsed, uint32_t duration, uint32_t acceleration);

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

uint16_t native_profile_part(uint32_t elapsed, uint32_t duration, uint32_t acceleration)
{
    return profile_part(elapsed, duration, acceleration);
}
