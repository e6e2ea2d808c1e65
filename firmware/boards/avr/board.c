// The board file of the ATmega328P and the ATmega2560 at 16 MHz; their pins are in board_constants.h.
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

#define BAUD 115200
#define BAUD_TOL 3
#include <util/setbaud.h>

#include "board.h"
#include "output.h"
#include "reply.h"
#include "stop.h"

// A running main loop resets the watchdog more often than after this time; its time-out is 250 ms.
enum { HUNG_MS = 100 };

// Preserved over a restart; after a loss of power their content is random.
static volatile uint16_t unfed_us_256 BOARD_KEPT;
static uint8_t reset_flags BOARD_KEPT;

// After a watchdog reset the watchdog stays on, with a time-out of 16 ms, as long as its flag in MCUSR is
// set; so it is switched off before anything else.
__attribute__((naked, used, section(".init3"))) void leave_reset(void)
{
    reset_flags = MCUSR;
    MCUSR = 0;
    wdt_disable();
}

enum restart board_restart(void)
{
    if (reset_flags & (_BV(PORF) | _BV(BORF)))
        return LOST_POWER;
    // The Uno's bootloader clears the flags; a main loop that hung for this long shows the cause.
    bool hung = reset_flags & _BV(WDRF) || unfed_us_256 >= HUNG_MS * 4;
    return hung && !(reset_flags & _BV(EXTRF)) ? WAS_HUNG : WAS_RESET;
}

uint16_t board_ticks(void) { return TCNT1; }

board_lock_t board_lock(void)
{
    board_lock_t before = SREG;
    cli();
    return before;
}

void board_unlock(board_lock_t before) { SREG = before; }

uint16_t board_epoch(void)
{
    uint16_t epoch = (uint16_t)(eeprom_read_word(0) + 1);
    eeprom_write_word(0, epoch);
    return epoch;
}

static void count_unfed(uint8_t us_256)
{
    if (unfed_us_256 < UINT16_MAX / 2)
        unfed_us_256 = (uint16_t)(unfed_us_256 + us_256);
    if (pins_button_is_down())
        stop_request(STOP_HOLD, BY_BUTTON);
}

#ifdef STEPS

void board_set_motors(bool powered)
{
    board_lock_t before = board_lock();
    pins_set_motors(powered);
    board_unlock(before);
}

// The timer runs at 16 MHz / 8, and begins again at OCR1A.
enum { TIMER_MODE = _BV(WGM12) | _BV(CS11), FIRST_COMPARE = FIRST_TICKS - 1 };

ISR(TIMER1_COMPA_vect)
{
    static uint8_t ticks;
    output_change(0);
    if (!(++ticks % 128))
        count_unfed(128 * TICK_US / 256);
}

#else

// The timer runs at 16 MHz / 8.
enum { TIMER_MODE = _BV(CS11), FIRST_COMPARE = FIRST_TICKS - LEAD_TICKS };

ISR(TIMER1_COMPA_vect)
{
    uint16_t due = (uint16_t)(OCR1A + LEAD_TICKS), next = output_change(due);
    OCR1A = (uint16_t)(next - LEAD_TICKS);
    count_unfed((uint8_t)((uint16_t)(next - due) / (TICKS_PER_MICROSECOND * 256)));
}

#endif

ISR(RECEIVED_VECTOR) { main_take(UDR0); }

ISR(CAN_SEND_VECTOR)
{
    char byte;
    if (reply_take(&byte))
        UDR0 = (uint8_t)byte;
    else
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
}

void board_begin_sending(void) { UCSR0B |= _BV(UDRIE0); }

// A main loop that runs while the timer has stopped does not count as running.
void board_feed_watchdog(void)
{
    static uint32_t fed_at;
    uint32_t now = output_microseconds();
    if (now - fed_at < 5000)
        return;
    fed_at = now;
    unfed_us_256 = 0;
    wdt_reset();
}

void board_start(void)
{
    pins_init();
    UBRR0 = UBRR_VALUE;
    UCSR0A = USE_2X ? _BV(U2X0) : 0;
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

void board_start_timer(void)
{
    unfed_us_256 = 0;
    OCR1A = FIRST_COMPARE;
    TCCR1B = TIMER_MODE;
    TIMSK1 = _BV(OCIE1A);
    wdt_enable(WDTO_250MS);
    sei();
}

void board_sleep(void)
{
    sleep_enable();
    sei(); // takes effect after the next instruction, so no interrupt is missed before the sleep
    sleep_cpu();
    sleep_disable();
}
