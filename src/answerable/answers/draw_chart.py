"""Charts as pictures, drawn in a process of their own.

The drawing library holds Python's lock while it works and cannot be interrupted, so it never runs here: a worker draws
one chart and ends, or is killed when its time is up. The worker has no way to fetch anything, and a spec that asks for
a URL is refused before it gets there.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from answerable.answers.answer import Chart
from answerable.answers.charts.vega import with_theme
from answerable.answers.values.json_text import dumps
from answerable.kernel.errors import CouldNotAnswer, Refused
from answerable.kernel.messages import msg

__all__ = ["render_png", "render_svg"]

_WORKER = Path(__file__).with_name("chart_process.py")
_MOST_PIXELS = 64_000_000
_KEPT_VARIABLES = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "FONTCONFIG_PATH", "FONTCONFIG_FILE", "SYSTEMROOT")
_COVERAGE = "COVERAGE_"


def render_png(
    chart: Chart,
    width: int | None = None,
    height: int | None = None,
    scale: float = 2.0,
    seconds: float = 20.0,
    *,
    theme: str = "light",
) -> bytes:
    """The chart as PNG, `width` × `height` times `scale` pixels; without a size, the chart's own."""
    spec = _sized(chart.spec, width, height)
    if spec["width"] * spec["height"] * scale * scale > _MOST_PIXELS:
        raise Refused(
            msg("answers.chart_too_large", width=spec["width"], height=spec["height"], scale=scale),
            hint=msg("answers.ask_for_smaller_chart"),
        )
    return _draw({"format": "png", "spec": with_theme(spec, theme), "scale": scale}, seconds)


def render_svg(
    chart: Chart, width: int | None = None, height: int | None = None, seconds: float = 20.0, *, theme: str = "light"
) -> str:
    spec = _sized(chart.spec, width, height)
    return _draw({"format": "svg", "spec": with_theme(spec, theme), "scale": 1.0}, seconds).decode("utf-8")


def _sized(spec: dict[str, Any], width: int | None, height: int | None) -> dict[str, Any]:
    size = {"width": width or spec.get("width", 640), "height": height or spec.get("height", 360)}
    if any(not isinstance(side, int) or side <= 0 for side in size.values()):
        raise Refused(
            msg("answers.chart_size_impossible", width=size["width"], height=size["height"]),
            hint=msg("answers.give_whole_pixels"),
        )
    return {**spec, **size}


def _draw(request: dict[str, Any], seconds: float) -> bytes:
    for url in _urls(request["spec"]):
        raise Refused(
            msg("answers.chart_with_outside_data", url=url),
            hint=msg("answers.put_data_into_spec"),
        )
    try:
        done = _run_worker(dumps(request).encode(), seconds)
    except subprocess.TimeoutExpired:
        raise CouldNotAnswer(
            msg("answers.chart_timed_out", seconds=seconds),
            hint=msg("answers.ask_for_simpler_chart"),
        ) from None
    if done.returncode != 0:
        reason = _reason(done.stderr)
        raise CouldNotAnswer(msg("answers.chart_failed", reason=reason), hint=msg("answers.table_has_the_data"))
    return done.stdout


def _run_worker(request: bytes, seconds: float) -> subprocess.CompletedProcess[bytes]:
    """Kills the worker, and waits until it is gone, when the time is up or the wait is interrupted."""
    command = [sys.executable, "-P", str(_WORKER), str(int(seconds) + 1)]
    return subprocess.run(  # noqa: S603 - our own worker; no word of it comes from outside
        command, input=request, capture_output=True, timeout=seconds, env=_environment(), check=False
    )


def _urls(part: Any) -> Iterator[str]:
    """Every place of a spec where the drawing library would fetch something; rows of data are not looked into."""
    if isinstance(part, list):
        for item in part:
            yield from _urls(item)
    if not isinstance(part, dict):
        return
    for key, value in part.items():
        if key == "url":
            yield value if isinstance(value, str) else json.dumps(value, default=str)
        elif key == "datasets" or (key == "values" and isinstance(value, list)):
            continue
        else:
            yield from _urls(value)


def _environment() -> dict[str, str]:
    """What fonts and the interpreter need; passwords in the environment stay here."""
    kept = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
    measured = {name: value for name, value in os.environ.items() if name.startswith(_COVERAGE)}
    return {**kept, **measured, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def _reason(stderr: bytes) -> str:
    """The library's first line of complaint, without the stack that follows."""
    lines = [line.strip() for line in stderr.decode("utf-8", "replace").splitlines() if line.strip()]
    reason = next((line for line in lines if line.startswith("Error:")), lines[-1] if lines else "the worker ended")
    return reason.removeprefix("Error:").strip().rstrip(".")[:300]
