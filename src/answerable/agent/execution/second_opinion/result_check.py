"""Cells of a result held against the samples, and its columns against those the guard expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from answerable.agent.execution.second_opinion.restricted_samples import RestrictedSamples, fold_text
from answerable.kernel.errors import Refused

if TYPE_CHECKING:
    import pyarrow as pa

    from answerable.guard import Verdict

__all__ = ["demand_no_restricted_values"]

_SIGNS = r"[,;|<>()\[\]{}\"'=:/]"
_BETWEEN_VALUES = r"[\s\p{Z},;|<>()\[\]{}\"'=:/]+"


class _Found(Refused):
    """With how many values of which columns, for the record."""

    def __init__(self, columns: Counter[str]) -> None:
        name = min(columns)
        super().__init__(
            f"The result holds values of the restricted column '{name}', so it is not shown.",
            hint="Ask for other columns, and tell the operator: the policy kept this from being shown, not the guard.",
        )
        self.columns = columns


def demand_no_restricted_values(table: pa.Table, verdict: Verdict, samples: RestrictedSamples) -> None:
    """Raises Refused, which names the column and never a value."""
    if not samples.likely:
        return
    hits = Counter(
        name
        for place, column in enumerate(table.columns)
        if place not in verdict.masked_columns
        for name in _restricted_in(column, samples)
    )
    if hits:
        raise _Found(hits)


def _restricted_in(column: pa.ChunkedArray, samples: RestrictedSamples) -> Iterator[str]:
    for candidates in _candidates(column, samples):
        texts = candidates.to_pylist()
        # One pass in C tells for nearly every result that there is nothing to look at.
        if not samples.likely.isdisjoint(map(hash, texts)):
            yield from (name for text in texts if (name := samples.column_of(text)) is not None)


def _candidates(column: pa.ChunkedArray, samples: RestrictedSamples) -> Iterator[pa.Array]:
    """The distinct texts and long numbers, then the words of those with several: as far as they are as long as one of
    the sampled values."""
    import pyarrow as pa
    import pyarrow.compute as pc

    texts = _texts(column)
    if texts is None:
        return
    lengths = pa.array(sorted(samples.lengths), pa.int32())
    for some in (texts, *_words(texts, min(samples.lengths))):
        yield some.filter(pc.is_in(pc.utf8_length(some), lengths))


def _words(texts: pa.Array, shortest: int) -> Iterator[pa.Array]:
    """Of texts that are longer than the shortest value and have more than one word."""
    import pyarrow.compute as pc

    texts = texts.filter(pc.greater(pc.utf8_length(texts), shortest))
    texts = texts.filter(pc.match_substring_regex(texts, _BETWEEN_VALUES))
    signed = pc.match_substring_regex(texts, _SIGNS)
    yield pc.list_flatten(pc.utf8_split_whitespace(texts.filter(pc.invert(signed))))
    yield pc.list_flatten(pc.split_pattern_regex(texts.filter(signed), _BETWEEN_VALUES))  # slower: only where needed


def _texts(column: pa.ChunkedArray) -> pa.Array | None:
    """The distinct values as folded texts; None where they can be no sampled value."""
    import pyarrow as pa
    import pyarrow.compute as pc

    kind = column.type
    if pa.types.is_boolean(kind) or pa.types.is_floating(kind) or pa.types.is_temporal(kind) or pa.types.is_null(kind):
        return None
    if pa.types.is_nested(kind) or pa.types.is_binary(kind) or pa.types.is_dictionary(kind):
        return pa.array([fold_text(value) for value in column.to_pylist() if value is not None], pa.large_string())
    values = pc.unique(column).drop_null().cast(pa.large_string())
    return pc.utf8_lower(pc.utf8_trim_whitespace(values))
