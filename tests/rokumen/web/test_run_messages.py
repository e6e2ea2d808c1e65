"""What the pages are told of a run, and how it reaches several browsers."""

from __future__ import annotations

import asyncio

from robot.planning.face_views import views_from
from robot.planning.robot_state import home_state
from robot.rigs.camera_places import with_cameras
from robot.rigs.registry import load_rig
from rokumen.jobs.events import PictureTaken, PlacesLearnt
from rokumen.web.event_encoding import encode_event
from rokumen.web.run_messages import MAX_LOG_LENGTH, MAX_QUEUED, Broadcaster
from tests.support.browser import run_in_thread


def test_a_slow_browser_is_disconnected_and_does_not_block_others() -> None:
    async def lag() -> int:
        broadcaster = Broadcaster()
        with broadcaster.subscribe() as (_, queue):
            for _ in range(MAX_QUEUED + 100):
                broadcaster.publish({"what": "ended"})
            await asyncio.sleep(0)
            messages = [queue.get_nowait() for _ in range(queue.qsize())]
        assert messages.count(None) == 1
        assert messages[-1] is None
        return len(messages)

    assert run_in_thread(lag) == MAX_QUEUED + 1


def test_the_log_for_late_subscribers_is_bounded() -> None:
    async def late() -> list[str]:
        broadcaster = Broadcaster()
        for _ in range(MAX_LOG_LENGTH + 100):
            broadcaster.publish({"what": "failed"})
        broadcaster.publish({"what": "ended"})
        broadcaster.publish({"what": "planned"})
        with broadcaster.subscribe() as (log, _):
            return [message["what"] for message in log]

    kinds = run_in_thread(late)
    assert kinds.count("failed") == MAX_LOG_LENGTH
    assert kinds[-1] == "planned"
    assert "ended" not in kinds


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
