// What differs from one robot to the next. Measure, write it here, and build again.
#ifndef CONFIG_H
#define CONFIG_H

// How long each motion takes at full speed, in milliseconds. A servo must be able to keep up.
#ifndef TURN_MS
#define TURN_MS 1000
#endif
#ifndef OPEN_MS
#define OPEN_MS 1250
#endif
#ifndef CLOSE_MS
#define CLOSE_MS 1000
#endif

// The pulses, in microseconds, with which each wrist stands at -90, 0 and +90 degrees. Positive is
// clockwise for somebody who looks at the gripped face from its hand's side. The build refuses pulses
// outside of 500 to 2500.
#define WRIST_L_PULSES 500, 1500, 2500
#define WRIST_R_PULSES 500, 1500, 2500

// The pulses, in microseconds, with which each hand is closed and open.
#define GRIP_L_PULSES 1000, 2000
#define GRIP_R_PULSES 1000, 2000

// The speed of the first HOME after a restart that cut a motion off, in percent of full speed.
#define SLOW_PERCENT 25

// The longest silence of the host that is borne during a motion, in milliseconds.
#define HEARTBEAT_MS 2000

#endif
