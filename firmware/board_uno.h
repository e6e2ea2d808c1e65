// Hardware functions used by main.c only.
#ifndef BOARD_UNO_H
#define BOARD_UNO_H

#include <stdbool.h>

void board_init(void);

// Stores the next byte from the host in `byte`; returns false if there is none.
bool board_receive(char *byte);

// Resets the watchdog, which restarts the chip if that does not happen for 250 ms.
void board_feed_watchdog(void);

// Sleeps until the next interrupt.
void board_sleep(void);

#endif
