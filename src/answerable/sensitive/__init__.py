"""Columns that hold what should not be read lightly: told by their names, and by what is in them.

Pure functions over names and texts; sources call them where the values are, the guard where the names are.
"""

from __future__ import annotations

from answerable.sensitive.content import SHARE, kinds_of_values, shares
from answerable.sensitive.sensitive_names import kinds_of_name

__all__ = ["KINDS", "SHARE", "kinds_of_name", "kinds_of_values", "shares"]

KINDS = ("email", "phone", "national_id", "card", "iban", "secret")
