// Registers of an ESP32-C3 by their addresses in its technical reference manual, and their bits.
#ifndef REGISTERS_H
#define REGISTERS_H

#include <stdint.h>

#define REGISTER(address) (*(volatile uint32_t *)(address))

#define UART(offset) REGISTER(0x60000000 + (offset))
enum { UART_DATA = 0, UART_ENABLED = 0x0C, UART_CLEAR = 0x10, UART_STATUS = 0x1C, UART_LEVELS = 0x24 };
enum { RECEIVED = 1 << 0, SENT = 1 << 1, RECEIVED_COUNT = 0x3FF, SENDING_SHIFT = 16 };
// More bytes at a time would take longer than an edge may be late.
enum { SENDING_BYTES = 2 };

#define PINS(offset) REGISTER(0x60004000 + (offset))
enum { PINS_SET = 0x08, PINS_CLEAR = 0x0C, PINS_OUTPUTS = 0x24, PINS_IN = 0x3C, PINS_SOURCE = 0x554 };
enum { PLAIN_OUTPUT = 128 };
#define PIN_KIND(pin) REGISTER(0x60009004 + 4 * (pin))
enum { IS_PLAIN_PIN = 1 << 12, IS_STRONG = 2 << 10, IS_INPUT = 1 << 9, HAS_PULL_UP = 1 << 8 };
#define USB_PINS REGISTER(0x60043018)
enum { ARE_USB = 1 << 14 };

enum { BY_WATCHDOG = 7, WATCHDOG_OPEN = 0x50D83AA1 };
#define SUPER_WATCHDOG_OPEN 0x8F1D312A
#define RESET_CAUSE REGISTER(0x60008038)
#define RTC_WATCHDOG REGISTER(0x60008090)
#define RTC_WATCHDOG_KEY REGISTER(0x600080A8)
#define SUPER_WATCHDOG REGISTER(0x600080AC)
#define SUPER_WATCHDOG_KEY REGISTER(0x600080B0)

#define TIMER(offset) REGISTER(0x6001F000 + (offset))
enum { TIMER_SETTINGS = 0, TIMER_LOW = 0x04, TIMER_LATCH = 0x0C, ALARM_LOW = 0x10, ALARM_HIGH = 0x14 };
#define IS_LATCHING (1u << 31)
enum { TIMER_LOAD = 0x20, ALARM_ENABLED = 0x70, ALARM_CLEAR = 0x7C, HAS_ALARM = 1 << 10 };
enum { WATCHDOG_SETTINGS = 0x48, WATCHDOG_SCALE = 0x4C, WATCHDOG_TIME = 0x50, WATCHDOG_FEED = 0x60 };
enum { WATCHDOG_KEY = 0x64 };

#define CLOCK_PROCESSOR REGISTER(0x600C0058)
#define RANDOM REGISTER(0x600260B0)
#define INTERRUPTS(offset) REGISTER(0x600C2000 + (offset))
enum { OF_UART = 0x54, OF_TIMER = 0x80, LINES_ENABLED = 0x104, PRIORITY = 0x114, LOWEST_PRIORITY = 0x194 };

#endif
