"""Who may use the page, and how much they may send."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from rokumen.web.app import ServerSettings, create_app
from rokumen.web.guards import MAX_BODY_BYTES, WRONG_TOKEN_SECONDS
from rokumen.web.tokens import COOKIE, SECURE_COOKIE
from tests.support.cases import for_each

OURS = {"Origin": "http://127.0.0.1:8000", "Host": "127.0.0.1:8000"}
SOLVED = {"cube": "R U"}


def client(token: str | None = None, host: str = "127.0.0.1:8000") -> TestClient:
    return TestClient(create_app(ServerSettings(token=token)), base_url=f"http://{host}")


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "[::1]:8000"])
def test_this_computer_may(host: str) -> None:
    answer = client(host=host).get("/")
    assert answer.status_code == 200
    assert "<title>rokumen</title>" in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "10.0.0.7:8000"])
def test_another_name_for_this_computer_may_not(host: str) -> None:
    answer = client(host=host).get("/")
    assert answer.status_code == 421
    assert host in answer.text


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "http://127.0.0.1:9999"])
def test_another_page_may_change_nothing(origin: str | None) -> None:
    headers = {} if origin is None else {"Origin": origin}
    assert client().post("/api/solve", json=SOLVED, headers=headers).status_code == 403
    with (
        pytest.raises(WebSocketDisconnect),
        client().websocket_connect("/api/scan", headers=headers),
    ):
        pass


def test_the_own_page_is_accepted() -> None:
    assert client().post("/api/solve", json=SOLVED, headers=OURS).status_code == 200
    with client().websocket_connect("/api/scan", headers=OURS) as socket:
        assert socket.receive_json()["faces"] == []


@pytest.mark.parametrize("given", ["", "?token=", "?token=wrong", "?token=sesam%20"])
def test_a_wrong_token_is_rejected(given: str) -> None:
    answer = client("sesam", "10.0.0.7:8000").get(f"/{given}")
    assert answer.status_code == 401
    assert "access denied: open the address that `rokumen serve` printed" in answer.text
    assert "sesam" not in answer.text.replace("sesam%20", "")
    page = client("sesam", "10.0.0.7:8000").get(f"/{given}", headers={"Accept": "text/html"})
    assert (page.status_code, "sesam" in page.text) == (401, False)
    assert '<input name="token"' in page.text


def test_wrong_tokens_are_logged_without_what_they_were_and_none_is_no_guess(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    delays: list[float] = []

    async def sleep(seconds: float) -> None:
        delays.append(seconds)

    monkeypatch.setattr("rokumen.web.guards.sleep", sleep)
    guesser = client("sesam", "10.0.0.7:8000")
    guesser.get("/")
    assert delays == []
    for number in range(3):
        assert guesser.get(f"/?token=guess{number}").status_code == 401
    guesser.cookies.set(f"{COOKIE}8000", "guess3")
    assert guesser.get("/").status_code == 401
    assert delays == [WRONG_TOKEN_SECONDS] * 4
    said = [record.getMessage() for record in caplog.records if "token" in record.getMessage()]
    assert said == [f"wrong token from testclient; {count} so far" for count in (1, 2, 4)]


def test_the_cookie_of_https_is_bound_to_this_server() -> None:
    browser = TestClient(create_app(ServerSettings(token="sesam")), base_url="https://10.0.0.7")
    answer = browser.get("/?token=sesam", follow_redirects=False)
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-")
    assert "; Secure" in cookie
    assert "; Path=/" in cookie
    assert "domain" not in cookie.lower()
    assert browser.get("/", headers={"Cookie": f"{SECURE_COOKIE}443=sesam"}).status_code == 200
    # Another server of this name, without https, could have set this one.
    plain = TestClient(create_app(ServerSettings(token="sesam")), base_url="https://10.0.0.7")
    assert plain.get("/", headers={"Cookie": f"{COOKIE}443=sesam"}).status_code == 401


def test_the_answer_that_sets_the_cookie_has_the_headers_of_all_others() -> None:
    answer = client("sesam", "10.0.0.7").get("/?token=sesam", follow_redirects=False)
    assert answer.status_code == 303
    for name in ("content-security-policy", "referrer-policy", "x-content-type-options"):
        assert name in answer.headers


def test_a_request_with_two_lengths_is_refused() -> None:
    headers = {**OURS, "Content-Length": "5", "Transfer-Encoding": "chunked"}
    answer = client().post("/api/solve", content=b"{}", headers=headers)
    assert answer.status_code == 400
    assert "Content-Length or a Transfer-Encoding" in answer.text


def test_a_wrong_token_opens_no_socket() -> None:
    refused = client("sesam", "10.0.0.7")
    refused.cookies.set(f"{COOKIE}80", "simsalabim")
    with (
        pytest.raises(WebSocketDisconnect),
        refused.websocket_connect(
            "/api/scan", headers={"Origin": "http://10.0.0.7", "Host": "10.0.0.7"}
        ),
    ):
        pass


def test_the_right_token_is_kept_in_a_cookie() -> None:
    browser = client("sesam", "10.0.0.7:8000")
    answer = browser.get("/?token=sesam", follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"] == "/"
    assert "httponly" in answer.headers["set-cookie"].lower()
    assert "samesite=strict" in answer.headers["set-cookie"].lower()
    assert browser.get("/").status_code == 200
    headers = {"Origin": "http://10.0.0.7:8000"}
    assert browser.post("/api/solve", json=SOLVED, headers=headers).status_code == 200


def test_servers_on_two_ports_of_one_computer_do_not_shut_each_other_out() -> None:
    # A browser keeps one jar of cookies for all ports of a name.
    jar: dict[str, str] = {}
    addresses = [("127.0.0.1:8000", "one-of-them"), ("127.0.0.1:8001", "the-other-one")]
    for host, token in addresses:
        answer = client(token, host).get(f"/?token={token}", follow_redirects=False)
        jar.update(answer.cookies)
    for host, token in addresses:
        browser = client(token, host)
        browser.cookies.update(jar)
        assert browser.get("/").status_code == 200


def test_what_the_address_says_beside_the_token_is_kept() -> None:
    answer = client("sesam").get(
        "/puzzles.html?puzzle=cube-faces-2&token=sesam&colours=a%26b&empty=", follow_redirects=False
    )
    assert answer.headers["location"] == "/puzzles.html?puzzle=cube-faces-2&colours=a%26b&empty="


def test_a_program_gives_the_token_in_a_header() -> None:
    for scheme in ("Bearer", "bearer"):
        headers = {**OURS, "Authorization": f"{scheme} sesam"}
        assert client("sesam").post("/api/solve", json=SOLVED, headers=headers).status_code == 200
    for value in ("Bearer wrong", "Basic sesam", "sesam"):
        headers = {**OURS, "Authorization": value}
        assert client("sesam").post("/api/solve", json=SOLVED, headers=headers).status_code == 401


def chunks() -> Iterator[bytes]:
    """A body that does not say how long it is."""
    for _ in range(3):
        yield b"x" * MAX_BODY_BYTES


def test_large_bodies_are_not_read() -> None:
    sized = client().post("/api/solve", content=b"x" * (MAX_BODY_BYTES + 1), headers=OURS)
    unsized = client().post("/api/solve", content=chunks(), headers=OURS)
    for answer in (sized, unsized):
        assert answer.status_code == 413
        assert str(MAX_BODY_BYTES) in answer.text


@pytest.mark.parametrize("path", ["/../app.py", "/%2e%2e/app.py", "/..%2fapp.py", "/nothing"])
def test_only_the_pages_own_files_are_served(path: str) -> None:
    answer = client().get(path)
    assert answer.status_code == 404
    assert "There is no page at this address" in answer.text


@for_each("host", ["[::1", "[", "a b", "me@localhost", "localhost:²", "", "a" * 999])
@for_each("token", [None, "sesam"])
def test_a_bad_host_is_rejected(token: str | None, host: str) -> None:
    answer = client(token).get("/", headers={b"Host": host.encode()})
    assert answer.status_code == 421
    assert "access denied: this server is not" in answer.text
    page = client(token).get("/", headers={b"Host": host.encode(), b"Accept": b"text/html"})
    assert page.status_code == 421
    assert "Access denied: this server is not" in page.text
    assert "<input" not in page.text


def test_a_browser_is_told_on_a_page_without_what_it_sent() -> None:
    answer = client("sesam").get("/", headers={"Host": "<script>", "Accept": "text/html"})
    assert answer.status_code == 421
    assert "Access denied: this server is not" in answer.text
    assert "<script" not in answer.text
    assert "&lt;script&gt;" in answer.text


def test_with_a_token_the_server_has_addresses_and_its_own_names() -> None:
    app = create_app(ServerSettings(token="sesam", names=frozenset({"robot.local"})))
    for host in ("10.0.0.7:8000", "[fe80::1]:8000", "robot.local", "ROBOT.local.:80", "localhost"):
        assert TestClient(app).get("/?token=sesam", headers={"Host": host}).status_code == 200
    for host in ("evil.example", "robot", "10.0.0.7.evil.example"):
        assert TestClient(app).get("/?token=sesam", headers={"Host": host}).status_code == 421


@pytest.mark.parametrize(
    "origin", ["http://[", "https://127.0.0.1:8000", "127.0.0.1:8000", "http://"]
)
def test_an_origin_of_another_scheme_or_none_is_rejected(origin: str) -> None:
    headers = {"Origin": origin}
    assert client().post("/api/solve", json=SOLVED, headers=headers).status_code == 403


@pytest.mark.parametrize(
    "others",
    ['a/b=c; {}; x={{"a":1}}', 'x={{"a":1}}; {}', "path=x; {}", "{}; =; ;", '"; {}', "é=1; {}"],
)
def test_other_cookies_do_not_hide_ours(others: str) -> None:
    ours = f"{COOKIE}80=s%20%3B%C3%A9"
    headers = {b"Cookie": others.format(ours).encode()}
    assert client("s ;é", "10.0.0.7").get("/", headers=headers).status_code == 200
    headers = {b"Cookie": headers[b"Cookie"].replace(b"%20", b"%21")}
    assert client("s ;é", "10.0.0.7").get("/", headers=headers).status_code == 401


@pytest.mark.parametrize("token", ["sesam", 'a b;"c%', "x+y&z=ü"])
def test_a_token_of_any_letters_is_kept(token: str) -> None:
    browser = client(token, "10.0.0.7:8000")
    assert browser.get("/", params={"token": token}).status_code == 200
    assert browser.get("/").status_code == 200


@pytest.mark.parametrize(
    "path", ["//evil.example/", "///evil.example", "/\\evil.example", "/%5Cevil.example"]
)
def test_the_token_leads_to_no_other_server(path: str) -> None:
    browser = client("sesam", "10.0.0.7:8000")
    answer = browser.get(f"http://10.0.0.7:8000{path}?token=sesam", follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/evil.example")


@pytest.mark.parametrize("length", ["²", "-1", "1" * 5000])
def test_a_bad_length_is_rejected(length: str) -> None:
    headers = {name.encode(): value.encode() for name, value in OURS.items()}
    headers[b"Content-Length"] = length.encode()
    assert client().post("/api/solve", content=b"", headers=headers).status_code == 400


@for_each(
    "body",
    [
        b"[" * 60_000,
        b'{"a":' * 10_000,
        b"NaN",
        b'{"cube": Infinity}',
        b'"\\ud800"',
        b"\xff",
        b"9" * 5000,
        b'{"facelets": "U", "doubtful": [1e999]}',
        b'{"cube": "R", "moves": "R", "camera": -1e400, "name": 1e999}',
    ],
)
@for_each("path", ["/api/solve", "/api/check", "/api/profiles", "/api/puzzles/pyraminx/solve"])
def test_a_body_that_is_not_strict_json_is_rejected(path: str, body: bytes) -> None:
    answer = client().post(path, content=body, headers=OURS)
    assert answer.status_code == 400
    assert "send {" in answer.json()["error"]


@pytest.mark.parametrize("more", ["[" + "0," * 10_000 + "0]", '"' + "\\n" * 10_001 + '"'])
def test_a_body_of_too_many_values_is_rejected(more: str) -> None:
    few = client().post("/api/solve", content='{"cube": "R U", "more": [0, 0]}', headers=OURS)
    many = client().post("/api/solve", content=f'{{"cube": "R U", "more": {more}}}', headers=OURS)
    assert (few.status_code, many.status_code) == (200, 400)


def test_a_socket_answers_a_message_that_is_not_strict_json() -> None:
    with client().websocket_connect("/api/scan", headers=OURS) as socket:
        socket.receive_json()
        for text in ("[" * 60_000, "NaN", '{"do": "\\ud800"}', "9" * 5000, "1e999"):
            socket.send_text(text)
            assert socket.receive_json()["error"]
