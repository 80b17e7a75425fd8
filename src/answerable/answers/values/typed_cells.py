"""From Arrow columns to Python values, with nothing lost on the way.

Arrow's own `to_pylist` refuses nanoseconds, far years, unknown zones, broken UTF-8 and repeated struct fields, and it
widens 32-bit floats to digits nobody stored. Here each of them arrives: as the Python value where one can hold it,
otherwise as its ISO 8601 text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from answerable.answers.values.temporal import elapsed_text, far_date_text, time_of_day_text

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["column_values", "rows_as_dicts", "unique_names"]


def column_values(column: pa.ChunkedArray | pa.Array) -> list[Any]:
    """Every value of a column, in order."""
    import pyarrow.types as kinds

    column = _storage(column)
    if kinds.is_float32(column.type) or kinds.is_float16(column.type):
        return [None if value is None else float(str(value)) for value in _shortest_floats(column)]
    if _needs_care(column.type):
        return [_value(scalar) for scalar in column]
    try:
        return list(column.to_pylist())
    except (ValueError, OverflowError, ArithmeticError):
        return [_value(scalar) for scalar in column]


def rows_as_dicts(table: pa.Table) -> list[dict[str, Any]]:
    """One dict a row; a column name that comes twice is `name` and `name_2`."""
    names = unique_names(table.column_names)
    columns = [column_values(column) for column in table.columns]
    if not columns:
        return [{} for _ in range(table.num_rows)]
    return [dict(zip(names, values, strict=True)) for values in zip(*columns, strict=True)]


def unique_names(names: Sequence[str]) -> list[str]:
    """The names, none of them empty or repeated; a name that was there already keeps its spelling."""
    taken: set[str] = set()
    given = set(names)
    unique = []
    for position, name in enumerate(names, start=1):
        candidate = base = name or f"column_{position}"
        count = 1
        while candidate in taken or (candidate != name and candidate in given):
            count += 1
            candidate = f"{base}_{count}"
        taken.add(candidate)
        unique.append(candidate)
    return unique


def _storage(column: pa.ChunkedArray | pa.Array) -> pa.ChunkedArray | pa.Array:
    """Dictionary and run-end columns as plain ones, so that one rule serves both."""
    import pyarrow.types as kinds

    if kinds.is_dictionary(column.type):
        return column.cast(column.type.value_type)
    if kinds.is_run_end_encoded(column.type):
        import pyarrow.compute as compute  # wraps all its functions when loaded: a tenth of a small command

        return compute.run_end_decode(column)
    return column


def _shortest_floats(column: pa.ChunkedArray | pa.Array) -> list[Any]:
    import numpy

    width = numpy.float32 if column.type.bit_width == 32 else numpy.float16
    return [None if value is None else width(value) for value in column.to_pylist()]


def _needs_care(kind: pa.DataType) -> bool:
    """True for types where `to_pylist` would give a value, but not the right one."""
    import pyarrow.types as kinds

    return bool(kinds.is_nested(kind))


def _value(scalar: pa.Scalar) -> Any:
    """One scalar, however deep; the slow way that every type survives."""
    import pyarrow.types as kinds

    if not scalar.is_valid:
        return None
    kind = scalar.type
    if kinds.is_map(kind):
        return _map(column_values(scalar.values.field(0)), column_values(scalar.values.field(1)))
    if kinds.is_struct(kind):
        return _struct(scalar)
    if kinds.is_nested(kind) and hasattr(scalar, "values"):
        return column_values(scalar.values)
    try:
        return scalar.as_py()
    except (ValueError, OverflowError, ArithmeticError):
        return _beyond_python(scalar)


def _map(keys: list[Any], values: list[Any]) -> Any:
    """A dict where the keys are distinct texts, as JSON asks; else its entries one by one."""
    if all(isinstance(key, str) for key in keys) and len(set(keys)) == len(keys):
        return dict(zip(keys, values, strict=True))
    return [{"key": key, "value": value} for key, value in zip(keys, values, strict=True)]


def _struct(scalar: pa.StructScalar) -> dict[str, Any]:
    names = unique_names([field.name for field in scalar.type])
    return {name: column_values(_one(scalar[position]))[0] for position, name in enumerate(names)}


def _one(scalar: pa.Scalar) -> pa.Array:
    import pyarrow as pa

    return pa.array([scalar], scalar.type) if scalar.is_valid else pa.nulls(1, scalar.type)


def _beyond_python(scalar: pa.Scalar) -> str:
    """The text of a value that no Python type holds."""
    import pyarrow.types as kinds

    kind = scalar.type
    if kinds.is_timestamp(kind) or kinds.is_date(kind):
        unit = kind.unit if kinds.is_timestamp(kind) else ("D" if kinds.is_date32(kind) else "ms")
        return far_date_text(scalar.value, unit, in_utc=kinds.is_timestamp(kind) and kind.tz is not None)
    if kinds.is_time(kind):
        return time_of_day_text(scalar.value)
    if kinds.is_duration(kind):
        return elapsed_text(scalar.value * _NANOSECONDS[kind.unit])
    if kinds.is_string(kind) or kinds.is_large_string(kind) or kinds.is_string_view(kind):
        return bytes(scalar.as_buffer()).decode("utf-8", "backslashreplace")
    return str(scalar)


_NANOSECONDS = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}
