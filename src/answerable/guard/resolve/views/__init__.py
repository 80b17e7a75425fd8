"""What a view's definition does with the rows it gives: the filters it holds, the columns that decide its rows."""

from __future__ import annotations

from answerable.guard.resolve.views.view_filters import FilterGap, filter_gaps
from answerable.guard.resolve.views.view_rows import Deciding, deciding_columns, view_obstacle

__all__ = ["Deciding", "FilterGap", "deciding_columns", "filter_gaps", "view_obstacle"]
