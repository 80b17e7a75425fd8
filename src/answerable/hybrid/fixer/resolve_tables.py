"""Tables that the schema does not have, taken for the ones that are meant."""

from __future__ import annotations

from sqlglot import exp

from answerable.hybrid.fixer.draft_query import DraftQuery, identifier
from answerable.hybrid.fixer.fixing_source import FixingSource, lemmas_of
from answerable.kernel.messages import msg
from answerable.kernel.schema import Table
from answerable.naming.nearest import similarity
from answerable.sql.scope import table_name

__all__ = ["resolve_tables"]

_ALIKE, _CLEARLY = 80.0, 5.0
_MEANT, _CLEARLY_MEANT = 0.4, 0.1
_SAME_WORDS, _PART_OF_WORDS = 98.0, 84.0


def resolve_tables(draft: DraftQuery) -> None:
    queries = {one.alias.casefold() for one in draft.tree.find_all(exp.CTE)}
    for node in list(draft.tree.find_all(exp.Table)):
        if not isinstance(node.this, exp.Identifier) or (node.name.casefold() in queries and not node.db):
            continue
        if draft.source.schema.table(table_name(node)) is None and (meant := meant_table(node, draft.source)):
            _rename(node, meant, draft)


def meant_table(node: exp.Table, source: FixingSource) -> Table | None:
    """By its bare name where only the namespace is wrong; else the one that clearly resembles it."""
    if node.db and (bare := source.schema.table(node.name)):
        return bare
    scored = sorted(((_likeness(node.name, one, source), one.qualified) for one in source.schema.tables), reverse=True)
    if not scored or scored[0][0] < _ALIKE or (len(scored) > 1 and scored[0][0] - scored[1][0] < _CLEARLY):
        return _by_meaning(node.name, source)
    return source.schema.table(scored[0][1])


def _by_meaning(name: str, source: FixingSource) -> Table | None:
    """`clients` for customers: a query with a table that is not there cannot run anyway, so the nearest noun is tried,
    and told."""
    from answerable.language.neural.word_vectors import shipped_word_vectors  # loads the network's weights

    vectors, tables = shipped_word_vectors(), source.schema.tables
    nouns = [sorted(frozenset[str]().union(*source.names_of(table))) for table in tables]
    own = vectors.stack(sorted(lemmas_of(name)))
    if not len(own) or not all(nouns):
        return None
    likeness = [float((own @ vectors.stack(noun).T).max()) for noun in nouns]
    best, *others = sorted(range(len(tables)), key=lambda at: -likeness[at])
    is_clear = not others or likeness[best] - likeness[others[0]] >= _CLEARLY_MEANT
    return tables[best] if likeness[best] >= _MEANT and is_clear else None


def _likeness(name: str, table: Table, source: FixingSource) -> float:
    words = lemmas_of(name)
    by_words = max((_of_words(words, known) for known in source.names_of(table)), default=0.0)
    return max(by_words, similarity(_plain(name), _plain(table.name)))


def _of_words(words: frozenset[str], known: frozenset[str]) -> float:
    if words == known:
        return _SAME_WORDS
    return _PART_OF_WORDS if words and words < known else 0.0


def _rename(node: exp.Table, meant: Table, draft: DraftQuery) -> None:
    if not node.alias:  # the columns call it by this name
        node.set("alias", exp.TableAlias(this=identifier(node.name)))
    if node.name.casefold() != meant.name.casefold():
        draft.note(msg("fixed.table", wrong=node.name, right=meant.name))
    draft.is_changed = True
    node.set("this", identifier(meant.name))
    node.set("db", identifier(meant.namespace) if meant.namespace else None)
    node.set("catalog", None)


def _plain(name: str) -> str:
    return name.casefold().replace("_", "").replace(" ", "")
