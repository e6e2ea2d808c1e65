"""What the robot page is told of a job."""

from __future__ import annotations

from robot.planning.face_views import views_from
from robot.planning.robot_state import home_state
from robot.rigs.camera_places import with_cameras
from robot.rigs.registry import load_rig
from rokumen.jobs.events import PictureTaken, PlacesLearnt
from rokumen.web.event_encoding import encode_event

RIG = load_rig("two-gripper")


def test_pictures_count_by_the_faces_that_were_shown() -> None:
    rig = with_cameras(RIG, ("URF",))
    views = views_from(rig, home_state(rig))
    message = encode_event(PictureTaken(views, 3), rig)
    assert (message["what"], message["shown"]) == ("looked", 3)
    assert message["words"] == "3 of 6 faces shown; now the right, front"


def test_learnt_places_are_no_picture() -> None:
    message = encode_event(PlacesLearnt(("URF", "D")), RIG)
    assert message == {"what": "learnt", "words": "The cameras look at URF and D"}
