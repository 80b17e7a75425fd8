"""Result columns and tables of a query under names that a person reads: `total_amount`, `orders`, `customer`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sqlglot import exp

from answerable.language.query.sql_names import must_quote
from answerable.naming.identifiers import identifier_words
from answerable.naming.inflection import plural
from answerable.semantics.semantic_labels import SemanticLabels
from answerable.semantics.term_labels import TermLabel, TermLabels, tables_of

__all__ = ["name_columns"]

_UNNAMED = re.compile(r"figure(_\d+)?\Z")
_DAY = re.compile(r"\d{4}-\d\d-\d\d\Z")
_PREFIXES = {"sum": "total", "avg": "average", "min": "lowest", "max": "highest", "count_distinct": "different"}
_DATE_PREFIXES = {"min": "earliest", "max": "latest"}


def name_columns(tree: exp.Expr, labels: SemanticLabels, dialect: str) -> exp.Expr:
    """The same tree, changed. Columns are named where they have no name of their own; every column in it says its
    table, so that no alias can be taken for one."""
    if isinstance(tree, exp.Select):
        inner = _only_inner(tree)
        if inner is None:
            _name_shown(tree, labels, dialect)
        else:
            _rename_outer(tree, _name_shown(inner, labels, dialect), dialect)
    return tree


def _only_inner(select: exp.Select) -> exp.Select | None:
    """The query that this one only picks rows of."""
    source = select.args.get("from_")
    is_inner = source is not None and isinstance(source.this, exp.Subquery) and not select.args.get("joins")
    inner = source.this.this if source is not None and is_inner else None
    return inner if isinstance(inner, exp.Select) else None


def _name_shown(select: exp.Select, labels: SemanticLabels, dialect: str) -> dict[str, str]:
    """New names by old ones."""
    tables = tables_of(select, labels)
    source = select.args.get("from_")
    base = tables.get(source.this.alias_or_name.casefold(), "") if source is not None else ""
    terms = TermLabels(labels, tables, base)
    taken = {one.alias.casefold() for one in select.expressions if _is_named(one)}
    renamed: dict[str, str] = {}
    for term in select.expressions:
        if not _is_named(term) and (name := _free_name(term, terms, taken)):
            renamed[term.alias_or_name] = name
            _give_name(term, name, dialect)
    return renamed


def _is_named(term: exp.Expr) -> bool:
    """By somebody who knew what it is."""
    if not isinstance(term, exp.Alias):
        return isinstance(term, exp.Star)
    return not _UNNAMED.match(term.alias) and term.this.name != term.alias


def _free_name(term: exp.Expr, terms: TermLabels, taken: set[str]) -> str:
    found = terms.label(term)
    own = term.unalias().name if isinstance(term.unalias(), exp.Column) else ""
    for name in _names(found, term, own, terms):
        if name and name.casefold() not in taken:
            taken.add(name.casefold())
            return name if name != own else ""
    return ""


def _names(found: TermLabel | None, term: exp.Expr, own: str, terms: TermLabels) -> Iterator[str]:
    """Best first, without end."""
    name = _name(found) if found else _ratio_name(term, terms) or _part_name(term, terms) or "figure"
    if own and found and identifier_words(own) == tuple(found.label.split()):
        name = own
    yield name
    if found and found.table:
        yield _snake(f"{terms.labels.noun(found.table)} {name}")
    number = 2
    while True:
        yield f"{name}_{number}"
        number += 1


def _ratio_name(term: exp.Expr, terms: TermLabels) -> str:
    """`orders_per_customer`: a figure over the number of rows of another table; empty for anything else."""
    ratio = term.unalias()
    if not isinstance(ratio, exp.Div):
        return ""
    part = ratio.this.expression if isinstance(ratio.this, exp.Mul) else ratio.this
    whole = ratio.expression.this if isinstance(ratio.expression, exp.Nullif) else ratio.expression
    over, under = terms.label(part), terms.label(whole)
    if over is None or under is None or under.function != "count":
        return ""
    return _snake(f"{_name(over)} per {terms.labels.noun(under.table)}")


def _part_name(term: exp.Expr, terms: TermLabels) -> str:
    """`orders_2024`, `total_amount_online`: a figure over some of the rows, where figures stand side by side."""
    core = term.unalias()
    case = core.find(exp.Case) if isinstance(core, exp.Count | exp.Sum | exp.Avg | exp.Min | exp.Max) else None
    if case is None or len(case.args["ifs"]) != 1:
        return ""
    (branch,) = case.args["ifs"]
    value = branch.args["true"]
    whole = exp.Count(this=exp.Star()) if isinstance(core, exp.Count) else type(core)(this=value.copy())
    found, said = terms.label(whole), [one.name for one in branch.this.find_all(exp.Literal) if one.is_string]
    return _snake(f"{_name(found)} {_told_apart(said)}") if found and said else ""


def _told_apart(said: list[str]) -> str:
    """The year or the month of a period; else the value."""
    days = sorted(text for text in said if _DAY.match(text))
    if not days:
        return said[0]
    is_year = all(day.endswith("-01-01") for day in days)
    return days[0][:4] if is_year else days[0][:7]


def _name(found: TermLabel) -> str:
    prefix = (_DATE_PREFIXES if found.is_date else {}).get(found.function) or _PREFIXES.get(found.function, "")
    label = plural(found.label) if found.function == "count_distinct" else found.label
    return _snake(label if label.startswith(prefix) else f"{prefix} {label}")


def _snake(label: str) -> str:
    return re.sub(r"\W+", "_", label.casefold()).strip("_")


def _give_name(term: exp.Expr, name: str, dialect: str) -> None:
    alias = exp.Identifier(this=name, quoted=must_quote(name, dialect))
    if isinstance(term, exp.Alias):
        term.set("alias", alias)
    else:
        named = exp.Alias(this=term.copy(), alias=alias)
        term.replace(named)


def _rename_outer(select: exp.Select, renamed: dict[str, str], dialect: str) -> None:
    for column in select.find_all(exp.Column):
        if column.parent_select is select and column.name in renamed:
            name = renamed[column.name]
            column.set("this", exp.Identifier(this=name, quoted=must_quote(name, dialect)))
