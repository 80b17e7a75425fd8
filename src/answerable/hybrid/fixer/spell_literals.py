"""Values as the source writes them: case, spellings of a state, codes for their meanings, yes and no of a flag."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from answerable.hybrid.fixer.draft_query import BoundColumn, DraftQuery
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg
from answerable.naming.nearest import similar_spellings
from answerable.semantics import FlagColumn

__all__ = ["spell_literals"]

_NEAR = 0.85
_LEAST_LETTERS = 5
_YES = frozenset({"yes", "y", "true", "t", "1"})
_NO = frozenset({"no", "n", "false", "f", "0"})

Value = str | int


@dataclass(frozen=True, slots=True)
class _Comparison:
    """`column = literal`, or one of `column IN (…)`."""

    bound: BoundColumn
    literal: exp.Expr

    @property
    def text(self) -> str:
        return str(self.literal.this).lower() if isinstance(self.literal, exp.Boolean) else self.literal.name


def spell_literals(draft: DraftQuery) -> None:
    for one in list(_comparisons(draft)):
        right = _as_written(one, draft)
        if right:
            _put(one, right)
            told = ", ".join(map(str, right))
            draft.note(msg("fixed.value", wrong=one.text, right=told, column=one.bound.column.name))


def _comparisons(draft: DraftQuery) -> Iterator[_Comparison]:
    for test in list(draft.tree.find_all(exp.EQ, exp.NEQ, exp.In, exp.Is)):
        column, literals = _sides(test)
        bound = draft.bound(column) if column is not None else None
        if bound is not None:
            yield from (_Comparison(bound, one) for one in literals)


def _sides(test: exp.Expr) -> tuple[exp.Column | None, list[exp.Expr]]:
    given = [_plain(test.this), *([] if isinstance(test, exp.In) else [_plain(test.expression)])]
    columns = [one for one in given if isinstance(one, exp.Column)]
    values = list(test.expressions) if isinstance(test, exp.In) else given
    literals: list[exp.Expr] = [one for one in values if isinstance(one, exp.Literal | exp.Boolean)]
    return (columns[0], literals) if len(columns) == 1 else (None, [])


def _plain(side: exp.Expr) -> exp.Expr:
    """`LOWER(status)` compares as well."""
    is_folded = isinstance(side, exp.Lower | exp.Upper) and isinstance(side.this, exp.Column)
    return side.this if is_folded else side


def _as_written(one: _Comparison, draft: DraftQuery) -> tuple[Value, ...]:
    """() where it is right, or nothing better is known."""
    column, text = one.bound.column, one.text
    if not isinstance(_other(one), exp.Column):
        return ()  # compared in one case on purpose
    known = {str(cell) for cell in column.cells if cell is not None} | set(column.common_values)
    if not known or text in known:
        return ()
    return (
        _of_flag(one, draft)
        or _of_codes(one, draft)
        or _of_status(one, draft)
        or _in_other_case(one, known)
        or _nearly(one, known)
    )


def _other(one: _Comparison) -> exp.Expr | None:
    test = one.literal.parent
    if test is None:
        return None
    found: exp.Expr = test.this if test.this is not one.literal else test.expression
    return found


def _of_flag(one: _Comparison, draft: DraftQuery) -> tuple[Value, ...]:
    flag = draft.source.flag(*one.bound.key)
    if flag is None or one.text in {str(value) for value in (*flag.yes, *flag.no)}:
        return ()
    if one.bound.column.kind.value == "boolean" or _is_same_truth(one, flag, draft.dialect):
        return ()
    said = one.text.casefold()
    if said in _YES or said == flag.label.casefold():
        return flag.yes
    return flag.no if said in _NO else ()


def _is_same_truth(one: _Comparison, flag: FlagColumn, dialect: str) -> bool:
    """TRUE is 1 in most engines."""
    is_word = isinstance(one.literal, exp.Boolean) and dialect != "postgres"
    return is_word and (flag.yes, flag.no) == ((1,), (0,))


def _of_codes(one: _Comparison, draft: DraftQuery) -> tuple[Value, ...]:
    decoding = draft.source.decoding(*one.bound.key)
    meanings = decoding.meanings if decoding else ()
    if one.text in {code for code, _ in meanings}:
        return ()
    found = [code for code, meaning in meanings if _bare(meaning) == _bare(one.text)]
    is_number = one.bound.column.kind.is_number
    return tuple(int(code) if is_number and code.lstrip("-").isdigit() else code for code in found)


def _of_status(one: _Comparison, draft: DraftQuery) -> tuple[Value, ...]:
    """Every spelling of it; else every value that means this state."""
    status = draft.source.status(*one.bound.key)
    if status is None:
        return ()
    said = _bare(one.text)
    for label, written in (*status.spellings, *status.states):
        if _bare(label) == said or said in {_bare(value) for value in written}:
            return _typed(written, one)
    return ()


def _typed(written: tuple[str, ...], one: _Comparison) -> tuple[Value, ...]:
    is_number = one.bound.column.kind.is_number
    return tuple(int(value) if is_number and value.lstrip("-").isdigit() else value for value in written)


def _in_other_case(one: _Comparison, known: set[str]) -> tuple[Value, ...]:
    """Beside the spelling that was asked for, where there may be values that nobody has seen."""
    found = tuple(sorted(value for value in known if _bare(value) == _bare(one.text)))
    return found if not found or _are_all(one, known) else (one.text, *found)


def _are_all(one: _Comparison, known: set[str]) -> bool:
    return one.bound.table.cells_are_all or (one.bound.column.distinct_estimate or len(known) + 1) <= len(known)


def _nearly(one: _Comparison, known: set[str]) -> tuple[Value, ...]:
    """A typing error, where all values of the column are known and one is clearly meant."""
    text = one.text
    if not _are_all(one, known) or len(text) < _LEAST_LETTERS or text.replace(".", "").isdigit():
        return ()
    folded = {value.casefold(): value for value in sorted(known)}
    near = similar_spellings(text.casefold(), list(folded), _NEAR, 2)
    is_clear = len(near) == 1 or (len(near) > 1 and near[0][1] > near[1][1])
    return (folded[near[0][0]],) if is_clear else ()


def _put(one: _Comparison, right: tuple[Value, ...]) -> None:
    literals = [_literal(value) for value in right]
    test = one.literal.parent
    if isinstance(test, exp.In):
        listed = [*(other for other in test.expressions if other is not one.literal), *literals]
        test.set("expressions", listed)
    elif len(literals) == 1 and not isinstance(test, exp.Is):
        one.literal.replace(literals[0])
    elif test is not None:
        among: exp.Expr = exp.In(this=one.bound.node.copy(), expressions=literals)
        if len(literals) == 1:
            among = exp.EQ(this=one.bound.node.copy(), expression=literals[0])
        test.replace(exp.Not(this=among) if isinstance(test, exp.NEQ) else among)


def _literal(value: Value) -> exp.Expr:
    return exp.Literal.string(value) if isinstance(value, str) else exp.Literal.number(value)


def _bare(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())
