// The stop that is in force, and the bytes that ask for one before any line is read.
#ifndef STOP_H
#define STOP_H

#include <stdbool.h>
#include <stdint.h>

#include "stop_bytes.h"

enum stop_cause { BY_HOST, BY_SILENCE, BY_BUTTON };

// Begins without a stop.
void stop_init(void);

// Takes a byte as it comes, in the board's interrupt. Returns whether it is part of a line.
bool stop_take(uint8_t byte);

// Asks for a stop, in an interrupt too.
void stop_request(enum stop_level level, enum stop_cause cause);

// Returns whether a stop was asked for that is not in force yet.
bool stop_is_due(void);

// Puts in force what was asked for; returns its level.
enum stop_level stop_enforce(void);

// Ends the stop; returns false where another one came after the line that asks for it.
bool stop_clear(void);

enum stop_level stop_in_force(void);
enum stop_cause stop_why(void);

// Returns, once, whether a status is wanted.
bool stop_status_is_wanted(void);

#endif
