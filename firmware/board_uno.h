// What only main.c needs of the chip.
#ifndef BOARD_UNO_H
#define BOARD_UNO_H

#include <stdbool.h>

void board_start(void);

// Gives the next byte from the host, if there is one.
bool board_take(char *byte);

// Rests until there may be something to do.
void board_sleep(void);

#endif
