"""What a simulated robot is built of: its servos, jaws, line and camera."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_sim.camera.optics import IDEAL_OPTICS, WEBCAM, Optics
from firmware_sim.physics.jaws import IDEAL_CONTACT, USUAL_CONTACT, JawContact
from firmware_sim.physics.servo import HOBBY_SERVO, IDEAL_SERVO, Servo
from firmware_sim.serial_line import FTDI_LINE, IDEAL_LINE, SerialLine


@dataclass(frozen=True, slots=True)
class Hardware:
    """The parts of a robot. `jaws` count where servos are driven by pulses alone."""

    servo: Servo = IDEAL_SERVO
    jaws: JawContact = IDEAL_CONTACT
    line: SerialLine = IDEAL_LINE
    optics: Optics = IDEAL_OPTICS


# Parts without any imperfection.
IDEAL = Hardware()
# What many robots are built of.
REALISTIC = Hardware(HOBBY_SERVO, USUAL_CONTACT, FTDI_LINE, WEBCAM)
