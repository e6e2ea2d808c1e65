#include "motion_profile.h"

// Returns the way that a speed has led which rises from 0, of WHOLE_WAY in the whole rise at full speed.
static uint32_t way_up(uint32_t elapsed, uint32_t rise)
{
    uint32_t share = elapsed * WHOLE_WAY / rise;
    uint32_t cube = (share * share / WHOLE_WAY * share + WHOLE_WAY / 2) / WHOLE_WAY;
    return (cube * (2 * WHOLE_WAY - share) + WHOLE_WAY) / (2 * WHOLE_WAY);
}

uint16_t profile_part(uint32_t elapsed, uint32_t duration, uint32_t acceleration)
{
    if (elapsed >= duration)
        return WHOLE_WAY;
    // In halves of a millisecond, of which half of a duration is a whole number; in longer units where
    // products of times and parts would not fit into 32 bits.
    elapsed *= 2;
    duration *= 2;
    acceleration *= 2;
    while (duration > UINT16_MAX) {
        elapsed /= 2;
        duration /= 2;
        acceleration /= 2;
    }
    uint32_t rise = acceleration < duration / 2 ? acceleration : duration / 2;
    uint32_t cruise = duration - rise, left = duration - elapsed;
    if (elapsed < rise)
        return (uint16_t)(way_up(elapsed, rise) * rise / cruise);
    if (left < rise)
        return (uint16_t)(WHOLE_WAY - way_up(left, rise) * rise / cruise);
    return (uint16_t)((2 * elapsed - rise) * (WHOLE_WAY / 2) / cruise);
}
