"""Chart of a motion plan as HTML or PNG."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib import import_module
from pathlib import Path

from drawing.canvas import checked_suffix
from drawing.errors import DrawingError
from drawing.palette import PAINT, WESTERN
from files.wording import reason
from robot.planning.timetable import OTHER, ROTATION, TURN, Bar, OrientationSpan, Timetable

_COLOURS = {TURN: "#2f6fdb", ROTATION: "#e08a1e", OTHER: "#b8bdc7"}
_STICKERS = {face: PAINT[colour] for face, colour in WESTERN.items()}
_CUBE = "the cube"

# Lengths on the page, in pixels.
_LEFT, _TOP, _ROW, _CUBE_ROW = 90, 30, 26, 44
_MAX_CHART_LENGTH = 14_000
_SECOND = 44.0

# The three visible faces of a cube, from its nearest corner.
_UP, _FRONT, _RIGHT = "l-14 -8l14 -8l14 8", "l-14 -8v17l14 8", "v17l14 -8v-17"


def draw_timetable(timetable: Timetable, title: str, moves: str, path: Path) -> None:
    """Draw a timetable, with a title and the moves that it makes, into a .html or .png file.

    Raises DrawingError for another suffix, for a file that cannot be written, and for a PNG without
    matplotlib.
    """
    drawings = {".html": _write_page, ".png": _write_picture}
    write = drawings[checked_suffix(path, *drawings)]
    try:
        write(timetable, title, moves, path)
    except OSError as error:
        raise DrawingError(f"cannot write {str(path)!r}: {reason(error)}") from error


def _write_page(timetable: Timetable, title: str, moves: str, path: Path) -> None:
    title = escape(title)
    legend = " ".join(
        f'<span><i style="background:{colour}"></i>{kind}</span>'
        for kind, colour in _COLOURS.items()
    )
    path.write_text(
        f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>{title}</title>
<style>
body {{ font: 14px system-ui, sans-serif; margin: 24px; color: #222 }}
.chart {{ overflow-x: auto }} span {{ margin-right: 1.5em }}
i {{ display: inline-block; width: 1em; height: 1em; margin-right: .4em; vertical-align: -2px }}
</style>
<h1>{title}</h1>
<p>{escape(moves)}</p>
<p>{legend}</p>
<div class="chart">
{timetable_svg(timetable)}
</div>
<p>The cube is drawn with its faces up, in front and on the right.</p>
</html>
""",
        encoding="utf-8",
    )


def timetable_svg(timetable: Timetable) -> str:
    """Return the drawing of a timetable as SVG."""
    names = timetable.rows
    scale = _scale(timetable)
    bottom = _TOP + _ROW * len(names)
    width = _LEFT + scale * timetable.seconds + 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" '
        f'height="{bottom + _CUBE_ROW + 10}" font-family="sans-serif" font-size="11" '
        'dominant-baseline="central">'
    ]
    for number, name in enumerate(names):
        y = _TOP + _ROW * number
        parts.append(f'<text x="4" y="{y + _ROW / 2}">{escape(name)}</text>')
        parts.append(f'<path d="M{_LEFT} {y}H{width:.0f}" stroke="#e4e6eb"/>')
    parts.append(f'<text x="4" y="{bottom + _CUBE_ROW / 2}">{_CUBE}</text>')
    for moment in _ticks(timetable.seconds):
        x = _LEFT + scale * moment
        parts.append(f'<path d="M{x:.1f} {_TOP - 6}V{bottom}" stroke="#e4e6eb"/>')
        parts.append(f'<text x="{x:.1f}" y="{_TOP - 16}" text-anchor="middle">{moment:g}</text>')
    parts += [_bar(bar, _TOP + _ROW * names.index(bar.row), scale) for bar in timetable.bars]
    parts += [_held(moment, bottom + 6, scale) for moment in timetable.spans]
    return "\n".join([*parts, "</svg>"])


def _bar(bar: Bar, y: float, scale: float) -> str:
    x, width = _LEFT + scale * bar.start, scale * bar.seconds
    ink = "#222" if bar.kind == OTHER else "#fff"
    return (
        f"<g><title>{escape(bar.row)}: {escape(bar.label)}, {bar.start:.3f} s to "
        f"{bar.start + bar.seconds:.3f} s, {bar.kind}</title>"
        f'<rect x="{x:.1f}" y="{y + 3}" width="{max(width - 1, 1):.1f}" height="{_ROW - 6}" rx="3" '
        f'fill="{_COLOURS[bar.kind]}"/>'
        f'<text x="{x + width / 2:.1f}" y="{y + _ROW / 2}" text-anchor="middle" fill="{ink}">'
        f"{escape(bar.label)}</text></g>"
    )


def _held(moment: OrientationSpan, y: float, scale: float) -> str:
    """Return the SVG of the cube's visible faces, at the time when it gets this orientation."""
    x = _LEFT + scale * moment.start
    up, right, front = (moment.orientation.face_at(position) for position in "URF")
    drawn = "".join(
        f'<path d="M{x + 15:.1f} {y + 16}{way}z" fill="{_STICKERS[face]}" stroke="#333"/>'
        for face, way in ((up, _UP), (front, _FRONT), (right, _RIGHT))
    )
    return f"<g><title>{up} up, {front} in front, {right} on the right</title>{drawn}</g>"


def _scale(timetable: Timetable) -> float:
    """Return the pixels per second: enough for a label in the shortest bar, within a page limit."""
    if not timetable.seconds:
        return _SECOND
    shortest = min((bar.seconds for bar in timetable.bars), default=1.0)
    return min(_SECOND / shortest, _MAX_CHART_LENGTH / timetable.seconds)


def _ticks(seconds: float) -> Iterator[float]:
    step = next(s for s in (0.01, 0.05, 0.1, 0.5, 1, 5, 10, 50, 1e9) if seconds / s <= 100)
    moment = 0
    while moment * step <= seconds:
        yield round(moment * step, 6)
        moment += 1


def _write_picture(timetable: Timetable, title: str, _moves: str, path: Path) -> None:
    try:
        figures = import_module("matplotlib.figure")
    except ImportError as error:
        raise DrawingError(
            "a PNG needs matplotlib: pip install 'rokumen[plots]', or name a .html file"
        ) from error
    names = [*timetable.rows, _CUBE]
    width = min(max(8.0, 0.3 * len({bar.start for bar in timetable.bars})), 60.0)
    figure = figures.Figure(figsize=(width, 1.5 + 0.35 * len(names)), layout="constrained")
    axes = figure.subplots()
    for bar in timetable.bars:
        y = names.index(bar.row)
        axes.barh(y, bar.seconds, left=bar.start, color=_COLOURS[bar.kind], edgecolor="white")
        axes.text(bar.start + bar.seconds / 2, y, bar.label, ha="center", va="center", fontsize=6)
    for moment in timetable.spans:
        face_up, front = (moment.orientation.face_at(position) for position in "UF")
        where = {"left": moment.start, "height": 0.4, "edgecolor": "#333333", "linewidth": 0.5}
        length = moment.end - moment.start
        axes.barh(len(names) - 1.2, length, color=_STICKERS[face_up], **where)
        axes.barh(len(names) - 0.8, length, color=_STICKERS[front], **where)
    axes.set_yticks(range(len(names)), [*timetable.rows, "up / front"])
    axes.invert_yaxis()
    axes.set_xlabel("seconds")
    axes.set_title(title)
    for kind, colour in _COLOURS.items():
        axes.barh(0, 0, color=colour, label=kind)
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, -0.3), ncols=len(_COLOURS), fontsize=8)
    figure.savefig(path, dpi=110)
