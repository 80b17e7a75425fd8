"""How often follow-ups are right: every turn of the dialogues, judged with the gold SQL of the turns before it.

    python -m benchmarks.dialogues [--part open|held_back|all] [--show] [--by-rule] [--check]

The dialogues are those of the tests. Every third one is held back: `--show` prints the failures of the open ones only.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from tests.language.followups.dialogues import ByRule, Dialogue, Verdict, dialogues, judged

from answerable.language import EmbeddedTranslator, Translator

LEAST_RIGHT, MOST_CONFIDENT_WRONG = 0.9, 0.03
"""Shares of the later turns."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", choices=("open", "held_back", "all"), default="all")
    parser.add_argument("--show", action="store_true", help="print what went wrong in the open dialogues")
    parser.add_argument("--by-rule", action="store_true", help="without the network, for questions that stand alone")
    parser.add_argument("--check", action="store_true", help="exit with 1 below LEAST_RIGHT")
    options = parser.parse_args()
    chosen = [d for d in dialogues() if options.part == "all" or d.held_back == (options.part == "held_back")]
    translator: Translator = ByRule() if options.by_rule else EmbeddedTranslator()
    verdicts = [(dialogue, verdict) for dialogue in chosen for verdict in judged(dialogue, translator)]
    _report(chosen, verdicts)
    if options.show:
        _show(verdicts)
    if options.check and not _are_good([verdict for _, verdict in verdicts if not verdict.opening]):
        sys.exit("Fewer later turns are right than LEAST_RIGHT asks for, or more are wrong and confident.")


def _are_good(later: list[Verdict]) -> bool:
    right = sum(verdict.right for verdict in later)
    confident = sum(not verdict.right and verdict.confidence >= 0.5 for verdict in later)
    return right >= LEAST_RIGHT * len(later) and confident <= MOST_CONFIDENT_WRONG * len(later)


def _report(chosen: list[Dialogue], verdicts: list[tuple[Dialogue, Verdict]]) -> None:
    print(f"{len(chosen)} dialogues, {len(verdicts)} turns")
    for name, first in (("opening turns", True), ("later turns", False)):
        _line(name, [v for _, v in verdicts if v.opening == first])
    for name, held in (("open", False), ("held back", True)):
        _line(f"{name}, later turns", [v for d, v in verdicts if d.held_back == held and not v.opening])
    sure = [v for _, v in verdicts if not v.right and v.confidence >= 0.5]
    print(f"wrong and confident: {len(sure)} ({len(sure) / max(len(verdicts), 1):.1%})")
    print(f"by database: {dict(Counter(d.database for d, v in verdicts if not v.right))} wrong")


def _line(name: str, verdicts: list[Verdict]) -> None:
    right = sum(verdict.right for verdict in verdicts)
    print(f"{name}: {right} of {len(verdicts)} right ({right / max(len(verdicts), 1):.1%})")


def _show(verdicts: list[tuple[Dialogue, Verdict]]) -> None:
    for dialogue, verdict in verdicts:
        if not verdict.right and not dialogue.held_back:
            print(f"\n{dialogue.database}: {verdict.say}\n  gold {verdict.gold}\n  said {verdict.told}")


if __name__ == "__main__":
    main()
