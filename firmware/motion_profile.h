// The course of a motion, in integers: its speed rises by a smoothstep, is constant, and falls again as
// it rose. robot/rigs/motion_profile.py says why, and has the same in fractions.
#ifndef MOTION_PROFILE_H
#define MOTION_PROFILE_H

#include <stdint.h>

#define WHOLE_WAY ((uint32_t)32768)

// Returns how much of its way a motion has done `elapsed` milliseconds after it began, of WHOLE_WAY. Its
// speed rises for `acceleration` milliseconds and falls for as long: for half of `duration` at most.
uint16_t profile_part(uint32_t elapsed, uint32_t duration, uint32_t acceleration);

#endif
