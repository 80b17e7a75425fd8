"""Shares: `as a percentage` turns each group's figure into its part of the whole."""

from __future__ import annotations

from sqlglot import exp

from answerable.kernel.messages import CodedMessage, msg
from answerable.language.followups.draft import CannotEdit, Draft
from answerable.language.followups.fragment import Fragment
from answerable.language.query.aggregates import ratio

__all__ = ["show_shares"]


def show_shares(draft: Draft, said: Fragment) -> tuple[CodedMessage, ...]:
    if not said.sketch.share and not said.has("sharing"):
        return ()
    if not draft.groups or not draft.measures:
        raise CannotEdit(msg("cannot_edit.share_without_groups"))
    figure = draft.measures[0]
    share = exp.alias_(_share(figure), draft.names.alias(f"{figure.alias or 'figure'}_percent"), copy=False)
    for term in draft.order:
        if figure.alias and term.this.name == figure.alias:
            term.set("this", exp.Column(this=share.args["alias"].copy()))
    kept = draft.outputs if said.has("adding") else [o for o in draft.outputs if o is not figure]
    draft.outputs = [*kept, share]
    return (msg("follow_up.in_percent"),)


def _share(figure: exp.Expr) -> exp.Expr:
    raw = figure.unalias()
    raw = raw.this if isinstance(raw, exp.Round) else raw
    part = exp.Paren(this=raw.copy()) if isinstance(raw, exp.Binary) else raw.copy()
    hundredfold = exp.Mul(this=exp.Literal.number("100.0"), expression=part)
    total = exp.Window(this=exp.Sum(this=raw.copy()))
    return exp.Round(this=ratio(hundredfold, total), decimals=exp.Literal.number(2))
