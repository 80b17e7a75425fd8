"""`python -m benchmarks.fair_queue`: how long a neighbour waits while somebody keeps the server busy.

Half-sent requests are held open from one address, without an account, and the site is asked meanwhile. Then one viewer
asks 16 questions of 1,000 characters at once, and a neighbour asks a short one every half second until they are over.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from tests.web.asking import Asker
from tests.web.half_sent import HALF_SENT, held
from tests.web.serving import Server, serving

from answerable import sample
from benchmarks.processes import Watch
from benchmarks.serving import _tokens

LONG_QUESTIONS = 16
LOOKS = 20
SITE_SECONDS, NEIGHBOUR_SECONDS = 1.0, 2.0
_PATTERNS = (
    "orders between 10 and 20 and ",
    "customers and ",
    "total revenue by month and country for customers in Seoul in 2024 and also ",
    "고객별 주문 and name, ",
)


def long_question(number: int) -> str:
    """A thousand characters, each question another."""
    pattern = _PATTERNS[number % len(_PATTERNS)]
    return (f"in {2000 + number} " + pattern * 100)[:1_000].strip()


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sample.write_sqlite(folder / "shop.db")
        (folder / "answerable.toml").write_text("asks_per_minute = 600\n")
        with serving(folder, "--source", "shop.db") as server:
            viewer, neighbour = _tokens(folder, 2)
            slow = [_beside_half_sent(server, kind, count) for kind in HALF_SENT for count in (50, 200)]
            waited = _beside_long_questions(server, viewer, neighbour)
    is_met = max(slow) <= SITE_SECONDS and waited <= NEIGHBOUR_SECONDS
    print(f"wanted: the site within {SITE_SECONDS:g} s, the neighbour within {NEIGHBOUR_SECONDS:g} s: {is_met}")
    return 0 if is_met else 1


def _beside_half_sent(server: Server, kind: str, count: int) -> float:
    sent = HALF_SENT[kind]
    with closing(server.visitor()) as visitor:
        if b"/assets/VEGA" in sent:
            path = visitor.get("/assets/vega.js").headers["Location"]
            visitor.get(path)
            sent = sent.replace(b"/assets/VEGA", path.encode())
        with held(server.url, sent, count):
            time.sleep(1.0)
            seconds = [_seconds(lambda: visitor.get("/sign-in/").raise_for_status()) for _ in range(LOOKS)]
    print(
        f"{count:4} x {kind:20} the site answers within {max(seconds):.3f} s (median {statistics.median(seconds):.3f})"
    )
    return max(seconds)


def _beside_long_questions(server: Server, viewer: str, neighbour: str) -> float:
    with Asker.with_token(server, viewer) as one, Asker.with_token(server, neighbour) as other:
        alone = [_seconds(lambda: other.ask("how many customers are there?")) for _ in range(5)]
        threads = [threading.Thread(target=one.ask, args=(long_question(n),)) for n in range(LONG_QUESTIONS)]
        seconds, began = [], time.monotonic()
        with Watch(server.process.pid) as watch:
            for thread in threads:
                thread.start()
            while any(thread.is_alive() for thread in threads):
                seconds.append(_seconds(lambda: other.ask("how many customers are there?")))
                time.sleep(0.5)
        took = time.monotonic() - began
    print(f"{LONG_QUESTIONS} questions of 1,000 characters took {took:.1f} s; memory at most {watch.most_mb:.0f} MB")
    print(
        f"the neighbour asked {len(seconds)} times and waited at most {max(seconds):.2f} s "
        f"(median {statistics.median(seconds):.2f}; alone {statistics.median(alone):.2f})"
    )
    return max(seconds)


def _seconds(do: Callable[[], object]) -> float:
    began = time.monotonic()
    do()
    return time.monotonic() - began


if __name__ == "__main__":
    sys.exit(main())
