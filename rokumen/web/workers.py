"""Processes of a request's own, which end with it: a proof, or a search of a puzzle's solution."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator

from anyio import CancelScope, open_process


async def worker_lines(module: str, argument: str, text: str) -> AsyncGenerator[bytes, None]:
    """Yield what `python -m MODULE ARGUMENT` writes, which reads the text; its end ends it."""
    process = await open_process([sys.executable, "-m", module, argument], stderr=None)
    try:
        assert process.stdin is not None
        assert process.stdout is not None
        await process.stdin.send(text.encode())
        await process.stdin.aclose()
        async for data in process.stdout:
            yield data
        if await process.wait() != 0:
            yield b'{"error": "the solver ended early; its terminal says why"}\n'
    finally:
        if process.returncode is None:
            process.kill()
        with CancelScope(shield=True):
            await process.aclose()
