"""Floats as they are compared: an engine that adds the same numbers in another order arrives at other last digits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["TOLERANCE", "cut"]

TOLERANCE = 1e-9
"""How far two floats may be apart, relative to the larger one, and still be the same figure."""
_DROPPED_BITS = 22
"""Of the 52 that a float has after its first: 2**-30, about as much as the tolerance."""
_SHIFT = int(0.347 * (1 << _DROPPED_BITS))
"""Added before the cut, so that the border between two cut values lies where nobody's round numbers are: a sum that is
round but for its last digits falls on one side of it."""


def cut(column: pa.ChunkedArray) -> Any:
    """The column as a numpy array of floats that hold about nine decimal digits. There is one zero and one NaN;
    infinities stay; a NULL is a NaN, too."""
    import numpy as np

    values = column.to_numpy(zero_copy_only=False).astype("<f8") + 0.0  # a zero with a minus sign is a zero
    bits = values.view("<i8")
    bits += _SHIFT
    bits &= ~((1 << _DROPPED_BITS) - 1)
    values[np.isnan(values)] = np.nan
    return values
