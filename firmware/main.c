// The main loop.
#include "board_uno.h"
#include "robot.h"

int main(void)
{
    board_init();
    robot_boot();
    for (;;) {
        char byte;
        if (board_receive(&byte))
            robot_receive(byte);
        robot_advance();
        board_feed_watchdog();
        board_sleep();
    }
}
