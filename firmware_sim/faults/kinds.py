"""All fault types: what happens, and which events their numbers count."""

from __future__ import annotations

from dataclasses import dataclass

TURN, LINE, HOST_LINE, ROBOT_LINE = "turn", "line", "line from the host", "line from the robot"
GRIP, HOMING, HELLO, FRAME = "closing", "homing", "greeting", "picture"


@dataclass(frozen=True, slots=True)
class FaultType:
    """A type of fault: `counted` names the events that its number counts, from 1."""

    counted: str
    description: str


FAULT_TYPES = {
    # The line between host and robot
    "bit_flip": FaultType(LINE, "a bit is wrong; with a probability, that of each byte"),
    "drop_cmd": FaultType(HOST_LINE, "the line is lost"),
    "drop_reply": FaultType(ROBOT_LINE, "the line is lost"),
    "truncate": FaultType(LINE, "the line loses its tail"),
    "merge_lines": FaultType(
        LINE, "the line's end is lost, so that the next one follows without a gap"
    ),
    "dup_line": FaultType(LINE, "the line arrives twice"),
    "late_ack": FaultType(ROBOT_LINE, "the line arrives 0.3 s late"),
    "garbage": FaultType(LINE, "noise comes before the line"),
    "echo": FaultType(HOST_LINE, "the line is also echoed to the host"),
    "mute": FaultType(ROBOT_LINE, "the robot's replies no longer reach the host"),
    "unplug": FaultType(HOST_LINE, "the port disconnects"),
    "reboot_mid_turn": FaultType(TURN, "the firmware restarts"),
    "lost_banner": FaultType(TURN, "the firmware restarts, and its BOOT never arrives"),
    "busy_forever": FaultType(TURN, "the motion never ends"),
    "bad_version": FaultType(HELLO, "the robot reports protocol version 2 from now on"),
    # The mechanism
    "jam": FaultType(TURN, "the turn jams; each retry can jam again"),
    "jam_once": FaultType(TURN, "the turn jams once"),
    "jam_n": FaultType(TURN, "the turn jams the given number of times, then succeeds"),
    "jam_forever": FaultType(TURN, "the turn jams, and this face on this axis from then on"),
    "jam_on_backoff": FaultType(TURN, "the turn and its back-off jam the given number of times"),
    "false_jam": FaultType(TURN, "the turn succeeds but is reported as a jam"),
    "jam_silent": FaultType(TURN, "the layer does not move, and the turn is reported as made"),
    "under_turn": FaultType(TURN, "the layer stops short, and the turn is reported as made"),
    "over_turn": FaultType(TURN, "the layer goes too far, and the turn is reported as made"),
    "drag_neighbour": FaultType(TURN, "the middle layer turns too, unnoticed"),
    "grip_slip": FaultType(TURN, "the gripper slips half-way, and the turn is reported as made"),
    "grip_miss": FaultType(GRIP, "the gripper misses the cube and reports a slip"),
    "cube_drop": FaultType(TURN, "the cube falls out of the grippers, unnoticed"),
    "piece_pop": FaultType(TURN, "an edge piece pops out, unnoticed"),
    "corner_twist": FaultType(TURN, "a corner is twisted in its place, unnoticed"),
    "servo_offline": FaultType(TURN, "the servo of this axis no longer responds"),
    "brownout": FaultType(TURN, "the supply falls below what the servos need, and stays there"),
    "home_fail": FaultType(HOMING, "an axis does not reach its home position"),
    "collision": FaultType(TURN, "an obstacle blocks this axis from now on"),
    # What the camera sees
    "rescan_wrong": FaultType(
        TURN,
        "after it, two edges look flipped until the next turn, or two stickers are exchanged in "
        "one scan, or one picture or one face is of an earlier moment",
    ),
    "rescan_unreadable": FaultType(FRAME, "the picture shows no cube"),
    "camera_lost": FaultType(FRAME, "no picture comes any more"),
}
