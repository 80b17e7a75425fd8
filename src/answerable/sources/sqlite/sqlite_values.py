"""From SQLite's rows, in which any cell may hold any type, to Arrow columns of one type each, nothing lost.

The first block of rows settles the types, and blocks are given as they come. When a later one does not fit, the rest
is gathered, the columns are widened, and everything is given anew (`Widened`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from answerable.sources.engine import Widened
from answerable.sources.sqlite.declared_types import Columns, as_declared, conversions

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["read_rows"]

_CHUNK_ROWS = 1_900
"""Few enough that the rows of one chunk are made in the memory the last one left: 2,000 tuples are kept for reuse."""
_BLOCK_ROWS = 10 * _CHUNK_ROWS
"""Enough that handing on costs little, few enough that they are still in the processor's cache."""

_Cells = Sequence[Any]


def read_rows(
    cursor: Iterator[_Cells], columns: Columns, most: int, declared: Mapping[str, set[str]]
) -> pa.RecordBatchReader:
    """The first `most` rows of a query that has been started."""
    import pyarrow as pa

    rows = _Rows(cursor, columns, most, declared)
    first = rows.next_block()
    if rows.is_mixed:
        return rows.all().to_reader()
    return pa.RecordBatchReader.from_batches(first.schema, _blocks(rows, first))


def _blocks(rows: _Rows, block: pa.Table) -> Iterator[pa.RecordBatch]:
    schema = block.schema
    while block.num_rows:
        yield from block.combine_chunks().to_batches()
        block = rows.next_block()
        if rows.is_mixed or (block.num_rows and block.schema != schema):
            raise Widened(rows.all().to_reader())


class _Rows:
    """A running query, its columns gathered as they come."""

    def __init__(self, cursor: Iterator[_Cells], columns: Columns, most: int, declared: Mapping[str, set[str]]) -> None:
        self._cursor = cursor
        self._left = most
        self._names = [name for name, _ in columns]
        self._declared = conversions(columns, declared)
        self._columns = [_Column() for _ in self._names]

    @property
    def is_mixed(self) -> bool:
        return any(column.cells is not None for column in self._columns)

    def next_block(self) -> pa.Table:
        """Up to _BLOCK_ROWS rows more, unless a column is mixed: then there is nothing but `all`."""
        self._gather(_BLOCK_ROWS)
        return self._table([] if self.is_mixed else [column.latest() for column in self._columns])

    def all(self) -> pa.Table:
        """Every row from the first to the last."""
        self._gather(self._left)
        return self._table([column.whole() for column in self._columns])

    def _gather(self, count: int) -> None:
        ends = self._left - min(count, self._left)
        while self._left > ends and (count := self._take(min(_CHUNK_ROWS, self._left - ends))):
            self._left -= count

    def _take(self, count: int) -> int:
        """One chunk; its rows are gone when this returns, so that the next can be made in their memory."""
        rows = list(islice(self._cursor, count))
        for column, cells in zip(self._columns, zip(*rows, strict=True), strict=False):
            column.add(cells)
        return len(rows)

    def _table(self, arrays: list[pa.ChunkedArray]) -> pa.Table:
        import pyarrow as pa

        return as_declared(pa.Table.from_arrays(arrays, names=self._names[: len(arrays)]), self._declared)


class _Column:
    """One column: arrays while all cells fit one type, the plain cells from the moment one does not."""

    def __init__(self) -> None:
        self._type: pa.DataType | None = None
        self._arrays: list[pa.Array] = []
        self._given = 0
        self.cells: list[_Cells] | None = None

    def add(self, cells: _Cells) -> None:
        if self.cells is not None:
            self.cells.append(cells)
        elif (array := _array(cells, self._type)) is None:
            self.cells = [*(array.to_pylist() for array in self._arrays), cells]
        else:
            self._arrays.append(array)
            if self._type is None and str(array.type) != "null":
                self._type = array.type

    def latest(self) -> pa.ChunkedArray:
        """What came in arrays since the last time."""
        latest, self._given = self._arrays[self._given :], len(self._arrays)
        return self._chunked(latest)

    def whole(self) -> pa.ChunkedArray:
        import pyarrow as pa

        if self.cells is not None:
            return pa.chunked_array([_widened([cell for cells in self.cells for cell in cells])])
        return self._chunked(self._arrays)

    def _chunked(self, arrays: list[pa.Array]) -> pa.ChunkedArray:
        """A column of nothing but NULL is text, the type that says least."""
        import pyarrow as pa

        kind = self._type or pa.string()
        return pa.chunked_array([a if a.type == kind else a.cast(kind) for a in arrays], type=kind)


def _array(cells: _Cells, kind: pa.DataType | None) -> pa.Array | None:
    """None when the cells do not fit the type, or, without one, each other."""
    import pyarrow as pa

    try:
        array = pa.array(cells, type=kind)
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        return None
    if pa.types.is_binary(array.type) and any(isinstance(cell, str) for cell in cells):
        return None
    return array


def _widened(cells: list[Any]) -> pa.Array:
    """Numbers to float where that loses nothing, everything else to text."""
    import pyarrow as pa

    kinds = {type(cell) for cell in cells if cell is not None}
    if kinds <= {int, float} and all(int(float(cell)) == cell for cell in cells if type(cell) is int):
        return pa.array([None if cell is None else float(cell) for cell in cells], type=pa.float64())
    return pa.array([_text(cell) for cell in cells], type=pa.string())


def _text(cell: Any) -> str | None:
    """Bytes are written as SQL writes them, so that they cannot be taken for text."""
    if cell is None or isinstance(cell, str):
        return cell
    return f"X'{cell.hex().upper()}'" if isinstance(cell, bytes) else repr(cell)
