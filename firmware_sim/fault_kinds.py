"""Every kind of fault that can be injected: what happens, and what its numbers count."""

from __future__ import annotations

from dataclasses import dataclass

TURN, LINE, HOST_LINE, ROBOT_LINE = "turn", "line", "line of the host's", "line of the robot's"
CLOSING, HOMING, GREETING, PICTURE = "closing", "homing", "greeting", "picture"


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of fault: `counts` is what its number counts, from 1."""

    counts: str
    words: str


KINDS = {
    # The line between host and robot
    "bit_flip": Kind(LINE, "a bit is wrong; with a probability, that of each byte"),
    "drop_cmd": Kind(HOST_LINE, "the line is lost"),
    "drop_reply": Kind(ROBOT_LINE, "the line is lost"),
    "truncate": Kind(LINE, "the line loses its tail"),
    "merge_lines": Kind(LINE, "the line's end is lost, so that the next one follows without a gap"),
    "dup_line": Kind(LINE, "the line arrives twice"),
    "late_ack": Kind(ROBOT_LINE, "the line arrives 0.3 s late"),
    "garbage": Kind(LINE, "noise comes before the line"),
    "echo": Kind(HOST_LINE, "the line comes back to the host as well"),
    "mute": Kind(ROBOT_LINE, "the robot is not heard any more, though it goes on working"),
    "unplug": Kind(HOST_LINE, "the port goes away"),
    "reboot_mid_turn": Kind(TURN, "the firmware restarts"),
    "lost_banner": Kind(TURN, "the firmware restarts, and its BOOT never arrives"),
    "busy_forever": Kind(TURN, "the motion stays where it is and never ends"),
    "bad_version": Kind(GREETING, "the robot speaks version 2 from now on"),
    # The mechanism
    "jam": Kind(TURN, "the turn catches; the next try is as likely to"),
    "jam_once": Kind(TURN, "the turn catches once"),
    "jam_n": Kind(TURN, "the turn catches as often as told, then goes through"),
    "jam_forever": Kind(TURN, "the turn catches, and that face in that hand ever after"),
    "jam_on_backoff": Kind(TURN, "the turn catches, and so does going back, as often as told"),
    "false_jam": Kind(TURN, "the turn is made and reported as caught"),
    "jam_silent": Kind(TURN, "the layer stays where it is, and the turn is reported as made"),
    "under_turn": Kind(TURN, "the layer stops short, and the turn is reported as made"),
    "over_turn": Kind(TURN, "the layer goes too far, and the turn is reported as made"),
    "drag_neighbour": Kind(TURN, "the middle layer is dragged along, unnoticed"),
    "grip_slip": Kind(TURN, "the hand slips half-way, and the turn is reported as made"),
    "grip_miss": Kind(CLOSING, "the hand closes on nothing and says so"),
    "cube_drop": Kind(TURN, "the cube falls out of the hands, unnoticed"),
    "piece_pop": Kind(TURN, "an edge piece pops out, unnoticed"),
    "corner_twist": Kind(TURN, "a corner is twisted in its place, unnoticed"),
    "servo_offline": Kind(TURN, "that axis's servo does not answer any more"),
    "brownout": Kind(TURN, "the supply falls below what the servos need, and stays there"),
    "home_fail": Kind(HOMING, "an axis does not find its home"),
    "collision": Kind(TURN, "something stands in that axis's way from now on"),
    # What the camera sees
    "rescan_wrong": Kind(
        TURN,
        "after it, two edges look flipped until the next turn, or two stickers are exchanged in "
        "one scan, or one picture or one face is of an earlier moment",
    ),
    "rescan_unreadable": Kind(PICTURE, "the picture shows no cube"),
    "camera_lost": Kind(PICTURE, "no picture comes any more"),
}
