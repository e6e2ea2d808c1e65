// The ATmega328P of an Arduino Uno: see docs/firmware.md for what is wired where.
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

// Servo pulses: each servo has a quarter of the 20 ms in which all four have a turn.
enum { TICKS_PER_MICROSECOND = 2, SLOT_MS = 5 };
enum { SLOT_TICKS = SLOT_MS * 1000 * TICKS_PER_MICROSECOND };
// The interrupt comes so much before its edge and waits, so that no other one can delay the edge.
enum { LEAD_TICKS = 12 * TICKS_PER_MICROSECOND };

static volatile uint32_t milliseconds;

// What outlives a restart, because nothing sets it at the start. After a loss of power it is noise,
// which the check sum tells.
static volatile struct {
    uint16_t pulse_ticks[SERVOS];
    uint16_t check_sum; // of the ticks
    uint8_t unfed_slots;
    bool stop_waiting, button_waiting;
} kept __attribute__((section(".noinit")));
static uint8_t reset_flags __attribute__((section(".noinit")));

// So long a main loop that goes on never leaves the watchdog unfed; the watchdog waits 250 ms.
enum { HUNG_SLOTS = 100 / SLOT_MS };

// The watchdog goes on after its reset, in 16 ms, so that it is switched off before anything else.
// It stays on as long as its flag in MCUSR is set.
__attribute__((naked, used, section(".init3"))) void leave_reset(void)
{
    reset_flags = MCUSR;
    MCUSR = 0;
    wdt_disable();
}

static uint16_t pulse_check_sum(void)
{
    uint16_t sum = 0;
    for (uint8_t servo = 0; servo < SERVOS; servo++)
        sum = (uint16_t)(3 * sum + kept.pulse_ticks[servo]);
    return (uint16_t)~sum;
}

static bool button_is_down(void) { return !(PIND & _BV(BUTTON_PIN)); }

ISR(TIMER1_COMPA_vect)
{
    static uint8_t servo;
    static bool high;
    static uint16_t slot_start;
    uint16_t edge = OCR1A + LEAD_TICKS;
    uint16_t width = kept.pulse_ticks[servo];
    bool rises = !high && width;
    uint8_t pins = (uint8_t)(rises << (FIRST_SERVO_PIN + servo));
    while ((int16_t)(TCNT1 - edge) < 0) {
    }
    PORTB = pins;
    if (!high) {
        slot_start = edge;
        milliseconds += SLOT_MS;
        if (kept.unfed_slots < UINT8_MAX)
            kept.unfed_slots++;
        if (button_is_down())
            kept.button_waiting = true;
    }
    if (rises) {
        OCR1A = edge + width - LEAD_TICKS;
    } else {
        servo = (uint8_t)((servo + 1) % SERVOS);
        OCR1A = slot_start + SLOT_TICKS - LEAD_TICKS;
    }
    high = rises;
}

void board_pulse(uint8_t servo, uint16_t microseconds)
{
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        if (!board_stop_is_waiting()) {
            kept.pulse_ticks[servo] = microseconds * TICKS_PER_MICROSECOND;
            kept.check_sum = pulse_check_sum();
        }
    }
}

uint16_t board_held_pulse(uint8_t servo)
{
    return kept.pulse_ticks[servo] / TICKS_PER_MICROSECOND;
}

uint32_t board_milliseconds(void)
{
    uint32_t now;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { now = milliseconds; }
    return now;
}

// The serial line: two rings whose indices wrap around by themselves.
static volatile char received[256], to_send[256];
static volatile uint8_t received_head, received_tail, send_head, send_tail;

ISR(USART_RX_vect)
{
    char byte = (char)UDR0;
    // A stop halts the servos here, whatever the program does, and is never lost, however full the
    // ring is.
    if (byte == STOP)
        kept.stop_waiting = true;
    if ((uint8_t)(received_head + 1) != received_tail)
        received[received_head++] = byte;
}

ISR(USART_UDRE_vect)
{
    if (send_head == send_tail)
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
    else
        UDR0 = (uint8_t)to_send[send_tail++];
}

void board_send(char byte)
{
    while ((uint8_t)(send_head + 1) == send_tail) {
    }
    to_send[send_head] = byte;
    send_head++;
    UCSR0B |= _BV(UDRIE0);
}

bool board_take(char *byte)
{
    if (received_head == received_tail) {
        // It was dropped from a full ring: nothing came after it that is still there.
        if (!kept.stop_waiting)
            return false;
        kept.stop_waiting = false;
        *byte = STOP;
        return true;
    }
    *byte = received[received_tail++];
    if (*byte == STOP)
        kept.stop_waiting = false;
    return true;
}

bool board_stop_is_waiting(void) { return kept.stop_waiting || kept.button_waiting; }

bool board_button_is_pressed(void)
{
    bool pressed;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        pressed = kept.button_waiting || button_is_down();
        kept.button_waiting = false;
    }
    return pressed;
}

static bool watchdog_has_struck(void)
{
    if (reset_flags & (_BV(PORF) | _BV(EXTRF)))
        return false;
    if (reset_flags & _BV(WDRF))
        return true;
    // The Uno's bootloader clears the flags. A program that stood still for so long says as much.
    return kept.check_sum == pulse_check_sum() && kept.unfed_slots >= HUNG_SLOTS;
}

static bool restarted_by_watchdog;

// After the watchdog the servos keep their pulses, and a stop that came meanwhile is in force.
static void take_over_what_was_kept(void)
{
    restarted_by_watchdog = watchdog_has_struck();
    kept.unfed_slots = 0;
    if (restarted_by_watchdog && kept.check_sum == pulse_check_sum())
        return;
    for (uint8_t servo = 0; servo < SERVOS; servo++)
        kept.pulse_ticks[servo] = 0;
    kept.check_sum = pulse_check_sum();
    kept.stop_waiting = kept.button_waiting = false;
}

const char *board_restart_reason(void)
{
    if (restarted_by_watchdog)
        return "watchdog";
    return (reset_flags & (_BV(BORF) | _BV(PORF))) == _BV(BORF) ? "brownout" : "";
}

uint8_t board_remembered(uint16_t address) { return eeprom_read_byte((const uint8_t *)address); }

void board_remember(uint16_t address, uint8_t value)
{
    eeprom_update_byte((uint8_t *)address, value);
    eeprom_busy_wait();
}

void board_start(void)
{
    take_over_what_was_kept();
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
    sei(); // sleep_cpu rests in the idle mode, in which timer and serial line go on
}

void board_feed_watchdog(void)
{
    // A loop that turns while the timer stands still does not go on.
    static uint32_t fed_at;
    uint32_t now = board_milliseconds();
    if (now == fed_at)
        return;
    fed_at = now;
    kept.unfed_slots = 0;
    wdt_reset();
}

void board_sleep(void)
{
    cli();
    if (received_head == received_tail && !kept.stop_waiting) {
        sleep_enable();
        sei(); // takes effect after the next instruction, so that no interrupt is slept through
        sleep_cpu();
        sleep_disable();
    }
    sei();
}
