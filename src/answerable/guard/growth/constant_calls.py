"""How much a call with constant arguments makes: rows of a series, characters of a padded string."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from answerable.guard.parse.constants import number

__all__ = ["growth", "series_rows"]

_SERIES = (exp.GenerateSeries, exp.ExplodingGenerateSeries)
_SERIES_NAMES = frozenset({"range", "sequence", "generate_series"})
_GROWING = (exp.Repeat, exp.Pad, exp.Space, exp.Format, exp.Randstr)
_GROWING_NAMES = frozenset(
    [
        "repeat",
        "rpad",
        "lpad",
        "space",
        "zeroblob",
        "randomblob",
        "random_bytes",
        "array_repeat",
        "array_fill",
        "array_resize",
        "list_resize",
        "printf",
        "format",
        "format_string",
        "repeat_row",
        "bar",
        "randstr",
    ]
)
_FACTORIALS = frozenset({"factorial", "gamma", "lgamma"})
_LARGEST_FACTORIAL = 1_000


def growth(call: exp.Expr) -> float:
    """How many rows, elements or characters the call makes, nested calls multiplied; 1 for what does not grow."""
    if isinstance(call, _SERIES) or _name(call) in _SERIES_NAMES:
        return max(series_rows(call) or 1.0, 1.0)
    if _name(call) in _FACTORIALS or isinstance(call, exp.Factorial):
        value = number(call.this if isinstance(call, exp.Factorial) else next(_arguments(call), None))
        return 1e18 if value is not None and value > _LARGEST_FACTORIAL else 1.0
    if not (isinstance(call, _GROWING) or _name(call) in _GROWING_NAMES):
        return 1.0
    return _made_by_arguments(call)


def _made_by_arguments(call: exp.Expr) -> float:
    """The product of an array's dimensions counts as one argument, a nested growing call as a factor."""
    largest, factor = 1.0, 1.0
    for argument in _arguments(call):
        value = number(argument)
        if value is not None:
            largest = max(largest, abs(value))
        elif isinstance(argument, exp.Array):
            product = 1.0
            for item in argument.expressions:
                product *= max(number(item) or 1.0, 1.0)
            largest = max(largest, product)
        elif isinstance(argument, exp.Literal):
            largest = max(largest, _width_in(argument.name))
        elif isinstance(argument, exp.Func):
            factor *= growth(argument)
    return largest * factor


def _width_in(text: str) -> float:
    """The largest width a format string asks for, as in `%1000000d`."""
    digits = "".join(c if c.isdigit() else " " for c in text[:1_000]) if "%" in text else ""
    return max((float(run[:18]) for run in digits.split()), default=1.0)


def series_rows(call: exp.Expr) -> float | None:
    """How many rows or elements a series of constants has; None when it depends on data or is of dates."""
    if isinstance(call, _SERIES):
        start, end, step = (call.args.get(key) for key in ("start", "end", "step"))
        ends = (start, end) if end is not None else (None, start)
    else:
        given = [*_arguments(call), None, None, None][:3]
        ends = (given[0], given[1]) if given[1] is not None else (None, given[0])
        step = given[2]
    first, last = (0.0 if ends[0] is None else number(ends[0])), number(ends[1])
    if first is None or last is None:
        return None
    stride = number(step)
    return abs(last - first) / abs(stride or 1.0) + 1


def _name(call: exp.Expr) -> str:
    return call.name.lower() if isinstance(call, exp.Anonymous) else ""


def _arguments(call: exp.Expr) -> Iterator[exp.Expr]:
    for key, value in call.args.items():
        if isinstance(call, exp.Anonymous) and key == "this":
            continue
        yield from (part for part in (value if isinstance(value, list) else [value]) if isinstance(part, exp.Expr))
