// The rig with a base that turns, and a cover that holds the upper two layers or flips the cube.
#ifndef FLIPPER_H
#define FLIPPER_H

#include "mechanism.h"

extern const struct mechanism FLIPPER;

#endif
