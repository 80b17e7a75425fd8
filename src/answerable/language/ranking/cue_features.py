"""Words that call for something in the query, and whether the query has it."""

from __future__ import annotations

import re
from functools import lru_cache

from answerable.language.neural.form import Form
from answerable.language.ranking.clause_features import clauses

__all__ = ["signs_of_cues"]

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
    "or_equal": r"at least|at most|or more|or less|or fewer|no less|no more|minimum of|maximum of|not more|not less",
    "like": r"contain|includ|start|begin|ends? with|substring|has the word|have the word|letter|prefix|string",
    "average_test": r"(above|below|than) (the )?(average|mean)",
    "descending": r"descend|from (the )?(highest|most|largest|oldest|latest)|high to low|\bdesc\b",
    "ascending": r"ascend|from (the )?(lowest|least|smallest|youngest|earliest)|low to high|alphabetical|\basc\b",
    "between": r"\bbetween\b|\bfrom \d+ to \d+",
    "all": r"\ball (the )?(information|details|columns|fields|attributes)|everything about",
    "ids": r"\bids?\b|\bidentifiers?\b",
}
_PATTERNS = {name: re.compile(pattern) for name, pattern in _CUES.items()}
_NEGATIONS = frozenset(("EXCEPT", "not_in", "!=", "not_null", *(f"not_like_{how}" for how in "cesx")))


@lru_cache(maxsize=8)
def _said(question: str) -> dict[str, bool]:
    return {name: bool(pattern.search(question)) for name, pattern in _PATTERNS.items()}


def signs_of_cues(question: str, form: Form) -> dict[str, float]:
    """Of each kind: 1 where it is said but not done, -1 where it is done but not said."""
    said, done = _said(question), _done(form)
    result = {f"cue_{name}": float(said[name]) - float(done[name]) for name in done}
    return {**result, "mismatches": float(sum(map(abs, result.values())))}


def _done(form: Form) -> dict[str, bool]:
    words = [token for token in form if isinstance(token, str)]
    there, outer = set(words), clauses(form)
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
        "or_equal": bool(there & {">=", "<="}),
        "like": any("like_" in word for word in there),
        "average_test": any(words[at : at + 2] == ["SELECT", "avg"] and at for at in range(len(words))),
        "descending": "desc" in outer.order and not cut,
        "ascending": "asc" in outer.order and not cut,
        "between": "between" in there,
        "all": form[1:2] == ("*",),
    }
