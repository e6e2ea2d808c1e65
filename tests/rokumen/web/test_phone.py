"""`rokumen serve --phone`: https, the token, and a secure page in a phone's browser."""

from __future__ import annotations

import hashlib
import os
import re
import signal
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from rokumen.errors import InputError
from rokumen.web.certificate import make_certificate
from tests.support.browser import OpenBrowser, Serve, box_of, load, open_page
from tests.support.heic import heic
from tests.support.photographs import PHOTOS
from tests.support.processes import end, finish, start
from vision.capture.files import load_image

MOST_SECONDS = 60.0
MOST_TAPS = 8
# The photographs of two cubes, and the truth from the photographs' own list.
SINGLE_FACES = [PHOTOS / "cube20" / f"{face}.jpg" for face in "URFDLB"]
SINGLE_TRUTH = "BFFBUBBDRFRLURFBUDULUUFBLFUDRRDDRFRRDLLFLLUBBDURDBLFDL"
CORNERS = [PHOTOS / "cube02" / f"{corner}.jpg" for corner in ("URF", "DLB")]
CORNERS_TRUTH = "FLUFUDLRBRRFRRDDFFDUUUFFBUBULRLDLUBDDDBRLFLBLRDLBBBRUF"


@dataclass(frozen=True)
class Served:
    address: str
    fingerprint: str
    start_seconds: float


@pytest.fixture(scope="module")
def phone_server() -> Iterator[Served]:
    begun = time.monotonic()
    with start("serve", "--phone", "--port=0") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        address = process.stdout.readline().strip()
        said = [process.stderr.readline().strip() for _ in range(4)]
        yield Served(address, said[-1], time.monotonic() - begun)
        end(process)


def test_the_address_has_a_token_and_no_line_is_a_drawing(phone_server: Served) -> None:
    assert re.fullmatch(r"https://[0-9.]+:\d+/\?token=[\w-]{22}", phone_server.address)
    assert re.fullmatch(r"([0-9A-F]{2}:){31}[0-9A-F]{2}", phone_server.fingerprint)


def test_the_page_is_encrypted_with_the_certificate_that_was_named(phone_server: Served) -> None:
    parts = urlsplit(phone_server.address)
    assert parts.hostname is not None
    assert parts.port is not None
    pem = ssl.get_server_certificate((parts.hostname, parts.port))
    digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(pem)).hexdigest().upper()
    assert phone_server.fingerprint.replace(":", "") == digest
    # It is trusted for this address by whoever trusts the certificate.
    trusting = ssl.create_default_context(cadata=pem)
    opener = urllib.request.build_opener(
        urllib.request.HTTPSHandler(context=trusting),
        urllib.request.HTTPCookieProcessor(jar := CookieJar()),
    )
    with pytest.raises(urllib.error.HTTPError, match="401"):
        opener.open(phone_server.address.partition("?")[0], timeout=60)
    with opener.open(phone_server.address, timeout=60) as answer:
        assert "<html" in answer.read().decode()
    assert [cookie.secure for cookie in jar] == [True]


def open_on_phone(browser: Browser, address: str) -> Page:
    """Return the page in a browser as small as a phone's, which trusts the certificate."""
    return open_page(browser, address, 390, 844, has_touch=True, ignore_https_errors=True)


def test_a_phone_s_browser_may_use_its_camera_and_solves(
    phone_server: Served, browser: OpenBrowser
) -> None:
    page = open_on_phone(browser(), phone_server.address)
    assert page.evaluate("isSecureContext && Boolean(navigator.mediaDevices)")
    assert "token" not in page.url
    # Nothing can be dropped on a phone.
    expect(page.locator("#other-ways")).to_contain_text("Photographs: six", use_inner_text=True)
    assert not re.search("drop", page.inner_text("main"), re.IGNORECASE)
    page.fill("#typed", "R U F")
    page.press("#typed", "Enter")
    expect(page.locator("#solution")).to_be_visible()
    # Of keys nothing is said where there is no keyboard.
    load(page, urljoin(page.url, "/learn.html"))
    expect(page.locator("#ready")).to_be_visible()
    expect(page.locator("#ready")).to_have_text("Ready: hold here", use_inner_text=True)
    for keys in page.locator(".keyboard").all():
        expect(keys).to_be_hidden()


def choose(page: Page, files: list[Path]) -> None:
    page.set_input_files("#photographs", files)


def test_photographs_of_a_phone_lead_to_the_first_turn_in_a_minute_and_few_taps(
    phone_server: Served, browser: OpenBrowser, tmp_path: Path
) -> None:
    # This browser cannot open HEIC: the server does.
    first = tmp_path / "first.heic"
    first.write_bytes(heic(load_image(SINGLE_FACES[0]).image))
    begun = time.monotonic()
    page = open_on_phone(browser(), phone_server.address)
    page.evaluate(
        "window.taps = 0; addEventListener('touchend', () => { window.taps += 1; }, true)"
    )
    taps = upload_and_wait_for_the_first_turn(page, [first, *SINGLE_FACES[1:]], SINGLE_TRUTH)
    assert taps <= MOST_TAPS
    seconds = phone_server.start_seconds + time.monotonic() - begun
    # On a machine that has other work, each process has a share of its processors.
    assert seconds < MOST_SECONDS * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
    check_the_drawing(page)
    page.tap("#next")
    expect(page.locator("#solution")).to_have_attribute("data-at", "1")
    # Two opposite corners are fewer: the turn that is made is confirmed within the eight.
    page.tap("#different")
    page.tap("#scan-again")
    page.evaluate("window.taps = 0")
    taps = upload_and_wait_for_the_first_turn(page, CORNERS, CORNERS_TRUTH)
    page.tap("#next")
    expect(page.locator("#solution")).to_have_attribute("data-at", "1")
    assert taps + 1 <= 5


def upload_and_wait_for_the_first_turn(page: Page, files: list[Path], truth: str) -> int:
    """Choose photographs and wait for the solution; return the taps, those of the gallery too."""
    with page.expect_file_chooser() as chooser:
        page.tap("label[for=photographs]")
    assert chooser.value.is_multiple()
    chooser.value.set_files(files)
    expect(page.locator("#solution")).to_be_visible()
    expect(page.locator("#solution")).to_have_attribute("data-at", "0")
    expect(page.locator("#turn-order")).to_be_in_viewport()
    assert truth in page.url
    taps: int = page.evaluate("window.taps")
    # A phone's own list of photographs takes a tap for each, and one to end it.
    return taps + len(files) + 1


def check_the_drawing(page: Page) -> None:
    """Check that the cube takes half of the width, and that nothing covers what is beside it."""
    sides = page.locator("#cube-picture .plastic").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect()).flatMap(box => [box.left, box.right])"
    )
    assert max(sides) - min(sides) >= 390 / 2
    bottom, after = box_of(page, ".hidden-face >> nth=2"), box_of(page, "#after")
    assert bottom["x"] + bottom["width"] <= after["x"]
    words = box_of(page, "#turn-detail")
    assert words["y"] + words["height"] <= box_of(page, "#foot-solve")["y"]


def test_what_cannot_be_read_is_said(serve: Serve, browser: OpenBrowser, tmp_path: Path) -> None:
    page = open_page(browser(), serve())
    note = tmp_path / "note.jpg"
    note.write_text("not a picture")
    choose(page, [note])
    expect(page.locator("#error")).to_contain_text("cannot open note.jpg")
    expect(page.locator("#words")).to_have_text("The photographs were not read")
    assert page.is_enabled("#photographs")
    # A face that is shown twice is one.
    choose(page, [PHOTOS / "cube08" / "U.jpg"] * 2)
    expect(page.locator("#words")).to_contain_text("5 faces to go: ")
    expect(page.locator("#shots li")).to_have_count(2)
    page.evaluate(
        """() => {
            const dropped = new DataTransfer();
            dropped.items.add(new File(["no picture"], "dropped.jpg", { type: "image/jpeg" }));
            const drop = new DragEvent("drop", { dataTransfer: dropped, bubbles: true });
            document.body.dispatchEvent(drop);
        }"""
    )
    expect(page.locator("#error")).to_contain_text("cannot open dropped.jpg")
    choose(page, [PHOTOS / "cube08" / "U.jpg"] * 25)
    expect(page.locator("#error")).to_contain_text("More than 24 photographs")
    # What was there before is kept.
    expect(page.locator("#shots li")).to_have_count(2)


MOST_SECONDS_AFTER_THE_SIXTH = 30.0


def test_photographs_given_one_by_one_are_kept_until_they_make_a_cube(
    phone_server: Served, browser: OpenBrowser, tmp_path: Path
) -> None:
    page = open_on_phone(browser(), phone_server.address)
    left = {"U": "white", "R": "red", "F": "green", "D": "yellow", "L": "orange", "B": "blue"}
    shots, found = page.locator("#shots li"), page.locator("#six-faces .found")
    table = tmp_path / "table.png"
    cv2.imwrite(str(table), np.full((480, 640, 3), (60, 90, 120), np.uint8))
    choose(page, [table])
    expect(shots).to_have_text(["1 no face is found×"])
    page.tap("[aria-label='Remove photograph 1']")
    expect(page.locator("#gallery")).to_be_hidden()
    for number, path in enumerate(SINGLE_FACES[:5], start=1):
        if number == 1:
            choose(page, [path])
        else:
            with page.expect_file_chooser() as chooser:
                page.tap("label[for=photograph]")
            chooser.value.set_files([path])
        colour = left.pop(path.stem)
        expect(shots.nth(number - 1).locator("img")).to_be_visible()
        expect(shots.nth(number - 1)).to_contain_text(f"{number} {colour}")
        expect(shots.nth(number - 1).locator("polygon")).to_have_count(1)
        expect(found).to_have_count(number)
        for missing in left.values():
            expect(page.locator("#words")).to_contain_text(missing)
    expect(page.locator("#next-photograph")).to_have_text("Photograph the blue face")
    begun = time.monotonic()
    with page.expect_file_chooser() as chooser:
        page.tap("label[for=photograph]")
    chooser.value.set_files([SINGLE_FACES[5]])
    expect(page.locator("#turn-order")).to_be_in_viewport()
    seconds = time.monotonic() - begun
    assert SINGLE_TRUTH in page.url
    assert seconds < MOST_SECONDS_AFTER_THE_SIXTH * max(
        1.0, os.getloadavg()[0] / (os.cpu_count() or 1)
    )


def test_a_set_with_a_face_of_another_cube_is_doubted_until_that_face_is_there(
    serve: Serve, browser: OpenBrowser
) -> None:
    page = open_page(browser(), serve(), 390, 844)
    choose(page, [*SINGLE_FACES[:5], PHOTOS / "cube08" / "B.jpg"])
    # What to do stands before the net.
    expect(page.get_by_role("button", name="Photograph the blue face again")).to_be_in_viewport()
    words, solve = page.locator("#words"), page.locator("#solve-it")

    def check_the_doubt() -> None:
        expect(words).to_contain_text("These faces do not fit one cube: ")
        expect(page.locator("#findings-heading")).to_have_text("Not certain")
        expect(page.locator("#to-repair")).to_contain_text("to compare first")
        expect(solve).to_be_disabled()

    check_the_doubt()
    # The photograph that is to be replaced is shown.
    expect(words).to_contain_text("(photograph 6)")
    expect(words.locator("img")).to_be_visible()
    # What is shown can be taken as it is, by pressing so; the browser keeps why it was doubted.
    page.reload()
    check_the_doubt()
    page.go_back()
    page.go_forward()
    check_the_doubt()
    page.get_by_role("button", name="It is all as shown").click()
    expect(page.locator("#findings-heading")).to_have_text("A real cube")
    expect(solve).to_be_enabled()
    load(page, serve())
    choose(page, [*SINGLE_FACES[:5], PHOTOS / "cube08" / "B.jpg"])
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Photograph the blue face again").click()
    chooser.value.set_files([SINGLE_FACES[5]])
    expect(page.locator("#solution")).to_be_visible()
    assert SINGLE_TRUTH in page.url


def test_a_photograph_without_a_cube_is_left_out_and_named(
    serve: Serve, browser: OpenBrowser, tmp_path: Path
) -> None:
    page = open_page(browser(), serve())
    table = tmp_path / "table.png"
    cv2.imwrite(str(table), np.full((480, 640, 3), (60, 90, 120), np.uint8))
    choose(page, [CORNERS[0], table, CORNERS[1]])
    expect(page.locator("#solution")).to_be_visible()
    assert CORNERS_TRUTH in page.url
    expect(page.locator("#error")).to_have_text(
        "Photograph 2 is left out: no face of a cube is found in it"
    )


def test_a_name_that_no_certificate_can_have_is_quoted() -> None:
    with pytest.raises(InputError, match=r"192\.0\.2\.7 and .*'küche'"):
        make_certificate("192.0.2.7", {"küche"})


def test_the_key_is_not_in_the_certificate_nor_shown() -> None:
    made = make_certificate("192.0.2.7", {"desk", "desk.local"})
    assert "PRIVATE KEY" in made.key
    assert "PRIVATE KEY" not in made.certificate
    assert "PRIVATE KEY" not in repr(made)


@pytest.mark.thorough
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_no_file_with_the_key_is_left_however_the_server_ends(
    number: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    with start("serve", "--phone", "--port=0") as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("https://")
        assert not list(folder.rglob("*.pem"))
        process.send_signal(number)
        ended = finish(process)
    assert ended.status == (-number if number == signal.SIGKILL else 130)
    assert not [path for path in folder.rglob("*") if path.is_file()]
