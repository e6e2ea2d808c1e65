// The EEPROM: where what lies in it, the number of starts, and the constants.
//
// A cell lasts 100,000 writes, so epochs and poses are written to rings of slots. A loss of power may
// leave any value in the byte that is being written.
#ifndef STORAGE_H
#define STORAGE_H

#include <stdbool.h>
#include <stdint.h>

enum { EPOCHS_AT = 0, EPOCHS = 16, POSES_AT = 64, POSES_END = 814, CONSTANTS_AT = 814, COPIES = 2 };

// Returns the number of this start, which none of the last 65,535 had.
uint16_t storage_next_epoch(void);

// Loads and saves the constants of a version; there are two copies, so that a loss of power harms at
// most one. Loading returns false where there is no intact copy of this version. Saving writes one byte,
// which takes up to 3.4 ms: number 0 to the last of the last copy; false where there is no such byte.
enum { MAX_CONSTANTS = 51 };
bool storage_load_constants(uint8_t version, uint16_t values[], uint8_t count);
bool storage_save_byte(uint16_t number, uint8_t version, const uint16_t values[], uint8_t count);

#endif
