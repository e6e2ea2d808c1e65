"""The colour page: measuring a cube's colours, storing profiles, choosing one for a camera."""

from __future__ import annotations

import tomllib
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect
from starlette.testclient import WebSocketTestSession

from calibration.colours import ColourMeasurement
from calibration.storage import load_profile, save_profile
from rokumen.errors import InputError
from rokumen.storage.profiles import profile_for_camera, profiles_folder, select_profile
from rokumen.web.app import ServerSettings
from rokumen.web.sessions.colours import measured_as_json
from tests.support.browser import OpenBrowser, Serve, open_page, reload, wait_until
from tests.support.cases import for_each
from tests.support.command_line import Rokumen
from tests.support.page_client import page_client
from tests.support.photographs import PhotographedCube
from tests.support.videos import handheld_frames
from vision.colour.profile import DEFAULT_COLOURS, ColourProfile

NAMES = {"white", "yellow", "red", "orange", "green", "blue"}
CAMERA = "browser: a webcam"


def show(socket: WebSocketTestSession, cube: PhotographedCube, faces: str) -> dict[str, object]:
    """Send frames until each face has been captured, and return the last answer."""
    answer: dict[str, object] = {}
    for face in faces:
        # More than enough for a machine that processes a frame in a millisecond.
        for frame in handheld_frames([cube.frames["URFDLB".index(face)].image], hold_frames=400):
            socket.send_bytes(cv2.imencode(".jpg", frame.image)[1].tobytes())
            answer = socket.receive_json()
            if answer["seen"]["took"]:  # type: ignore[index]
                break
    return answer


def stored(name: str, profile: ColourProfile = DEFAULT_COLOURS, camera: str = "") -> None:
    save_profile(profiles_folder() / f"{name}.toml", profile, camera)


@pytest.mark.thorough
def test_colours_are_measured_on_the_page_and_the_scan_after_it_uses_them(
    serve: Serve, browser: OpenBrowser, webcam: Path
) -> None:
    address = serve()
    measuring = open_page(browser(webcam), f"{address}colours.html")
    measuring.click("#use-browser")
    measuring.wait_for_selector("#measured:not([hidden])")
    assert measuring.locator("#clouds ellipse").count() == 6
    fills = "all => all.map(each => getComputedStyle(each).fill)"
    painted = measuring.locator("#clouds circle").evaluate_all(fills)
    assert len(painted) >= 50
    assert len(set(painted)) >= len(NAMES)
    # What is to be done first is done.
    expect(measuring.locator("#begin")).to_be_hidden()
    assert set(measuring.locator("#swatches .swatch").all_inner_texts()) == NAMES
    assert "times their scatter" in measuring.inner_text("#verdict")
    assert measuring.locator("#pairs rect").count() > 3
    measuring.fill("#name", "evening lamp")
    measuring.click("#storing button")
    expect(measuring.locator("#words")).to_have_text(
        "Stored as evening lamp; this camera uses it from now on"
    )
    expect(measuring.locator("#profiles input:checked")).to_have_value("evening lamp")
    for width in (390, 1280):
        measuring.set_viewport_size({"width": width, "height": 844})
        wait_until(measuring, f"document.documentElement.scrollWidth <= {width}")
    path = Path(measuring.inner_text("#stored-where").removeprefix("Stored in "))
    assert measuring.locator("#stored-where wbr").count() == len(path.parts)
    document = tomllib.loads(path.read_text())
    assert document["camera"].startswith("browser: ")
    assert set(document["colours"]) == NAMES
    assert load_profile(path).lab["white"][0] > load_profile(path).lab["blue"][0]

    scanning = open_page(browser(webcam), address)
    # A small picture, since it is composed anew for each frame of the camera.
    scanning.set_viewport_size({"width": 390, "height": 844})
    scanning.click("#use-browser")
    expect(scanning.locator("#profile")).to_have_text("colours: evening lamp")
    scanning.wait_for_selector("#solution:not([hidden])")

    measuring.click("#profiles input[value='']")
    reload(measuring)
    measuring.click("#use-browser")
    expect(measuring.locator("#profiles input:checked")).to_have_value("")


@pytest.mark.thorough
def test_a_profile_is_stored_only_after_a_measurement(cube: PhotographedCube) -> None:
    with page_client().websocket_connect("/api/colours") as socket:
        socket.receive_json()
        socket.send_json({"do": "store", "name": "early"})
        assert "no colours have been measured" in socket.receive_json()["error"]
        measured = show(socket, cube, "URFDLB")["measured"]
        assert isinstance(measured, dict)
        assert len(measured["pairs"]) == 15
        apart = [pair["apart"] for pair in measured["pairs"]]
        assert apart == sorted(apart)
        for name, words in (
            ("../attic", "cannot be the name of a profile"),
            ("a.toml", "is a file name"),
        ):
            socket.send_json({"do": "store", "name": name})
            assert words in socket.receive_json()["error"]


def test_a_close_pair_of_colours_gives_a_warning_with_advice() -> None:
    """Orange paint that is nearly red."""
    rng = np.random.default_rng(1)
    means = {**DEFAULT_COLOURS.lab, "orange": (48.0, 58.0, 46.0)}
    samples = {name: np.array(lab) + rng.normal(0, 2, (9, 3)) for name, lab in means.items()}
    document = measured_as_json(ColourMeasurement(ColourProfile(means), samples, overexposed=0.4))
    first, *others = document["pairs"]
    assert {first["first"], first["second"]} == {"red", "orange"}
    assert first["close"]
    assert not any(pair["close"] for pair in others)
    (warning,) = document["warnings"]
    assert "red and orange are close" in warning
    assert "exposure" in warning


def test_a_profile_is_chosen_for_a_camera_and_removed() -> None:
    stored("morning")
    stored("evening", camera=CAMERA)
    session = page_client()
    profiles = session.get("/api/profiles", params={"camera": CAMERA}).json()
    assert [profile["name"] for profile in profiles["profiles"]] == ["evening", "morning"]
    assert profiles["chosen"] == "evening"
    for name in ("morning", "", "evening"):
        choice = {"camera": CAMERA, "name": name}
        answer = session.post("/api/profiles", json=choice).json()
        assert answer["chosen"] == name
        assert profile_for_camera(None, CAMERA).name == name
    # A profile given by name has precedence.
    assert profile_for_camera("morning", CAMERA).name == "morning"
    assert profile_for_camera(None, "another camera").name == ""


@for_each(
    ("choice", "status", "words"),
    [
        ({"camera": CAMERA, "name": "attic"}, 422, "no profile 'attic'"),
        ({"camera": CAMERA, "name": "../attic"}, 422, "'../attic' cannot be the name of a profile"),
        ({"name": "attic"}, 400, "send"),
        ({"camera": 5, "name": ""}, 400, "send"),
        ({"camera": CAMERA, "name": "/dev/zero.toml"}, 422, "is a file; give the name"),
        ({"camera": CAMERA, "name": "a\0"}, 422, "cannot be the name of a profile"),
        ({"camera": CAMERA, "name": 201 * "a"}, 422, "give one of at most 200 bytes"),
        ({"camera": "a\0", "name": ""}, 422, "cannot be the name of a camera"),
        ({"camera": 1001 * "a", "name": ""}, 422, "cannot be the name of a camera"),
        (["attic"], 400, "send"),
    ],
)
def test_a_bad_profile_is_not_chosen(choice: object, status: int, words: str) -> None:
    answer = page_client().post("/api/profiles", json=choice)
    assert answer.status_code == status
    assert words in answer.json()["error"]


def test_a_camera_with_a_lone_surrogate_breaks_nothing() -> None:
    stored("evening", camera=CAMERA)
    body = '{"camera": "\\ud800", "name": ""}'
    answer = page_client().post("/api/profiles", content=body)
    assert answer.status_code in (400, 422)
    with pytest.raises(InputError, match="cannot be the name of a camera"):
        select_profile("\ud800", "")
    assert profile_for_camera(None, CAMERA).name == "evening"


def test_a_damaged_profile_is_left_out_of_the_list() -> None:
    stored("evening", camera=CAMERA)
    (profiles_folder() / "broken.toml").write_text("[")
    profiles = page_client().get("/api/profiles", params={"camera": CAMERA}).json()
    assert [profile["name"] for profile in profiles["profiles"]] == ["evening"]
    assert profiles["chosen"] == "evening"


def test_a_damaged_file_of_choices_is_reported() -> None:
    stored("evening", camera=CAMERA)
    select_profile(CAMERA, "evening")
    file = profiles_folder().parent / "chosen.toml"
    assert f'"{CAMERA}" = "evening"' in file.read_text()
    file.write_text("colours = 7\n")
    profiles = page_client().get("/api/profiles", params={"camera": CAMERA})
    assert profiles.status_code == 422
    assert "chosen.toml" in profiles.json()["error"]


def test_the_scan_uses_the_profile_of_its_camera(
    cube: PhotographedCube,
) -> None:
    """With a profile that swaps white and yellow, the white face is read as yellow."""
    means = DEFAULT_COLOURS.lab
    changed = {**means, "white": means["yellow"], "yellow": means["white"]}
    stored("swapped", ColourProfile(changed), CAMERA)
    for camera, place in (("browser: another", "U"), (CAMERA, "D")):
        with page_client().websocket_connect("/api/scan") as socket:
            socket.receive_json()
            socket.send_json({"do": "camera", "name": camera})
            assert socket.receive_json()["profile"] == ("swapped" if place == "D" else "")
            faces = show(socket, cube, "U")["faces"]
            assert [face["place"] for face in faces] == [place]  # type: ignore[attr-defined]


def test_a_profile_given_as_an_option_is_used_for_any_camera(
    rokumen: Rokumen,
) -> None:
    stored("evening")
    session = page_client(ServerSettings(profile="evening"))
    with session.websocket_connect("/api/scan") as socket:
        assert socket.receive_json()["profile"] == "evening"
        socket.send_json({"do": "camera", "name": CAMERA})
        assert socket.receive_json()["profile"] == "evening"
