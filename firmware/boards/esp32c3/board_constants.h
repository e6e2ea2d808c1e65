// The constants of an ESP32-C3.
#ifndef BOARD_CONSTANTS_H
#define BOARD_CONSTANTS_H

#define BOARD_NAME "esp32c3"
#define BOARD_KEPT __attribute__((section(".noinit")))

enum { TICKS_PER_MICROSECOND = 1, LEAD_TICKS = 16, DEPTH = 32 };

#endif
