"""How one cell survives the way to a reader: JSON, CSV, the terminal.

| value                      | JSON                            | CSV              | terminal             |
|----------------------------|---------------------------------|------------------|----------------------|
| whole number, Decimal      | number, every digit             | every digit      | grouped, rounded     |
| float                      | shortest number that reads back | the same         | grouped, rounded     |
| NaN, ±Inf                  | "NaN", "Infinity", "-Infinity"  | the same, bare   | the same             |
| date, time, timestamp      | ISO 8601 text, offset kept      | the same         | the same, no "T"     |
| duration, interval         | ISO 8601 duration, "P1DT2H"     | the same         | the same             |
| bytes                      | "0x" and hexadecimal digits     | the same         | the same, cut        |
| list, struct, map          | array, object, object           | JSON             | JSON                 |
| NULL                       | null                            | nothing at all   | ∅                    |
| empty text                 | ""                              | `""`             | nothing at all       |

A map whose keys are not distinct texts becomes an array of `{"key", "value"}`. Digits beyond 2^53 are written in full:
a reader that keeps numbers as doubles must ask its JSON library for decimals.
"""

from __future__ import annotations

from answerable.answers.values.csv_text import to_csv
from answerable.answers.values.json_text import dumps, to_json
from answerable.answers.values.number_text import NumberStyle, number_style
from answerable.answers.values.plain_text import NULL_TEXT, safe_text, text_columns, to_text
from answerable.answers.values.typed_cells import column_values, rows_as_dicts, unique_names

__all__ = [
    "NULL_TEXT",
    "NumberStyle",
    "column_values",
    "dumps",
    "number_style",
    "rows_as_dicts",
    "safe_text",
    "text_columns",
    "to_csv",
    "to_json",
    "to_text",
    "unique_names",
]
