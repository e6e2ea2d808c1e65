"""HTTP routes of the page Learn: the page, the course, the cases of LBL."""

from __future__ import annotations

from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from rokumen.web.json_messages import JsonAnswer
from rokumen.web.learning.cases_json import cases_json
from rokumen.web.learning.course_json import course_json
from solver.engines.beginner.course import load_course


def learning_routes(static: Path) -> list[Route]:
    """Return the routes; `static` is the folder of the pages."""

    async def page(request: Request) -> Response:
        return FileResponse(static / "learn.html")

    return [
        Route("/learn", page),
        Route("/api/course", _course),
        Route("/api/course/{step}", _cases),
    ]


async def _course(request: Request) -> Response:
    return JsonAnswer(course_json())


async def _cases(request: Request) -> Response:
    step = request.path_params["step"]
    try:
        return JsonAnswer(cases_json(step))
    except KeyError:
        known = ", ".join(each.id for each in load_course().next_steps)
        return JsonAnswer({"error": f"there is no step {step[:40]!r}; ask for {known}"}, 404)
