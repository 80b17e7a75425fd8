"""What speaks for and against a reading: how likely it is, whether its parts were said, and whether what was said is in
it. Plain numbers with names; their weights are learned (`training.fit`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from answerable.language.ranking.pool import Pooled
from answerable.language.reader.form import Form, Pointer
from answerable.language.reader.names import STOP_WORDS, WORD, lemma, stem

if TYPE_CHECKING:
    from answerable.language.reader.items import SchemaItems

__all__ = ["signs_of_none", "signs_of_reading"]

_CUES: dict[str, str] = {
    "count": r"how many|number of|count|how much",
    "avg": r"average|mean\b|avg",
    "sum": r"\btotal\b|\bsum\b|altogether|overall|combined",
    "max": r"\bmost\b|highest|largest|maximum|biggest|greatest|oldest|longest|latest|\btop\b|\bbest\b|tallest|newest",
    "min": r"\bleast\b|lowest|smallest|minimum|fewest|youngest|shortest|earliest|cheapest|worst",
    "group": r"\beach\b|\bevery\b|\bper\b|\bby\b|different",
    "negation": r"\bnot\b|n't|never|\bno\b|without|except|neither|\bnor\b|other than|exclud",
    "either": r"\bor\b|either",
    "both": r"\bboth\b|\bas well as\b|and also|at the same time",
    "distinct": r"different|distinct|unique",
    "order": r"\bsort|\border|alphabetical|descending|ascending|\brank",
    "more": r"more than|greater|above|\bover\b|at least|exceed|older than|larger than|higher than|after|longer|or more",
    "less": r"less than|fewer|below|under|at most|younger than|smaller than|lower than|before|shorter|or less",
    "like": r"contain|includ|start|begin|ends? with|substring|has the word|have the word|letter|prefix|string",
    "average_test": r"(above|below|than) (the )?(average|mean)",
}
_PATTERNS = {name: re.compile(pattern) for name, pattern in _CUES.items()}
_NEGATIONS = frozenset(("EXCEPT", "not_in", "!=", "not_null", *(f"not_like_{how}" for how in "cesx")))
_SETS = ("UNION", "INTERSECT", "EXCEPT")
_AFTER_ITEMS = ("FROM", "WHERE", "GROUP", "ORDER", "LIMIT", *_SETS)
_LEAST = -8.0


def signs_of_reading(question: str, one: Pooled, pool: Sequence[Pooled], items: SchemaItems) -> dict[str, float]:
    found = {**_of_likelihood(one, pool), "by_rule": one.by_rule, "is_rule": float(one.by_rule > 0)}
    if one.form is None:
        return found | {"unsayable": 1.0}
    return found | _of_cues(question.lower(), one) | _of_links(question.lower(), one, items) | _of_shape(one)


def signs_of_none(pool: Sequence[Pooled], strange: int) -> dict[str, float]:
    """For the case that no reading is right."""
    best = max((one.log_probability for one in pool if one.log_probability is not None), default=_LEAST)
    return {
        "one": 1.0,
        "unlikely": -max(best, _LEAST),
        "strange": float(min(strange, 4)),
        "unsure_rules": 1 - max((one.by_rule for one in pool), default=0.0),
        "disagree": float(not any(one.by_rule and one.log_probability is not None for one in pool)),
    }


def _of_likelihood(one: Pooled, pool: Sequence[Pooled]) -> dict[str, float]:
    likely = [other.log_probability for other in pool if other.log_probability is not None]
    if one.log_probability is None:
        return {"unread": 1.0}
    return {
        "log": max(one.log_probability, _LEAST),
        "behind": max(one.log_probability - max(likely), _LEAST),
        "first": float(one.place == 0),
        "both_ways": float(one.by_rule > 0),
    }


def _of_cues(question: str, one: Pooled) -> dict[str, float]:
    """Each kind of word that is said but not done, and each thing done that was not said."""
    assert one.form is not None
    done = _done(one.form)
    found: dict[str, float] = {}
    for name, pattern in _PATTERNS.items():
        said = bool(pattern.search(question))
        if said != done[name]:
            found[f"{'unheard' if said else 'unsaid'}_{name}"] = 1.0
    return found


def _done(form: Form) -> dict[str, bool]:
    words = [token for token in form if isinstance(token, str)]
    there = set(words)
    cut = "LIMIT" in there
    return {
        "count": "count" in there,
        "avg": "avg" in there,
        "sum": "sum" in there,
        "max": "max" in there or (cut and "desc" in there),
        "min": "min" in there or (cut and "asc" in there),
        "group": "GROUP" in there,
        "negation": bool(there & _NEGATIONS),
        "either": bool(there & {"OR", "UNION"}),
        "both": "INTERSECT" in there,
        "distinct": bool(there & {"DISTINCT", "distinct"}),
        "order": "ORDER" in there,
        "more": bool(there & {">", ">="}),
        "less": bool(there & {"<", "<="}),
        "like": any("like_" in word for word in there),
        "average_test": any(words[at : at + 2] == ["SELECT", "avg"] and at for at in range(len(words))),
    }


def _of_links(question: str, one: Pooled, items: SchemaItems) -> dict[str, float]:
    assert one.form is not None
    said = [lemma(word) for word in WORD.findall(question)]
    stems = {stem(word) for word in said}
    used = list(dict.fromkeys(_items(one.form, items)))
    shares = [_share(items.lemmas[item], stems) for item in used]
    covered = {stem(word) for item in used for word in items.lemmas[item]}
    texts = [one.values[number].text.lower() for number in _values(one.form)]
    covered |= {stem(lemma(word)) for text in texts for word in WORD.findall(text)}
    known = {stem(word) for word in said if word not in STOP_WORDS and word in items.by_word}
    return {
        "said": sum(shares) / max(1, len(shares)),
        "least_said": min(shares, default=1.0),
        "unsaid_items": float(sum(share == 0 for share in shares)),
        "uncovered": float(len(known - covered)),
        **_of_values(one),
    }


def _items(form: Form, items: SchemaItems) -> Iterator[int]:
    for token in form:
        if isinstance(token, Pointer) and token.kind != "value":
            yield token.index + (items.first_column if token.kind == "column" else 0)


def _values(form: Form) -> list[int]:
    return [token.index for token in form if isinstance(token, Pointer) and token.kind == "value"]


def _share(name: Sequence[str], stems: set[str]) -> float:
    return sum(stem(word) in stems for word in name) / max(1, len(name))


def _of_values(one: Pooled) -> dict[str, float]:
    assert one.form is not None
    used = set(_values(one.form))
    strong = [n for n, value in enumerate(one.values) if value.kind in ("quoted", "cell", "number")]
    held = [_is_held(column, value, one) for column, value in _compared(one.form)]
    return {
        "unused_values": float(sum(number not in used for number in strong)),
        "held": float(sum(fits is True for fits in held)),
        "not_held": float(sum(fits is False for fits in held)),
    }


def _compared(form: Form) -> Iterator[tuple[int, int]]:
    """(column, value) pairs that stand on both sides of a test."""
    column = -1
    for token in form:
        if isinstance(token, Pointer):
            if token.kind == "column":
                column = token.index
            elif token.kind == "value" and column >= 0:
                yield column, token.index
        elif token in ("LIMIT", "HAVING"):
            column = -1


def _is_held(column: int, number: int, one: Pooled) -> bool | None:
    """None where nothing is known of who holds the value."""
    value = one.values[number]
    return column in value.columns if value.columns else None


def _of_shape(one: Pooled) -> dict[str, float]:
    assert one.form is not None
    form = one.form
    end = next((at for at, token in enumerate(form) if token in _AFTER_ITEMS), len(form))
    shown = [token for token in form[:end] if isinstance(token, Pointer)]
    equal = [token for token, following in pairwise(form) if following == "=" and token in shown]
    return {
        "length": len(form) / 10,
        "joins": float(one.sql.count(" JOIN ")),
        "shown": float(len(shown)),
        "shows_what_is_given": float(bool(equal)),
        "nested": float("(" in form),
        "sets": float(any(token in _SETS for token in form)),
        "having": float("HAVING" in form),
        "repeats": float(len(shown) - len(set(shown))),
        "named_tables": float(sum(isinstance(token, Pointer) and token.kind == "table" for token in form)),
    }
