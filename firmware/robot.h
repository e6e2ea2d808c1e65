// State machine of the robot's side of docs/protocol.md.
#ifndef ROBOT_H
#define ROBOT_H

#include <stdint.h>

// Initialises everything; moves nothing.
void robot_boot(void);

// Receives a byte from the host.
void robot_receive(char byte);

// Does what is due now: motion, busy replies, heartbeat, button, repeated events.
void robot_advance(void);

#endif
