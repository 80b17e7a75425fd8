"""What a receipt says of any result: nothing that can be in a column keeps an answer from having one."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pytest

from answerable.receipts.receipt_json import canonical
from tests.receipts.made import described

LARGEST = 1.7976931348623157e308
LONG = Decimal("1234567890123456789012345678.0123456789")


@pytest.mark.parametrize(
    ("values", "least", "greatest", "total"),
    [
        ([LARGEST, LARGEST, 1.0], 1.0, LARGEST, "inf"),
        ([math.inf, -math.inf], "-inf", "inf", "nan"),
        ([math.nan, 2.0, 1.0], 1.0, 2.0, "nan"),
        ([math.nan], "nan", "nan", "nan"),
        ([LONG, LONG], str(LONG), str(LONG), str(2 * int(LONG)) + ".0246913578"),
        ([2**63 - 1, 2**63 - 1], 2**63 - 1, 2**63 - 1, 2**64 - 2),
    ],
)
def test_sums_and_ends_of_odd_numbers_are_told_in_whatever_order_they_come(
    values: list[Any], least: Any, greatest: Any, total: Any
) -> None:
    told = [described(pa.table({"a": each}))["summaries"][0] for each in (values, values[::-1])]
    assert told == [{"nulls": 0, "min": least, "max": greatest, "sum": total}] * 2
    assert canonical(told[0])
