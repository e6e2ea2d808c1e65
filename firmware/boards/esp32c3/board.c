// The board file of an ESP32-C3, which runs at its 40 MHz crystal.
//
// Servos on GPIO 0, 1, 3, 4, 5, 6, 7 and 10, the stop button is that of BOOT (GPIO 9). With STEPS, steps on GPIO 0,
// 1, 3, 4, 5 and 6, directions on 2, 8, 9, 10, 18 and 19, enable (low) on 7, and no pin is left for a button. The
// serial line is on GPIO 21 (to the host) and 20, where the chip's own program has set it to 115,200 baud.
#include "board.h"
#include "output.h"
#include "registers.h"
#include "reply.h"
#include "stop.h"

enum { OUTPUTS = CHANNELS == 6 ? 0xC07FF : 0x4FB };
enum { ENABLE_PIN = 7, BUTTON_PIN = 9, PINS_COUNT = 20, ALLOWED = 8, WATCHDOG_MS = 250 };

// When the outputs are to change next.
static uint64_t due;

uint16_t board_ticks(void)
{
    TIMER(TIMER_LATCH) = IS_LATCHING;
    while (TIMER(TIMER_LATCH) & IS_LATCHING) {
    }
    return (uint16_t)TIMER(TIMER_LOW);
}

board_lock_t board_lock(void)
{
    uint32_t before;
    __asm__ volatile("csrrci %0, mstatus, 8" : "=r"(before)::"memory");
    return (board_lock_t)(before & ALLOWED);
}

void board_unlock(board_lock_t before)
{
    if (before)
        __asm__ volatile("csrsi mstatus, 8" ::: "memory");
}

// Memory keeps its content over a reset by the watchdog only.
enum restart board_restart(void) { return (RESET_CAUSE & 0x3F) == BY_WATCHDOG ? WAS_HUNG : LOST_POWER; }

uint16_t board_epoch(void) { return (uint16_t)(RANDOM ^ RANDOM >> 16); }

static void set_pins(uint32_t mask, uint32_t levels)
{
    PINS(PINS_CLEAR) = mask & ~levels;
    PINS(PINS_SET) = levels;
}

#ifdef STEPS
void board_set_steps(uint8_t high) { set_pins(0x7B, (high & 0x03u) | (high & 0x3Cu) << 1); }

void board_set_directions(uint8_t positive)
{
    set_pins(0xC0704, (positive & 0x01u) << 2 | (positive & 0x0Eu) << 7 | (positive & 0x30u) << 14);
}

void board_set_motors(bool powered) { set_pins(1u << ENABLE_PIN, powered ? 0 : 1u << ENABLE_PIN); }
#else
void board_set_servos(uint8_t high)
{
    set_pins(OUTPUTS, (high & 0x03u) | (high & 0x7Cu) << 1 | (high & 0x80u) << 3);
}
#endif

// An alarm at a time that is over comes at once.
static void set_alarm(uint64_t time)
{
    TIMER(ALARM_LOW) = (uint32_t)time;
    TIMER(ALARM_HIGH) = (uint32_t)(time >> 32);
    TIMER(TIMER_SETTINGS) |= HAS_ALARM;
}

__attribute__((interrupt, used)) void on_alarm(void)
{
    TIMER(ALARM_CLEAR) = 1;
    due += (uint16_t)(output_change((uint16_t)due) - (uint16_t)due);
#ifndef STEPS
    if (!(PINS(PINS_IN) & 1u << BUTTON_PIN))
        stop_request(STOP_HOLD, BY_BUTTON);
#endif
    set_alarm(due - LEAD_TICKS);
}

__attribute__((interrupt, used)) void on_uart(void)
{
    UART(UART_CLEAR) = RECEIVED | SENT;
    while (UART(UART_STATUS) & RECEIVED_COUNT)
        main_take((uint8_t)UART(UART_DATA));
    board_begin_sending();
}

void board_begin_sending(void)
{
    board_lock_t before = board_lock();
    char byte;
    while ((UART(UART_STATUS) >> SENDING_SHIFT & 0x3FF) < SENDING_BYTES && reply_take(&byte))
        UART(UART_DATA) = (uint8_t)byte;
    UART(UART_ENABLED) = reply_is_sending() ? RECEIVED | SENT : RECEIVED;
    board_unlock(before);
}

void board_start(void)
{
    RTC_WATCHDOG_KEY = WATCHDOG_OPEN;
    RTC_WATCHDOG = 0;
    SUPER_WATCHDOG_KEY = SUPER_WATCHDOG_OPEN;
    SUPER_WATCHDOG |= 1u << 31; // feeds itself
    TIMER(WATCHDOG_KEY) = WATCHDOG_OPEN;
    CLOCK_PROCESSOR &= ~0xFFFu; // the crystal, undivided
    if (OUTPUTS >> 18)
        USB_PINS &= ~ARE_USB;
    for (uint8_t pin = 0; pin < PINS_COUNT; pin++)
        if (OUTPUTS >> pin & 1) {
            PINS(PINS_SOURCE + 4 * pin) = PLAIN_OUTPUT;
            PIN_KIND(pin) = IS_PLAIN_PIN | IS_STRONG;
        } else if (pin == BUTTON_PIN) {
            PIN_KIND(pin) = IS_PLAIN_PIN | IS_INPUT | HAS_PULL_UP;
        }
    PINS(PINS_OUTPUTS) = OUTPUTS;
    UART(UART_LEVELS) = 1 << 9 | 1; // an interrupt for each byte that comes, and where none is left to send
    UART(UART_ENABLED) = RECEIVED;
    TIMER(TIMER_SETTINGS) = 3u << 30 | 40 << 13 | 1 << 9; // counts up, microseconds of the crystal
    TIMER(TIMER_LOAD) = 0;
    due = FIRST_TICKS;
}

void board_start_timer(void)
{
    TIMER(WATCHDOG_SCALE) = 40000u << 16; // milliseconds
    TIMER(WATCHDOG_TIME) = WATCHDOG_MS;
    TIMER(WATCHDOG_SETTINGS) = 1u << 31 | 3 << 29 | 1 << 22 | 1 << 21 | 1 << 18 | 1 << 15; // resets the chip
    board_feed_watchdog();
    TIMER(ALARM_ENABLED) = 1;
    set_alarm(due - LEAD_TICKS);
    INTERRUPTS(OF_TIMER) = 1;
    INTERRUPTS(OF_UART) = 2;
    INTERRUPTS(PRIORITY + 4 * 1) = INTERRUPTS(PRIORITY + 4 * 2) = 1;
    INTERRUPTS(LOWEST_PRIORITY) = 1;
    INTERRUPTS(LINES_ENABLED) = 1 << 1 | 1 << 2;
    __asm__ volatile("csrsi mstatus, 8" ::: "memory");
}

void board_feed_watchdog(void) { TIMER(WATCHDOG_FEED) = 1; }

// An interrupt that comes before the sleep is not waited for: the next one is a millisecond away at most.
void board_sleep(void) { __asm__ volatile("csrsi mstatus, 8\n wfi" ::: "memory"); }
