// The stops in the stream of received bytes, which no single damaged byte can raise to a higher level.
#ifndef STOP_BYTES_H
#define STOP_BYTES_H

#include <stdint.h>

// What a stop does to jaws and servos; the higher one stays in force until CLEAR.
enum stop_level { NO_STOP, STOP_HOLD, STOP_RELAX, STOP_OFF };

// Returns the level that is to be in force from this byte on; NO_STOP for one that belongs to no stop.
enum stop_level stop_receive(uint8_t byte);

#endif
