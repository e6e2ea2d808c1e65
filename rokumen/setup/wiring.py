"""The step in which a camera sees whether each servo is connected and mounted rightly."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass, replace

from robot.rigs.camera_places import place_text
from robot.rigs.command import actuator_name
from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig
from rokumen.api.robot import Robot
from rokumen.setup.firmware_constants import pulse_constants, with_pulses_of
from rokumen.setup.screen import AGAIN, Choice, Dialogue, Question, Screen
from rokumen.setup.tools import Tools
from rokumen.setup.wiring_diagnosis import (
    DEAD,
    GOOD_LIKENESS,
    REVERSED,
    Diagnosis,
    Suspect,
    best_place,
)
from rokumen.setup.wiring_remedies import can_be_remedied, remedied, remedy_words
from rokumen.setup.wiring_trial import Look, WiringTrial
from rokumen.storage.robots import FIRMWARE, RobotFile, StoredPlace, save_changes

_JUMP = Choice("ok", "The cube is out, and all stand clear: begin")
_CHANGED = Choice("ok", "I have changed it: look again")
_SEEN = Choice("seen", "It is as it should be: I have looked at every servo")

# What a person says of a servo that the camera does not see.
_AS_SAID = Choice("ok", "It moved like this")
_OTHER_WAY = Choice("other", "It moved the other way")
_NOTHING = Choice("nothing", "Nothing moved")
_ANOTHER = Choice("another", "Something else moved")


@dataclass(frozen=True, slots=True)
class _Found:
    """What a trial has found: a suspect, or where the camera looks if nobody knew or erred."""

    diagnosis: Diagnosis
    looks: str
    place: str

    def with_suspect(self, suspect: Suspect | None) -> _Found:
        """Return it with what a person has seen."""
        return replace(self, diagnosis=replace(self.diagnosis, suspect=suspect))


def wiring(robot: RobotFile, tools: Tools) -> Dialogue:
    """Move each servo a little, and go on only where the camera sees the right part move."""
    rig = load_rig(robot.rig)
    alert = ""
    while True:
        with tools.watched(robot) as (connected, look):
            if not rig.grippers or "jog" not in connected.info.can or _measures(connected):
                return robot
            if (yield _begin(alert)) == _SEEN.key:
                return robot
            connected.off()
            if robot.board == FIRMWARE and connected.info.constants and not robot.seen:
                robot = with_pulses_of(robot, connected.constants())
            told = _told_place(robot, rig)
            trial = WiringTrial(connected, rig, robot.servos, look, told, robot.limits)
            found = yield from _look_at(told, rig, trial, tools)
            suspect = found.diagnosis.suspect
            if suspect is not None:
                robot, alert = yield from _name(robot, rig, connected, look, suspect)
                continue
        if found.place != found.looks:
            robot, is_right = yield from _ask_place(robot, found)
        elif found.diagnosis.likeness < GOOD_LIKENESS:
            is_right = yield from _ask_all(rig)
        else:
            is_right = True
        if is_right:
            return robot
        alert = ""


def _measures(connected: Robot) -> bool:
    """Return True for motors that find out themselves whether they stand where they should."""
    return "angle" in connected.info.feedback


def _begin(alert: str) -> Screen:
    return Screen(
        "The camera looks whether each servo is connected rightly",
        "Take the cube out. The servos get their power one after the other, and each may jump at "
        "full speed, grippers first. Then each moves by 6 degrees, by 40, and back. Nothing else "
        "may move before the camera. Keep your fingers away. Ctrl-C stops.",
        choices=(_JUMP, _SEEN),
        alert=alert,
    )


def _look_at(
    told: str, rig: Rig, trial: WiringTrial, tools: Tools
) -> Generator[Screen, str, _Found]:
    """Move the servos; return what the camera has seen, or a person where it sees too little."""
    _move_a_little(told, rig, trial, tools)
    found, seen_by_person = _judge(told, rig, trial, tools), tuple[str, ...]()
    suspect = found.diagnosis.suspect
    if suspect is not None and suspect.kind == DEAD:
        # It may have moved out of sight.
        said = yield from _ask_unseen(rig, trial, suspect.actuators)
        if said is not None:
            return found.with_suspect(said)
        seen_by_person = suspect.actuators
        trial.leave_out(seen_by_person)
        found = _judge(told, rig, trial, tools)
        suspect, unseen = found.diagnosis.suspect, found.diagnosis.unseen
        if len(unseen) == len(rig.actuators) or (suspect is not None and suspect.kind == DEAD):
            # The camera sees a second one as little, or nothing: it does not look where it should.
            return _Found(Diagnosis(None, 0.0, unseen), told, told)
    if suspect is None and found.diagnosis.likeness >= GOOD_LIKENESS:
        left = [each for each in found.diagnosis.unseen if each not in seen_by_person]
        return found.with_suspect((yield from _ask_unseen(rig, trial, left)))
    return found


def _move_a_little(told: str, rig: Rig, trial: WiringTrial, tools: Tools) -> None:
    """Give the servos their power, and move each a little."""
    for name in trial.enable():
        tools.say(f"the {actuator_name(name, rig.grippers)} gets its power")
    for name in trial.small_motions(all_of_them=not told):
        tools.say(f"the {actuator_name(name, rig.grippers)} moves")


def _judge(told: str, rig: Rig, trial: WiringTrial, tools: Tools) -> _Found:
    """Return what the camera has seen; where nothing is wrong yet, of the ways to the ends too."""
    looks = told or best_place(rig, trial.motions)[0]
    trial.look_from(looks)
    diagnosis = trial.diagnosis()
    if diagnosis.suspect is None and diagnosis.likeness >= GOOD_LIKENESS:
        for name in trial.wide_motions():
            tools.say(f"the {actuator_name(name, rig.grippers)} goes to its ends")
        diagnosis = trial.diagnosis()
    if diagnosis.likeness >= GOOD_LIKENESS:
        return _Found(diagnosis, told, looks)
    place, likeness = best_place(rig, trial.motions)
    is_elsewhere = likeness >= max(GOOD_LIKENESS, diagnosis.likeness)
    return _Found(replace(diagnosis, suspect=None), told, place if is_elsewhere else told)


def _told_place(robot: RobotFile, rig: Rig) -> str:
    """Return where the first camera looks, "" where nobody told."""
    return robot.places[0].positions if robot.places else rig.cameras[0]


def _name(
    robot: RobotFile, rig: Rig, connected: Robot, look: Look, suspect: Suspect
) -> Generator[Screen, str, tuple[RobotFile, str]]:
    """Say what is wrong; return the robot, changed if the setup could, and what to say of it."""
    choices = [_CHANGED]
    if can_be_remedied(robot, suspect, keeps_constants=bool(connected.info.constants)):
        choices.append(Choice("remedy", remedy_words(suspect)))
    answer = yield Screen(
        suspect.words(rig),
        "Nothing is stored of it, and the setup does not go on, until every servo moves what it "
        "should.",
        choices=tuple(choices),
        photo=look(),
    )
    connected.off()
    if answer != "remedy":
        return robot, ""
    right = remedied(robot, suspect)
    if robot.board == FIRMWARE:
        connected.set_constants(pulse_constants(right, connected.constants()))
    return save_changes(robot, right), "It is changed. Now the camera looks again."


def _ask_unseen(
    rig: Rig, trial: WiringTrial, unseen: Iterable[str]
) -> Generator[Screen, str, Suspect | None]:
    """Ask a person about servos that the camera does not see; return what is wrong with one."""
    for actuator in unseen:
        name = actuator_name(actuator, rig.grippers)
        yield Screen(
            f"The camera does not see the {name}: watch it",
            "It moves by 20 degrees, and back.",
            choices=(Choice("ok", "Move it"),),
        )
        way = trial.show(actuator)
        answer = yield Screen(
            f"Did the {name} move? Which way?",
            way,
            choices=(_AS_SAID, _OTHER_WAY, _NOTHING, _ANOTHER),
        )
        if answer == _OTHER_WAY.key:
            return Suspect(REVERSED, (actuator,))
        if answer == _NOTHING.key:
            return Suspect(DEAD, (actuator,))
        if answer == _ANOTHER.key:
            other = yield from _ask_other(rig, actuator)
            return Suspect("swap", (actuator, other))
    return None


def _ask_other(rig: Rig, actuator: str) -> Question:
    """Ask which servo moved in place of another."""
    others = [":".join(each) for each in rig.actuators if ":".join(each) != actuator]
    return (
        yield Screen(
            "Which one moved?",
            choices=tuple(Choice(each, actuator_name(each, rig.grippers)) for each in others),
        )
    )


def _ask_place(robot: RobotFile, found: _Found) -> Generator[Screen, str, tuple[RobotFile, bool]]:
    """Ask for a yes where the camera seems to look from elsewhere; return if it is found."""
    told = f"not at {place_text(found.looks)}" if found.looks else "which nobody had told"
    answer = yield Screen(
        f"The camera looks at {place_text(found.place)}, {told}",
        "So the motions of the grippers look. The robot's own geometry decides what a camera sees: "
        "at a wrong place every scan fails.",
        choices=(
            Choice("ok", f"Yes, it looks at {place_text(found.place)}"),
            Choice("again", "No: I move it, look again"),
        ),
    )
    if answer == AGAIN.key:
        return robot, False
    places = (StoredPlace(place_text(found.place)), *robot.places[1:])
    return replace(robot, places=places), bool(not found.looks)


def _ask_all(rig: Rig) -> Generator[Screen, str, bool]:
    """Say that the pictures fit nothing; return if a person has seen that all is right."""
    answer = yield Screen(
        "What the camera saw fits no place of it, and no wiring that is known",
        f"Does it look at {' and '.join(map(place_text, rig.cameras))}, with the place of the cube "
        "in the middle, and does nothing else move in its picture? Two servos may be wrong too.",
        choices=(AGAIN, _SEEN),
    )
    return answer == _SEEN.key
