// Pins of an Arduino Mega with a RAMPS 1.4: the drivers X, Y, Z, E0 and E1, and a sixth one at AUX-2.
#ifndef BOARD_CONSTANTS_H
#define BOARD_CONSTANTS_H

#include <avr/io.h>
#include <stdbool.h>
#include <stdint.h>

#define BOARD_NAME "ramps"
#define BOARD_KEPT __attribute__((section(".noinit")))
#define RECEIVED_VECTOR USART0_RX_vect
#define CAN_SEND_VECTOR USART0_UDRE_vect

enum { TICKS_PER_MICROSECOND = 2, LEAD_TICKS = 24 * TICKS_PER_MICROSECOND, DEPTH = 32 };

// The button is between D3, the first end stop of X, and ground.
static inline bool pins_button_is_down(void) { return !(PINE & _BV(PE5)); }

// Enable (low) of each driver: D38, A2, A8, D24, D30, D44.
static inline void pins_set_motors(bool powered)
{
    PORTD = (uint8_t)((PORTD & ~_BV(PD7)) | !powered << PD7);
    PORTF = (uint8_t)((PORTF & ~_BV(PF2)) | !powered << PF2);
    PORTK = (uint8_t)((PORTK & ~_BV(PK0)) | !powered << PK0);
    PORTA = (uint8_t)((PORTA & ~_BV(PA2)) | !powered << PA2);
    PORTC = (uint8_t)((PORTC & ~_BV(PC7)) | !powered << PC7);
    PORTL = (uint8_t)((PORTL & ~_BV(PL5)) | !powered << PL5);
}

static inline void pins_init(void)
{
    pins_set_motors(false);
    DDRA = _BV(PA2) | _BV(PA4) | _BV(PA6);
    DDRC = _BV(PC1) | _BV(PC3) | _BV(PC7);
    DDRD = _BV(PD7);
    DDRF = _BV(PF0) | _BV(PF1) | _BV(PF2) | _BV(PF6) | _BV(PF7);
    DDRG = _BV(PG1);
    DDRK = _BV(PK0);
    DDRL = _BV(PL1) | _BV(PL3) | _BV(PL5) | _BV(PL7);
    PORTE = _BV(PE5);
}

// Steps on A0, A6, D46, D26, D36, D40; directions on A1, A7, D48, D28, D34, D42.
static inline void board_set_steps(uint8_t high)
{
    PORTF = (uint8_t)((PORTF & ~0x41) | (high & 0x01) | (high & 0x02) << 5);
    PORTL = (uint8_t)((PORTL & ~0x08) | (high & 0x04) << 1);
    PORTA = (uint8_t)((PORTA & ~0x10) | (high & 0x08) << 1);
    PORTC = (uint8_t)((PORTC & ~0x02) | (high & 0x10) >> 3);
    PORTG = (uint8_t)((PORTG & ~0x02) | (high & 0x20) >> 4);
}

static inline void board_set_directions(uint8_t positive)
{
    PORTF = (uint8_t)((PORTF & ~0x82) | (positive & 0x01) << 1 | (positive & 0x02) << 6);
    PORTL = (uint8_t)((PORTL & ~0x82) | (positive & 0x04) >> 1 | (positive & 0x20) << 2);
    PORTA = (uint8_t)((PORTA & ~0x40) | (positive & 0x08) << 3);
    PORTC = (uint8_t)((PORTC & ~0x08) | (positive & 0x10) >> 1);
}

#endif
