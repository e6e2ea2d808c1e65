// The constants of a board that is simulated on this computer.
#ifndef BOARD_CONSTANTS_H
#define BOARD_CONSTANTS_H

#define BOARD_NAME "native"
#define BOARD_KEPT

enum { TICKS_PER_MICROSECOND = 2, LEAD_TICKS = 24, DEPTH = 8 };

#endif
