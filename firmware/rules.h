// The rules of docs/protocol.md, by write_rules.py: do not edit.
#ifndef RULES_H
#define RULES_H

enum rule {
    NO_RULE,
    RULE_UNHOMED, // the pose is unknown; HOME first
    RULE_JAMMED, // a motion jammed or a gripper slipped; CLEAR first
    RULE_STOPPED, // a stop is in force; CLEAR first
    RULE_FAILED, // a servo does not respond; CLEAR first
    RULE_CUBE_HELD, // a gripper may hold a cube; LOAD or OFF first
    RULE_UNKNOWN_ACTUATOR, // the rig has no axis or gripper of this name
    RULE_UNKNOWN_ANGLE, // the axis does not stop at this angle
    RULE_UNKNOWN_POSITION, // GRIP does not bring this gripper to such a position
    RULE_ONE_AT_A_TIME, // the rig does not move these actuators together
    RULE_GRIPPER_COLLISION, // a gripper would collide with another one
    RULE_CUBE_DROP, // too few grippers would hold the cube
    RULE_CUBE_TWIST, // grippers would twist the cube against each other
    RULE_LAYER_COLLISION, // a layer would collide with a layer across it
    RULE_COVER_UP, // the base does not turn while the cover is up
    RULE_COVER_NOT_OPEN, // the cover has to open first
    RULE_MECHANISM, // the mechanism forbids it
    RULE_PULSE_BEYOND_LIMITS, // the pulse would leave the limits of the servos; docs/drive.md says how to widen them
    RULE_UNKNOWN_RIG, // the firmware has no rig of this number
    RULE_OUT_OF_RANGE, // the constant is not in its range
    RULE_NOT_MONOTONIC, // the pulses of an actuator must rise or fall throughout
    RULE_OVERSHOOT_BEYOND_LIMITS, // the pulses of the overshoot would leave the limits
    RULE_SLOW_HOME_TOO_LONG, // a slow HOME would take 30 s or more
    RULE_SERVO_OFF, // the servo gets no pulse; ENABLE it first
    RULE_HOLD_FIRST, // all grippers have to be closed before, and all wrists on detents
};

// Their names on the wire, from the first on.
#define RULE_NAMES \
    "unhomed", \
    "jammed", \
    "stopped", \
    "failed", \
    "cube-held", \
    "unknown-actuator", \
    "unknown-angle", \
    "unknown-position", \
    "one-at-a-time", \
    "gripper-collision", \
    "cube-drop", \
    "cube-twist", \
    "layer-collision", \
    "cover-up", \
    "cover-not-open", \
    "mechanism", \
    "pulse-beyond-limits", \
    "unknown-rig", \
    "out-of-range", \
    "not-monotonic", \
    "overshoot-beyond-limits", \
    "slow-home-too-long", \
    "servo-off", \
    "hold-first"
enum { RULE_NAME_SIZE = 24 };

// What jaws keep at rest of the way from contact to closed: a part, so much at least.
enum { KEPT_PERCENT = 50, LEAST_KEPT_US = 25 };

#endif
