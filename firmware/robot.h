// The robot's side of docs/protocol.md.
#ifndef ROBOT_H
#define ROBOT_H

#include <stdint.h>

// Starts from the very beginning; moves nothing.
void robot_boot(void);

// Takes a byte from the host.
void robot_hear(char byte);

// Does what time has brought: motions, busy, the heartbeat, the button, events again.
void robot_advance(void);

#endif
