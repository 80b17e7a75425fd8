"""One way to write a receipt: whatever was written so is written the same when it was read back."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from answerable.receipts.receipt_json import canonical

NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
PLAIN = st.none() | st.booleans() | NUMBERS | st.text(st.characters(codec=None), max_size=8)
NESTED = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)
BODIES = st.dictionaries(st.text(max_size=5), NESTED, max_size=6)


@given(BODIES)
def test_what_is_read_back_is_written_the_same(body: dict[str, object]) -> None:
    written = canonical(body)
    assert canonical(json.loads(written)) == written
    assert b"\n" not in written


def test_keys_are_sorted_and_nothing_is_spaced() -> None:
    assert canonical({"b": 1, "a": {"d": "é", "c": 0.5}}) == '{"a":{"c":0.5,"d":"é"},"b":1}'.encode()
