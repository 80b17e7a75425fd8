"""How well a column's name points to a table: by the key's name, the table's noun, or a role that its rows hold."""

from __future__ import annotations

import re
from functools import lru_cache

from answerable.kernel.light_dataclass import dataclass
from answerable.naming.inflection import lemma
from answerable.semantics.column_facts import ColumnFacts, TableFacts
from answerable.semantics.identifier_words import name_parts
from answerable.semantics.key_columns import bare_words, is_key_name
from answerable.semantics.meaning_words import is_among, word_data
from answerable.semantics.semantic_model import Clue

__all__ = ["NameMatch", "is_count", "match_names", "names_a_person"]

_ALIKE = 3
"""Letters that two parts must share at their beginning."""


@dataclass(frozen=True, slots=True)
class NameMatch:
    score: float
    clue: Clue


def match_names(child: TableFacts, column: ColumnFacts, target: TableFacts, key: ColumnFacts) -> NameMatch | None:
    """The best of what the names say; None where they say nothing."""
    if is_count(column):
        return None
    found = [*_by_key_name(column, target, key), *_by_noun(column, target), *_by_role(child, column, target)]
    if child.name == target.name:
        found = [match for match in found if match.clue.code in ("role_of_itself", "noun_with_role")]
    return max(found, key=lambda match: match.score, default=None)


def is_count(column: ColumnFacts) -> bool:
    """`Max Guests` and `HomeGoals` count guests and goals; they point to none."""
    last = column.words[-1]
    return column.kind.is_number and not is_key_name(column) and lemma(last) != last and last not in ("reports",)


_AGENT = re.compile(r"[a-z]{2,}(er|or|ist|ian|ant|ent|ee|eur|man|woman)")


def names_a_person(words: tuple[str, ...]) -> bool:
    """`handler`, `sponsored by`: a role, whether or not a list knows it."""
    if not words:
        return False
    if words[-1] in ("by", "von") or is_among(words[-1:], "table_words", "people"):
        return True
    if any(is_among(words, "role_words", kind) for kind in ("staff", "customers")):
        return True
    others = word_data("role_words")["no_agents"]
    return any(_AGENT.fullmatch(word) is not None and word not in others for word in words)


@lru_cache(maxsize=1 << 15)
def _lemmas(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(lemma, words))


def _match(score: float, code: str, **parameters: str) -> NameMatch:
    return NameMatch(score, Clue(code, tuple(parameters.items())))


def _by_key_name(column: ColumnFacts, target: TableFacts, key: ColumnFacts) -> list[NameMatch]:
    own, theirs = _lemmas(bare_words(column)), _lemmas(bare_words(key))
    if not own or not theirs:
        return []
    names_table = theirs[-1] in _lemmas(target.noun.words)
    if column.words == key.words:
        return [_match(0.97 if names_table else 0.93, "same_name", name=key.name)]
    if own == theirs and (is_key_name(column) or is_key_name(key)):
        return [_match(0.9, "same_name", name=key.name)]
    if _has_modifiers(own, theirs):
        return [_match(0.88, "key_name_with_role", name=key.name)]
    return []


def _has_modifiers(own: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    """`dep_from` for `dep_cd`, `base_fac` for `fac_id`."""
    size = len(theirs)
    if len(own) <= size:
        return False
    if own[-size:] == theirs:
        return True
    return own[:size] == theirs and all(word in word_data("role_words")["modifiers"] for word in own[size:])


def _by_noun(column: ColumnFacts, target: TableFacts) -> list[NameMatch]:
    native = tuple(name_parts(target.noun.native))
    own, noun = _lemmas(bare_words(column)), _lemmas(target.noun.words)
    if not own or not noun or own[-1] == "by":
        return []
    parts = _lemmas(name_parts(column.name))
    if is_key_name(column) and len(parts) > 1 and parts[-2] == lemma(native[-1]) != own[-1]:
        return [_match(0.82, "names_head_of_table", noun=" ".join(noun))]
    if own == noun:
        return [_match(0.96, "names_table", noun=" ".join(noun))]
    if _has_modifiers(own, noun):
        return [_match(0.9, "noun_with_role", noun=" ".join(noun))]
    if own[-1] == noun[-1] and len(noun) > 1:
        return [_match(0.82 if is_key_name(column) else 0.6, "names_head_of_table", noun=" ".join(noun))]
    if len(own) == 1 and own[0] == noun[0] and is_key_name(column):
        return [_match(0.6, "names_start_of_table", noun=" ".join(noun))]
    return _by_beginning(column, target)


def _by_beginning(column: ColumnFacts, target: TableFacts) -> list[NameMatch]:
    """`emp_no` for `employees`: cut short in a way that no list knows."""
    parts, whole = name_parts(column.name), "".join(name_parts(target.noun.native))
    first = parts[0]
    is_short = len(first) >= _ALIKE and len(parts) > 1 and whole.startswith(first) and len(whole) > len(first)
    return [_match(0.7, "abbreviates_table", noun=whole)] if is_short and is_key_name(column) else []


def _by_role(child: TableFacts, column: ColumnFacts, target: TableFacts) -> list[NameMatch]:
    words = bare_words(column)
    is_itself = child.name == target.name
    is_of_itself = is_among(words, "role_words", "itself")
    if is_itself and is_among(words, "role_words", "things"):
        return [_match(0.9, "role_of_itself", role=" ".join(words))]
    if is_itself:
        is_about_people = words[:1] not in (("parent",), ("previous",), ("original",)) and not child.is_people
        return [_match(0.6 if is_about_people else 0.9, "role_of_itself", role=" ".join(words))] if is_of_itself else []
    if not target.is_people:
        return []
    return _person_role(words, target)


def _person_role(words: tuple[str, ...], target: TableFacts) -> list[NameMatch]:
    noun = _lemmas(target.noun.words[-1:])
    is_staff = is_among(noun, "role_words", "staff_tables")
    is_customer = is_among(noun, "role_words", "customer_tables")
    role = " ".join(words)
    if words[-1:] == ("by",) or words[-1:] == ("from",):
        return [_match(0.8 if is_staff else 0.55, "done_by", role=role)]
    found = []
    if is_among(words, "role_words", "staff"):
        found.append(_match(0.85 if is_staff else 0.55, "staff_role", role=role))
    if is_among(words, "role_words", "customers"):
        found.append(_match(0.85 if is_customer else 0.55, "customer_role", role=role))
    return found
