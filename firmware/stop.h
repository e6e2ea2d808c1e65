// The stop in force, and its level.
#ifndef STOP_H
#define STOP_H

#include "stop_bytes.h"

// Stop every motion, and report it: by the button or the host's silence; and by the host, at a level. A
// stop in force changes only to a higher level.
void stop_robot(const char *why);
void stop_by_host(enum stop_level level);

// Ends the stop in force; nothing moves.
void stops_clear(void);

// Returns the level of the stop in force, and its name: jaws that cannot relax hold the cube.
enum stop_level stop_in_force(void);
const char *stop_level_name(void);

// Does what the level of the stop in force says. No pulse changes while another stop byte has been received
// but not handled, so this is to be called in each pass of the main loop.
void stop_advance(void);

#endif
