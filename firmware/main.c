#include "board_uno.h"
#include "robot.h"

int main(void)
{
    board_start();
    robot_boot();
    for (;;) {
        char byte;
        if (board_take(&byte))
            robot_hear(byte);
        robot_advance();
        board_feed_watchdog();
        board_sleep();
    }
}
