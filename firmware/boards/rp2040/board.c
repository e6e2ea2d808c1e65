// The board file of an RP2040 at 125 MHz.
//
// Servos on GP2 to GP9; with STEPS, steps on GP2 to GP7, directions on GP8 to GP13, enable (low) on GP14. The
// stop button is between GP22 and ground, the serial line on GP0 (to the host) and GP1.
#include "board.h"
#include "output.h"
#include "reply.h"
#include "registers.h"
#include "stop.h"

enum { FIRST_PIN = 2, PINS = 13, ENABLE_PIN = 14, BUTTON_PIN = 22, WATCHDOG_US = 250000 };

// When the outputs are to change next.
static uint32_t due;

uint16_t board_ticks(void) { return (uint16_t)TIME; }

board_lock_t board_lock(void)
{
    uint32_t before;
    __asm__ volatile("mrs %0, primask\n cpsid i" : "=r"(before)::"memory");
    return (board_lock_t)before;
}

void board_unlock(board_lock_t before) { __asm__ volatile("msr primask, %0" ::"r"((uint32_t)before) : "memory"); }

// Memory keeps its content over a reset by the watchdog only.
enum restart board_restart(void) { return WATCHDOG(0x08) ? WAS_HUNG : LOST_POWER; }

uint16_t board_epoch(void)
{
    uint16_t epoch = (uint16_t)TIME;
    for (uint8_t bit = 0; bit < 64; bit++)
        epoch = (uint16_t)(epoch << 1 | (epoch >> 15 ^ (RANDOM_BIT & 1)));
    return epoch;
}

static void set_pins(uint32_t mask, uint32_t levels) { PINS_OUT = (PINS_OUT & ~mask) | levels; }

#ifdef STEPS
void board_set_steps(uint8_t high) { set_pins(0x3Fu << FIRST_PIN, (uint32_t)high << FIRST_PIN); }

void board_set_directions(uint8_t positive)
{
    set_pins(0x3Fu << (FIRST_PIN + CHANNELS), (uint32_t)positive << (FIRST_PIN + CHANNELS));
}

void board_set_motors(bool powered)
{
    board_lock_t before = board_lock();
    set_pins(1u << ENABLE_PIN, powered ? 0 : 1u << ENABLE_PIN);
    board_unlock(before);
}
#else
void board_set_servos(uint8_t high) { set_pins(0xFFu << FIRST_PIN, (uint32_t)high << FIRST_PIN); }
#endif

// The alarm comes at one time only: one that is over already would come after an hour.
static void set_alarm(uint32_t time)
{
    ALARM = (int32_t)(time - TIME) > 2 ? time : TIME + 3;
}

void on_alarm(void)
{
    ALARM_RAISED = 1;
    due += (uint16_t)(output_change((uint16_t)due) - (uint16_t)due);
    set_alarm(due - LEAD_TICKS);
    if (!(PINS_IN & 1u << BUTTON_PIN))
        stop_request(STOP_HOLD, BY_BUTTON);
}

void on_uart(void)
{
    UART(UART_RAISED) = RECEIVED | SENT;
    while (!(UART(UART_FLAGS) & RECEIVER_EMPTY))
        main_take((uint8_t)UART(UART_DATA));
    board_begin_sending();
}

void board_begin_sending(void)
{
    board_lock_t before = board_lock();
    char byte;
    while (!(UART(UART_FLAGS) & SENDER_FULL) && reply_take(&byte))
        UART(UART_DATA) = (uint8_t)byte;
    UART(UART_MASK) = reply_is_sending() ? RECEIVED | SENT : RECEIVED;
    board_unlock(before);
}

void board_start(void)
{
    CRYSTAL = 0xFABAA0; // 1 to 15 MHz, enabled
    while (!(CRYSTAL_STATUS >> 31)) {
    }
    CLOCK_REF = 2; // the crystal
    CLOCK_PERIPHERALS = 1 << 11 | 4 << 5; // the crystal
    // Pins, pads, the processor's clock, the timer, the serial line.
    const uint32_t used = 1 << 5 | 1 << 8 | 1 << 12 | 1 << 21 | 1 << 22;
    CLEAR(0x4000C000) = used;
    while ((RESETS_DONE & used) != used) {
    }
    PLL(PLL_MULTIPLIER) = 125;
    CLEAR(0x40028000 + PLL_POWER) = 1 << 5 | 1;
    while (!(PLL(PLL_STATUS) >> 31)) {
    }
    PLL(PLL_DIVIDERS) = 6 << 16 | 2 << 12;
    CLEAR(0x40028000 + PLL_POWER) = 1 << 3;
    CLOCK_PROCESSOR = 1; // 12 MHz * 125 / 6 / 2
    WATCHDOG(0x2C) = 1 << 9 | 12; // the timer counts microseconds
    for (uint8_t pin = FIRST_PIN; pin < FIRST_PIN + PINS; pin++)
        PIN_FUNCTION(pin) = 5;
    PIN_FUNCTION(BUTTON_PIN) = 5;
    PIN_PAD(BUTTON_PIN) = 1 << 6 | 1 << 3; // an input with a pull-up
    due = TIME + FIRST_TICKS;
    PIN_FUNCTION(0) = PIN_FUNCTION(1) = 2;
    PINS_ARE_OUTPUTS = ((1u << PINS) - 1) << FIRST_PIN;
    UART(UART_DIVISOR) = 6; // 12 MHz / 16 / 115200, with 64ths
    UART(UART_FRACTION) = 33;
    UART(UART_LINE) = 3 << 5;
    UART(UART_CONTROL) = 1 << 9 | 1 << 8 | 1;
    UART(UART_MASK) = RECEIVED;
}

void board_start_timer(void)
{
    ALARM_ENABLED = 1;
    set_alarm(due - LEAD_TICKS);
    board_feed_watchdog();
    WATCHDOG_RESETS = 0x1FFFC; // all but the two oscillators
    WATCHDOG(0x00) = 1u << 30;
    INTERRUPTS_ENABLED = 1u << 0 | 1u << 20;
}

// It counts two in a microsecond.
void board_feed_watchdog(void) { WATCHDOG(0x04) = 2 * WATCHDOG_US; }

void board_sleep(void) { __asm__ volatile("wfi"); }
