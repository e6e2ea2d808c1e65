"""Proofs of shortest solutions: their queue, their process, and what the page shows of them."""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from rokumen.web.proofs import MAX_WAITING, ProofQueue, proof_lines
from solver.cube import Cube
from solver.engines.registry import solve
from tests.support.browser import OpenBrowser, Serve, open_page, run_in_thread
from tests.support.page_client import page_client

FAR = "R U2 F' L D2 B U R2 F L' U B2 D R F2 L U' B D2 R"

# A busy machine starts a process that yields to all others late.
WAIT_SECONDS = 240

# Either takes minutes.
WORKING = re.compile("^Building tables|trying 1")


@pytest.fixture(autouse=True)
def _prepared(_own_folders: None) -> None:
    """Build and compile here what proofs need: their own processes yield to all other tests."""
    solve(Cube.parse("R"), "optimal")


async def made_proof(facelets: str, method: str) -> AsyncGenerator[bytes, None]:
    """A proof that ends when its reader leaves."""
    yield b'{"excluded": 9}'
    await asyncio.Event().wait()


async def next_of(lines: AsyncGenerator[bytes, None]) -> Any:
    return json.loads(await asyncio.wait_for(anext(lines), WAIT_SECONDS))


def test_proofs_wait_for_each_other_and_know_how_many_are_before_them() -> None:
    async def prove() -> list[Any]:
        queue = ProofQueue()
        first, second, third = (proof_lines(queue, "", "optimal", made_proof) for _ in range(3))
        said = [await next_of(each) for each in (first, second, third)]
        await second.aclose()
        said.append(await next_of(third))
        await first.aclose()
        said.append(await next_of(third))
        await third.aclose()
        alone = proof_lines(queue, "", "optimal", made_proof)
        said.append(await next_of(alone))
        await alone.aclose()
        return said

    assert run_in_thread(prove) == [
        {"excluded": 9},
        {"ahead": 1},
        {"ahead": 2},
        {"ahead": 1},
        {"excluded": 9},
        {"excluded": 9},
    ]


def test_more_proofs_than_may_wait_are_refused() -> None:
    async def prove() -> Any:
        queue = ProofQueue()
        lines = [proof_lines(queue, "", "optimal", made_proof) for _ in range(MAX_WAITING + 2)]
        said = [await next_of(each) for each in lines]
        for each in lines:
            await each.aclose()
        return said

    *admitted, refused = run_in_thread(prove)
    assert [each["ahead"] for each in admitted[1:]] == list(range(1, MAX_WAITING + 1))
    assert "try again later" in refused["error"]


@pytest.mark.waits
def test_a_proof_has_a_process_of_its_own_that_yields_to_others() -> None:
    async def prove() -> tuple[list[int], list[Any]]:
        lines = proof_lines(ProofQueue(), Cube.parse(FAR).facelets, "optimal")
        said = [await next_of(lines)]
        niceness = [os.getpriority(os.PRIO_PROCESS, int(child)) for child in children()]
        await lines.aclose()
        return niceness, said

    before = children()
    niceness, (said,) = run_in_thread(prove)
    assert max(niceness) > os.getpriority(os.PRIO_PROCESS, 0)
    assert said.keys() & {"share", "excluded"}
    assert children() == before


def children() -> set[str]:
    """Return the numbers of the processes that this one has started."""
    lists = Path("/proc/self/task").glob("*/children")
    return {number for each in lists for number in each.read_text().split()}


@pytest.mark.waits
def test_a_shortest_solution_is_answered() -> None:
    answer = page_client().post("/api/prove", json={"cube": "R L R U F", "method": "optimal"})
    solution = json.loads(answer.text.splitlines()[-1])
    assert solution["htm"] == 4
    turns = " ".join(move for stage in solution["stages"] for move in stage["moves"])
    assert Cube.parse(solution["facelets"]).apply(turns).is_solved()


@pytest.mark.parametrize(
    ("document", "status", "words"),
    [
        ({"cube": "R U"}, 400, "send {"),
        ({"cube": "R X", "method": "optimal"}, 422, "X"),
        ({"cube": "R U", "method": "lbl"}, 422, "'lbl' proves nothing"),
        ({"cube": "R U", "method": "best"}, 422, "'best'"),
    ],
)
def test_what_cannot_be_proved_is_said(document: dict[str, str], status: int, words: str) -> None:
    answer = page_client().post("/api/prove", json=document)
    assert answer.status_code == status
    assert words in answer.json()["error"]


def test_a_method_that_takes_minutes_is_not_solved_beside_quick_ones() -> None:
    answer = page_client().post("/api/solve", json={"cube": "R U", "method": "optimal"})
    assert answer.status_code == 422
    assert "/api/prove" in answer.json()["error"]


@pytest.mark.waits
def test_the_page_finds_the_fewest_turns(serve: Serve, browser: OpenBrowser) -> None:
    cube = Cube.parse("R L R U F").facelets
    page = open_page(browser(), f"{serve()}?view=solve&cube={cube}")
    page.click("#prove")
    expect(page.locator("#proven")).to_have_text(
        "Proven: no solution has fewer than 4 turns.", timeout=1000 * WAIT_SECONDS
    )
    expect(page.locator("#stages button")).to_have_count(4)
    expect(page.locator("#prove")).to_be_visible()


@pytest.mark.waits
def test_the_page_shows_the_place_in_the_queue_and_gives_up(
    serve: Serve, browser: OpenBrowser
) -> None:
    address = f"{serve()}?view=solve&cube={Cube.parse(FAR).facelets}"
    first, second = (open_page(browser(), address) for _ in range(2))
    first.click("#prove")
    expect(first.locator("#proof-words")).to_contain_text(WORKING, timeout=1000 * WAIT_SECONDS)
    second.click("#prove")
    expect(second.locator("#proof-words")).to_have_text("Waiting: one search is before yours")
    first.click("#cancel-proof")
    expect(first.locator("#proven")).to_have_text("Given up.")
    expect(first.locator("#prove")).to_be_visible()
    expect(second.locator("#proof-words")).to_contain_text(WORKING, timeout=1000 * WAIT_SECONDS)
    second.click("#cancel-proof")
    expect(second.locator("#proving")).to_be_hidden()
