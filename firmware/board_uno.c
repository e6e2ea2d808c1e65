// Hardware layer for the ATmega328P (Arduino Uno); wiring in docs/firmware.md.
#include <stddef.h>

#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/atomic.h>

#define BAUD 115200
#define BAUD_TOL 3
#include <util/setbaud.h>

#include "board.h"
#include "board_uno.h"

enum { STOP = 0x18 };

// Servos on D8, D9, D10 and D11; the stop button between D2 and ground.
enum { FIRST_SERVO_PIN = PB0, BUTTON_PIN = PD2 };

// Servo pulses have a period of 20 ms, a quarter of it for each servo.
enum { TICKS_PER_MICROSECOND = 2, SLOT_MS = 5 };
enum { SLOT_TICKS = SLOT_MS * 1000 * TICKS_PER_MICROSECOND };
// The interrupt is triggered this long before its edge and waits, so that no other interrupt can
// delay the edge.
enum { LEAD_TICKS = 12 * TICKS_PER_MICROSECOND };
// No servo ever gets another pulse: see constants.c.
enum { LEAST_US = 400, MOST_US = 2600 };

static volatile uint32_t milliseconds;

// Preserved over a restart, as the start code does not initialise this section. After a loss of
// power its content is random, which the check sum detects.
static volatile struct {
    uint16_t pulse_ticks[SERVOS];
    bool is_at_rest;
    uint16_t check_sum; // of the above
    uint8_t unfed_slots;
    bool stop_pending, button_pending;
} preserved __attribute__((section(".noinit")));
static uint8_t reset_flags __attribute__((section(".noinit")));

// A running main loop resets the watchdog more often than this; its time-out is 250 ms.
enum { HUNG_SLOTS = 100 / SLOT_MS };

// After a watchdog reset the watchdog stays on, with a time-out of 16 ms, as long as its flag in
// MCUSR is set; so it is switched off before anything else.
__attribute__((naked, used, section(".init3"))) void leave_reset(void)
{
    reset_flags = MCUSR;
    MCUSR = 0;
    wdt_disable();
}

static uint16_t pulse_check_sum(void)
{
    uint16_t sum = preserved.is_at_rest;
    for (uint8_t servo = 0; servo < SERVOS; servo++)
        sum = (uint16_t)(3 * sum + preserved.pulse_ticks[servo]);
    return (uint16_t)~sum;
}

static bool button_is_down(void) { return !(PIND & _BV(BUTTON_PIN)); }

ISR(TIMER1_COMPA_vect)
{
    static uint8_t servo;
    static bool high;
    static uint16_t slot_start;
    uint16_t edge = OCR1A + LEAD_TICKS;
    uint16_t width = preserved.pulse_ticks[servo];
    bool rises = !high && width;
    uint8_t pins = (uint8_t)(rises << (FIRST_SERVO_PIN + servo));
    while ((int16_t)(TCNT1 - edge) < 0) {
    }
    PORTB = pins;
    if (!high) {
        slot_start = edge;
        milliseconds += SLOT_MS;
        if (preserved.unfed_slots < UINT8_MAX)
            preserved.unfed_slots++;
        if (button_is_down())
            preserved.button_pending = true;
    }
    if (rises) {
        OCR1A = edge + width - LEAD_TICKS;
    } else {
        servo = (uint8_t)((servo + 1) % SERVOS);
        OCR1A = slot_start + SLOT_TICKS - LEAD_TICKS;
    }
    high = rises;
}

void board_set_pulse(uint8_t servo, uint16_t microseconds)
{
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        if (!board_stop_pending()) {
            preserved.pulse_ticks[servo] = microseconds * TICKS_PER_MICROSECOND;
            preserved.check_sum = pulse_check_sum();
        }
    }
}

void board_keep_pulses(bool is_at_rest)
{
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        preserved.is_at_rest = is_at_rest;
        preserved.check_sum = pulse_check_sum();
    }
}

uint16_t board_pulse(uint8_t servo) { return preserved.pulse_ticks[servo] / TICKS_PER_MICROSECOND; }

uint32_t board_milliseconds(void)
{
    uint32_t now;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { now = milliseconds; }
    return now;
}

// The serial line: two ring buffers. The 8-bit indices of the first wrap around.
enum { SEND_SIZE = 128 };
static volatile char received[256], to_send[SEND_SIZE];
static volatile uint8_t received_head, received_tail, send_head, send_tail;

ISR(USART_RX_vect)
{
    char byte = (char)UDR0;
    // A stop takes effect here, even if the main loop hangs, and is not lost if the buffer is full.
    if (byte == STOP)
        preserved.stop_pending = true;
    if ((uint8_t)(received_head + 1) != received_tail)
        received[received_head++] = byte;
}

ISR(USART_UDRE_vect)
{
    if (send_head == send_tail)
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
    else
        UDR0 = (uint8_t)to_send[send_tail++ % SEND_SIZE];
}

void board_send(char byte)
{
    while ((uint8_t)(send_head - send_tail) == SEND_SIZE) {
    }
    to_send[send_head % SEND_SIZE] = byte;
    send_head++;
    UCSR0B |= _BV(UDRIE0);
}

bool board_receive(char *byte)
{
    if (received_head == received_tail) {
        // The stop did not fit into the full buffer; all bytes before it have been read now.
        if (!preserved.stop_pending)
            return false;
        preserved.stop_pending = false;
        *byte = STOP;
        return true;
    }
    *byte = received[received_tail++];
    if (*byte == STOP)
        preserved.stop_pending = false;
    return true;
}

bool board_stop_pending(void) { return preserved.stop_pending || preserved.button_pending; }

bool board_button_is_pressed(void)
{
    bool pressed;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        pressed = preserved.button_pending || button_is_down();
        preserved.button_pending = false;
    }
    return pressed;
}

static bool was_watchdog_reset(void)
{
    if (reset_flags & (_BV(PORF) | _BV(EXTRF)))
        return false;
    if (reset_flags & _BV(WDRF))
        return true;
    // The Uno's bootloader clears the flags; a main loop that hung for this long shows the cause.
    return preserved.check_sum == pulse_check_sum() && preserved.unfed_slots >= HUNG_SLOTS;
}

static bool restarted_by_watchdog;

// Returns whether the pulses before the restart are still there; after a loss of power they are not.
static bool pulses_are_intact(void)
{
    for (uint8_t servo = 0; servo < SERVOS; servo++) {
        uint16_t ticks = preserved.pulse_ticks[servo];
        if (ticks && (ticks < LEAST_US * TICKS_PER_MICROSECOND || ticks > MOST_US * TICKS_PER_MICROSECOND))
            return false;
    }
    return preserved.check_sum == pulse_check_sum();
}

// After a watchdog reset the servos keep their pulses, and a stop received meanwhile is in force. After
// another restart they keep those of a robot at rest, which may hold a cube: the edge of DTR resets the
// board as the port is opened. What was in motion may have taken the supply down, and gets none.
static void restore_preserved(void)
{
    restarted_by_watchdog = was_watchdog_reset();
    preserved.unfed_slots = 0;
    if (restarted_by_watchdog && pulses_are_intact())
        return;
    preserved.stop_pending = preserved.button_pending = false;
    bool lost_power = reset_flags & (_BV(PORF) | _BV(BORF));
    if (!lost_power && preserved.is_at_rest && pulses_are_intact())
        return;
    for (uint8_t servo = 0; servo < SERVOS; servo++)
        preserved.pulse_ticks[servo] = 0;
    board_keep_pulses(true);
}

const char *board_restart_reason(void)
{
    if (restarted_by_watchdog)
        return TEXT("watchdog");
    return (reset_flags & (_BV(BORF) | _BV(PORF))) == _BV(BORF) ? TEXT("brownout") : NULL;
}

uint8_t board_eeprom_read(uint16_t address) { return eeprom_read_byte((const uint8_t *)address); }

void board_eeprom_write(uint16_t address, uint8_t value)
{
    eeprom_update_byte((uint8_t *)address, value);
    eeprom_busy_wait();
    // All constants together take longer than the watchdog allows.
    board_feed_watchdog();
}

void board_init(void)
{
    restore_preserved();
    DDRB = 0x0F << FIRST_SERVO_PIN;
    PORTD = _BV(BUTTON_PIN);

    TCCR1B = _BV(CS11); // 16 MHz / 8
    OCR1A = SLOT_TICKS - LEAD_TICKS;
    TIMSK1 = _BV(OCIE1A);

    UBRR0 = UBRR_VALUE;
    UCSR0A = USE_2X ? _BV(U2X0) : 0;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);

    wdt_enable(WDTO_250MS);
    sei(); // sleep_cpu enters the idle mode, in which timer and serial line keep running
}

void board_feed_watchdog(void)
{
    // A main loop that runs while the timer has stopped does not count as running.
    static uint32_t last_fed_at;
    uint32_t now = board_milliseconds();
    if (now == last_fed_at)
        return;
    last_fed_at = now;
    preserved.unfed_slots = 0;
    wdt_reset();
}

void board_sleep(void)
{
    cli();
    if (received_head == received_tail && !preserved.stop_pending) {
        sleep_enable();
        sei(); // takes effect after the next instruction, so no interrupt is missed before the sleep
        sleep_cpu();
        sleep_disable();
    }
    sei();
}
