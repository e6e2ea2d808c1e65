// Pins of an ATmega328P: an Arduino Uno or Nano; with STEPS, a CNC shield on it.
#ifndef BOARD_CONSTANTS_H
#define BOARD_CONSTANTS_H

#include <avr/io.h>
#include <stdbool.h>
#include <stdint.h>

#define BOARD_NAME "atmega328p"
#define BOARD_KEPT __attribute__((section(".noinit")))
#define RECEIVED_VECTOR USART_RX_vect
#define CAN_SEND_VECTOR USART_UDRE_vect

enum { TICKS_PER_MICROSECOND = 2, LEAD_TICKS = 24 * TICKS_PER_MICROSECOND, DEPTH = 8 };

// The button is between A2 and ground.
static inline bool pins_button_is_down(void) { return !(PINC & _BV(PC2)); }

#ifdef STEPS

// Steps on D2, D3, D4, D12, D9, D10; directions on D5, D6, D7, D13, A0, A1; enable (low) on D8.
static inline void pins_init(void)
{
    DDRD = 0xFC;
    PORTB = _BV(PB0);
    DDRB = 0x3F;
    DDRC = _BV(PC0) | _BV(PC1);
    PORTC = _BV(PC2);
}

static inline void board_set_steps(uint8_t high)
{
    PORTD = (uint8_t)((PORTD & ~0x1C) | (high & 0x07) << 2);
    PORTB = (uint8_t)((PORTB & ~0x16) | (high & 0x08) << 1 | (high & 0x30) >> 3);
}

static inline void board_set_directions(uint8_t positive)
{
    PORTD = (uint8_t)((PORTD & ~0xE0) | (positive & 0x07) << 5);
    PORTB = (uint8_t)((PORTB & ~0x20) | (positive & 0x08) << 2);
    PORTC = (uint8_t)((PORTC & ~0x03) | (positive & 0x30) >> 4);
}

static inline void pins_set_motors(bool powered) { PORTB = (uint8_t)((PORTB & ~_BV(PB0)) | !powered); }

#else

// Channels 0 to 3 on D8 to D11, 4 to 7 on D4 to D7.
static inline void pins_init(void)
{
    DDRB = 0x0F;
    DDRD = 0xF0;
    PORTC = _BV(PC2);
}

static inline void board_set_servos(uint8_t high)
{
    PORTB = high & 0x0F;
    PORTD = high & 0xF0;
}

#endif

#endif
