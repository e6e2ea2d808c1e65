// The ATmega328P of an Arduino Uno: see docs/firmware.md for what is wired where.
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
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

static volatile uint16_t pulse_ticks[SERVOS];
static volatile uint32_t milliseconds;

ISR(TIMER1_COMPA_vect)
{
    static uint8_t servo;
    static bool high;
    static uint16_t slot_start;
    uint16_t edge = OCR1A + LEAD_TICKS;
    uint16_t width = pulse_ticks[servo];
    bool rises = !high && width;
    uint8_t pins = (uint8_t)(rises << (FIRST_SERVO_PIN + servo));
    while ((int16_t)(TCNT1 - edge) < 0) {
    }
    PORTB = pins;
    if (!high) {
        slot_start = edge;
        milliseconds += SLOT_MS;
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
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { pulse_ticks[servo] = microseconds * TICKS_PER_MICROSECOND; }
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
static volatile bool stop_waiting;

ISR(USART_RX_vect)
{
    char byte = (char)UDR0;
    // A stop is never lost, however full the ring is.
    if (byte == STOP)
        stop_waiting = true;
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
        if (!stop_waiting)
            return false;
        stop_waiting = false;
        *byte = STOP;
        return true;
    }
    *byte = received[received_tail++];
    if (*byte == STOP)
        stop_waiting = false;
    return true;
}

bool board_stop_is_waiting(void) { return stop_waiting; }

bool board_button_is_pressed(void) { return !(PIND & _BV(BUTTON_PIN)); }

uint8_t board_remembered(uint16_t address) { return eeprom_read_byte((const uint8_t *)address); }

void board_remember(uint16_t address, uint8_t value)
{
    eeprom_update_byte((uint8_t *)address, value);
}

void board_start(void)
{
    DDRB = 0x0F << FIRST_SERVO_PIN;
    PORTD = _BV(BUTTON_PIN);

    TCCR1B = _BV(CS11); // 16 MHz / 8
    OCR1A = SLOT_TICKS - LEAD_TICKS;
    TIMSK1 = _BV(OCIE1A);

    UBRR0 = UBRR_VALUE;
    UCSR0A = USE_2X ? _BV(U2X0) : 0;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);

    sei(); // sleep_cpu rests in the idle mode, in which timer and serial line go on
}

void board_sleep(void)
{
    cli();
    if (received_head == received_tail && !stop_waiting) {
        sleep_enable();
        sei(); // takes effect after the next instruction, so that no interrupt is slept through
        sleep_cpu();
        sleep_disable();
    }
    sei();
}
