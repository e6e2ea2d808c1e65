// Pins of an ATmega2560, an Arduino Mega; with STEPS, a CNC shield on it.
#ifndef BOARD_CONSTANTS_H
#define BOARD_CONSTANTS_H

#include <avr/io.h>
#include <stdbool.h>
#include <stdint.h>

#define BOARD_NAME "atmega2560"
#define BOARD_KEPT __attribute__((section(".noinit")))
#define RECEIVED_VECTOR USART0_RX_vect
#define CAN_SEND_VECTOR USART0_UDRE_vect

enum { TICKS_PER_MICROSECOND = 2, LEAD_TICKS = 24 * TICKS_PER_MICROSECOND, DEPTH = 32 };

// The button is between A2 and ground.
static inline bool pins_button_is_down(void) { return !(PINF & _BV(PF2)); }

#ifdef STEPS

// Steps on D2, D3, D4, D12, D9, D10; directions on D5, D6, D7, D13, A0, A1; enable (low) on D8.
static inline void pins_init(void)
{
    DDRE = _BV(PE3) | _BV(PE4) | _BV(PE5);
    DDRG = _BV(PG5);
    PORTH = _BV(PH5);
    DDRH = _BV(PH3) | _BV(PH4) | _BV(PH5) | _BV(PH6);
    DDRB = _BV(PB4) | _BV(PB6) | _BV(PB7);
    DDRF = _BV(PF0) | _BV(PF1);
    PORTF = _BV(PF2);
}

static inline void board_set_steps(uint8_t high)
{
    PORTE = (uint8_t)((PORTE & ~0x30) | (high & 0x03) << 4);
    PORTG = (uint8_t)((PORTG & ~0x20) | (high & 0x04) << 3);
    PORTB = (uint8_t)((PORTB & ~0x50) | (high & 0x08) << 3 | (high & 0x20) >> 1);
    PORTH = (uint8_t)((PORTH & ~0x40) | (high & 0x10) << 2);
}

static inline void board_set_directions(uint8_t positive)
{
    PORTE = (uint8_t)((PORTE & ~0x08) | (positive & 0x01) << 3);
    PORTH = (uint8_t)((PORTH & ~0x18) | (positive & 0x06) << 2);
    PORTB = (uint8_t)((PORTB & ~0x80) | (positive & 0x08) << 4);
    PORTF = (uint8_t)((PORTF & ~0x03) | (positive & 0x30) >> 4);
}

static inline void pins_set_motors(bool powered)
{
    PORTH = (uint8_t)((PORTH & ~_BV(PH5)) | !powered << PH5);
}

#else

// Channels 0 to 7 on D22 to D29.
static inline void pins_init(void)
{
    DDRA = 0xFF;
    PORTF = _BV(PF2);
}

static inline void board_set_servos(uint8_t high) { PORTA = high; }

#endif

#endif
