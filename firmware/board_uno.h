// What only main.c needs of the chip.
#ifndef BOARD_UNO_H
#define BOARD_UNO_H

#include <stdbool.h>

void board_start(void);

// Gives the next byte from the host, if there is one.
bool board_take(char *byte);

// Tells the watchdog that the program goes on. Without it for a quarter of a second the chip starts
// again.
void board_feed_watchdog(void);

// Rests until there may be something to do.
void board_sleep(void);

#endif
