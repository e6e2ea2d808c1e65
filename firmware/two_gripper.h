// The rig with two grippers at right angles, each on a wrist.
#ifndef TWO_GRIPPER_H
#define TWO_GRIPPER_H

#include "mechanism.h"

extern const struct mechanism TWO_GRIPPER;

#endif
