"""`python -m benchmarks.model_crowd [--questions 50] [--seconds 2]`: questions at once, whose model takes its time.

A server on this machine answers each prompt after so many seconds. All questions are asked at the same moment, through
the pool of sources that a server uses, each in words of its own. Ends with 1 where they take ten seconds or more: then
they waited for each other.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
import time
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.hybrid.scripted_model import proposal
from tests.providers.scripted_server import ScriptedServer, slow
from tests.providers.wire import OpenAIWire

from answerable import sample
from answerable.agent import Agent, Question
from answerable.agent.context.model_seat import ModelSeat
from answerable.agent.context.source_pool import SourcePool
from answerable.agent.events import Answered
from answerable.kernel.settings import Settings
from answerable.providers.model_settings import ModelSettings
from answerable.providers.open_model import open_model

MOST_SECONDS = 10.0
_QUESTION = "which nations brought us how much from {word} stuff that is still going"
_SQL = "SELECT country, COUNT(*) AS customers FROM customers GROUP BY country"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=2.0)
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        took, answered, most = _crowd(Path(folder), given.questions, given.seconds)
    told = f"{answered} of {given.questions} answered in {took:.1f} s, {most} calls at once"
    print(f"{told}; load of the machine {os.getloadavg()[0]:.1f}")
    sys.exit(1 if took >= MOST_SECONDS or answered < given.questions else 0)


def _crowd(folder: Path, count: int, seconds: float) -> tuple[float, int, int]:
    sample.write_sqlite(folder / "shop.db")
    pool, ended = SourcePool(folder=folder), list[object]()
    with ScriptedServer([slow(seconds, OpenAIWire().text(proposal(_SQL)))]) as server:
        models = ModelSettings(base_url=f"{server.url}/v1", question_seconds=60.0)
        seat = ModelSeat(open_model("openai-compatible:big-70b", models, environ={}), models)

        def ask(number: int) -> None:
            settings = Settings(confirm="never", confidence_threshold=0.05)
            with pool.open_context([str(folder / "shop.db")], settings, today=date(2026, 11, 18), seat=seat) as context:
                ended.append(Agent(context).ask(Question(_QUESTION.format(word=_word(number)))))

        ask(count)
        ended.clear()
        threads = [threading.Thread(target=ask, args=(number,)) for number in range(count)]
        began = time.monotonic()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        took = time.monotonic() - began
    pool.close()
    return took, sum(isinstance(one, Answered) for one in ended), server.most_at_once


def _word(number: int) -> str:
    """That nobody has read before."""
    return "".join("kelvorazi"[int(digit)] for digit in f"{number * 7 + 1:o}") + "ish"


if __name__ == "__main__":
    main()
