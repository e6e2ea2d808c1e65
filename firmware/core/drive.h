// The commands of the host, docs/protocol.md: what the main loop of each board calls.
#ifndef DRIVE_H
#define DRIVE_H

#include <stdbool.h>
#include <stdint.h>

// Begins; the outputs are those that a restart has left.
void drive_init(void);

// Takes a byte of a line. Only to be called while `drive_is_ready`.
void drive_receive(char byte);

// Returns whether a reply would find room.
bool drive_is_ready(void);

// Does what is due by now; to be called after each interrupt.
void drive_advance(void);

#endif
