"""A figure set against another one, in people's words."""

from __future__ import annotations

from answerable.kernel.messages import CodedMessage, msg
from answerable.language.business.descriptions.describe_conditions import CannotDescribe

__all__ = ["group_comparison", "other_comparison"]


def other_comparison(figure: CodedMessage, operator: str, other: CodedMessage) -> CodedMessage:
    """Raises CannotDescribe."""
    match operator:
        case ">":
            return msg("described.above_other", label=figure, other=other)
        case ">=":
            return msg("described.at_least_other", label=figure, other=other)
        case "<":
            return msg("described.below_other", label=figure, other=other)
        case "<=":
            return msg("described.at_most_other", label=figure, other=other)
    raise CannotDescribe(operator)


def group_comparison(figure: CodedMessage, operator: str) -> CodedMessage:
    if operator in (">", ">="):
        return msg("described.above_groups", label=figure)
    return msg("described.below_groups", label=figure)
