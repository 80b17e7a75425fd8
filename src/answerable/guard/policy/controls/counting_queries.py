"""The text of control queries. Each row they give holds all values, and then numbers of values left out."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from answerable.guard.policy.controls.aggregation import Aggregation

__all__ = ["count_left_out_of_groups", "count_not_shown"]

_COUNT = "answerable_count"


def count_not_shown(made: Aggregation, rules: Sequence[exp.Expr]) -> exp.Select:
    """Values of the whole table, and those that are in no group that comes out. `rules` hold for every query."""
    everything = _select(exp.alias_(exp.Count(this=made.column.copy()), "n")).from_(_table(made), copy=False)
    for rule in rules:
        everything.where(rule.copy(), copy=False)
    shown = _select(exp.alias_(exp.Sum(this=exp.column(_COUNT, "g")), "n")).from_(
        _groups(made).subquery("g", copy=False), copy=False
    )
    left_out = exp.Sub(
        this=exp.column("n", "a"), expression=exp.Coalesce(this=exp.column("n", "s"), expressions=[_number(0)])
    )
    control = _select(exp.alias_(exp.column("n", "a"), "all_values"), exp.alias_(left_out, "left_out"))
    control.from_(everything.subquery("a", copy=False), copy=False)
    control.join(shown.subquery("s", copy=False), join_type="cross", copy=False)
    return _with_steps(control, made)


def _groups(made: Aggregation) -> exp.Select:
    """The statement's own groups, with the number of values in each; aliases stay, because HAVING may use them."""
    inner = made.select.copy()
    for clause in ("order", "limit", "offset", "with_", "distinct"):
        inner.set(clause, None)
    aliased = [item.copy() for item in made.aliased]
    inner.set("expressions", [*aliased, exp.alias_(exp.Count(this=made.column.copy()), _COUNT)])
    if inner.args.get("group") is not None:
        inner.set("group", exp.Group(expressions=[key.copy() for key in made.keys]))
    return inner


def count_left_out_of_groups(made: Aggregation, rules: Sequence[exp.Expr], minimum: int) -> exp.Select | None:
    """Per group that may come out: what all conditions leave out of it, and what each alone does. None: there are none.

    Only groups from which too few are left out come back."""
    asked = [part for part in made.conditions if part not in rules]
    asked += [exp.Not(this=exp.Is(this=join.key.copy(), expression=exp.Null())) for join in made.joins if join.drops]
    if not asked:
        return None
    every = range(len(asked))
    kept = _count_where(dict.fromkeys(every, 1))
    total = exp.Count(this=exp.column("v", "r"))
    left_out: list[exp.Expr] = [exp.Sub(this=total.copy(), expression=kept.copy())]
    if len(asked) > 1:
        left_out += [_count_where({place: int(place != alone) for place in every}) for alone in every]
    outputs = [exp.alias_(total, "all_values"), *(exp.alias_(one, f"l{n}") for n, one in enumerate(left_out))]
    control = _select(*outputs).from_(_flagged(made, asked, rules).subquery("r", copy=False), copy=False)
    if made.keys:
        control.group_by(*(exp.column(f"k{n}", "r") for n in range(len(made.keys))), copy=False)
    few = [exp.Between(this=one.copy(), low=_number(1), high=_number(minimum - 1)) for one in left_out]
    control.having(exp.GTE(this=kept.copy(), expression=_number(minimum)), copy=False)
    control.having(exp.or_(*few, copy=False), copy=False)
    return _with_steps(control, made)


def _flagged(made: Aggregation, asked: Sequence[exp.Expr], rules: Sequence[exp.Expr]) -> exp.Select:
    """All rows of the table, each with its value, its group, and which conditions it fulfils."""
    outputs = [exp.alias_(made.column.copy(), "v")]
    outputs += [exp.alias_(key.copy(), f"k{n}") for n, key in enumerate(made.keys)]
    for n, condition in enumerate(asked):
        flag = exp.Case(ifs=[exp.If(this=condition.copy(), true=_number(1))], default=_number(0))
        outputs.append(exp.alias_(flag, f"f{n}"))
    rows = _select(*outputs).from_(_table(made), copy=False)
    for join in made.joins:
        other = _bare_table(join.source.node)
        if join.using:
            rows.join(other, join_type="left", using=[name.copy() for name in join.using], copy=False)
        else:
            on = exp.and_(*(match.copy() for match in join.matches), copy=False)
            rows.join(other, on=on, join_type="left", copy=False)
    for rule in rules:
        rows.where(rule.copy(), copy=False)
    return rows


def _count_where(flags: dict[int, int]) -> exp.Expr:
    tests = [exp.EQ(this=exp.column(f"f{place}", "r"), expression=_number(flag)) for place, flag in flags.items()]
    counted = exp.If(this=exp.and_(*tests, copy=False), true=exp.column("v", "r"))
    return exp.Count(this=exp.Case(ifs=[counted]))


def _table(made: Aggregation) -> exp.Expr:
    return _bare_table(made.source.node)


def _bare_table(node: exp.Expr | None) -> exp.Expr:
    assert isinstance(node, exp.Table)
    table = node.copy()
    table.set("joins", None)
    table.set("laterals", None)
    return table


def _select(*outputs: exp.Expr) -> exp.Select:
    return exp.Select(expressions=list(outputs))


def _number(value: int) -> exp.Expr:
    return exp.Literal.number(value)


def _with_steps(control: exp.Select, made: Aggregation) -> exp.Select:
    """The statement's own WITH, which its conditions may read."""
    steps = made.select.args.get("with_")
    if steps is not None:
        control.set("with_", steps.copy())
    return control
