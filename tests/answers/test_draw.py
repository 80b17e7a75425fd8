from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from answerable.answers.answer import Chart
from answerable.answers.charts import choose_chart
from answerable.answers.draw_chart import render_png, render_svg
from answerable.kernel.errors import CouldNotAnswer, Refused
from tests.answers.charts.results import HOSTILE, RESULTS

WORKER = Path(__file__).parents[2] / "src/answerable/answers/chart_process.py"


def _chart(columns: dict[str, list[Any]]) -> Chart:
    chart = choose_chart(pa.table(columns))
    assert chart is not None
    return chart


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    place = 8
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        yield png[place + 4 : place + 8], png[place + 8 : place + 8 + length]
        place += length + 12


def _size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", dict(_chunks(png))[b"IHDR"][:8])
    return width, height


def _distinct_lines(png: bytes) -> int:
    """How many of the picture's scan lines differ from the one above: none in a blank picture."""
    width, height = _size(png)
    data = zlib.decompress(b"".join(body for kind, body in _chunks(png) if kind == b"IDAT"))
    step = len(data) // height
    assert step == width * 4 + 1
    return sum(a != b for a, b in pairwise(data[i : i + step] for i in range(0, len(data), step)))


@pytest.mark.parametrize("name", ["a month a row", "long names", "parts of a whole", "two measures"])
@pytest.mark.slow
def test_a_chart_becomes_a_picture(name: str) -> None:
    png = render_png(_chart(RESULTS[name][1]), 600, 300, scale=1)
    assert _size(png) == (600, 300)
    assert _distinct_lines(png) > 50


def test_scale_multiplies_the_pixels() -> None:
    assert _size(render_png(_chart(RESULTS["a month a row"][1]), 300, 200, scale=2)) == (600, 400)


def test_names_and_values_are_in_the_picture() -> None:
    svg = render_svg(_chart(RESULTS["long names"][1]))
    assert all(text in svg for text in ("Total revenue by country", "United Kingdom", "900,000"))


def test_hostile_names_and_cells_are_drawn_as_text() -> None:
    svg = render_svg(_chart(HOSTILE))
    assert "<script" not in svg and "</script>" not in svg
    assert "alert(1)" in svg
    assert "it's" in svg or "it&#39;s" in svg or "it&apos;s" in svg


@pytest.mark.parametrize(
    "name",
    [
        "gaps and infinities",
        "time and category",
        "two like measures over time",
        "below zero",
        "too many categories",
        "parts over time",
        "two categories that add up",
        "two categories that do not",
    ],
)
def test_every_kind_can_be_drawn(name: str) -> None:
    assert render_svg(_chart(RESULTS[name][1])).startswith("<svg")


@contextmanager
def _counting_server() -> Iterator[tuple[str, list[str]]]:
    hits: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            hits.append(self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b'[{"a": 1}]')

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/data.json", hits
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _spec_with(data: dict[str, Any], **more: Any) -> dict[str, Any]:
    encoding = {"x": {"field": "a", "type": "quantitative"}}
    return {"width": 100, "height": 100, "data": data, "mark": "point", "encoding": encoding, **more}


def test_a_spec_that_names_a_url_is_refused() -> None:
    with _counting_server() as (url, hits):
        values = {"values": [{"a": 1, "url": url}]}
        specs = [
            _spec_with({"url": url}),
            _spec_with(values, transform=[{"lookup": "a", "from": {"data": {"url": url}, "key": "a"}}]),
            _spec_with(values, mark={"type": "image", "url": url}),
            _spec_with(values, encoding={"url": {"field": "url", "type": "nominal"}}),
            _spec_with(values, layer=[{"data": {"url": url}, "mark": "point"}]),
        ]
        for spec in specs:
            with pytest.raises(Refused, match="own data alone"):
                render_png(Chart("scatter", spec))
        assert hits == []


def test_a_column_called_url_is_only_data() -> None:
    chart = _chart({"url": ["http://a.example", "http://b.example"], "visits": [1, 2]})
    assert render_svg(chart).startswith("<svg")


def test_the_worker_itself_fetches_nothing() -> None:
    with _counting_server() as (url, hits):
        request = {"format": "svg", "spec": _spec_with({"url": url}), "scale": 1}
        command = [sys.executable, "-P", str(WORKER), "20"]
        subprocess.run(command, input=json.dumps(request).encode(), capture_output=True, timeout=60, check=False)
        assert hits == []


def _children() -> set[int]:
    return {pid for task in Path(f"/proc/{os.getpid()}/task").iterdir() for pid in _children_of(task)}


def _children_of(task: Path) -> set[int]:
    try:
        return set(map(int, (task / "children").read_text().split()))
    except FileNotFoundError:  # the thread has ended since it was listed
        return set()


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs /proc to count child processes")
def test_drawing_that_takes_too_long_is_stopped_and_leaves_no_process() -> None:
    before = _children()
    endless = {"sequence": {"start": 0, "stop": 50_000_000, "as": "a"}}
    with pytest.raises(CouldNotAnswer, match=r"more than 0\.5 s"):
        render_png(Chart("scatter", _spec_with(endless)), seconds=0.5)
    assert _children() <= before


def test_a_spec_that_makes_no_sense_is_one_clear_line() -> None:
    with pytest.raises(CouldNotAnswer) as caught:
        render_png(Chart("bar", {"mark": "no such mark", "data": {"values": []}}))
    assert caught.value.message.startswith("The chart could not be drawn: ")
    assert "\n" not in caught.value.line() and "jsdelivr" not in caught.value.line()


@pytest.mark.parametrize(("width", "height", "scale"), [(-1, 100, 1.0), (100_000, 100_000, 1.0), (1000, 1000, 100.0)])
def test_impossible_sizes_are_refused(width: int, height: int, scale: float) -> None:
    with pytest.raises(Refused):
        render_png(_chart(RESULTS["a month a row"][1]), width, height, scale)
