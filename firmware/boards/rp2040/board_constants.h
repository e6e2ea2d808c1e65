// The constants of an RP2040, a Raspberry Pi Pico.
#ifndef BOARD_CONSTANTS_H
#define BOARD_CONSTANTS_H

#define BOARD_NAME "rp2040"
#define BOARD_KEPT __attribute__((section(".noinit")))

enum { TICKS_PER_MICROSECOND = 1, LEAD_TICKS = 16, DEPTH = 32 };

#endif
