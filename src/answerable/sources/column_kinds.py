"""From the spelling of a declared type to what may be done with its values."""

from __future__ import annotations

import re
from functools import lru_cache

from answerable.kernel.schema import Kind

__all__ = ["kind_of"]

_KINDS: tuple[tuple[str, Kind], ...] = (
    (r"\[|^(struct|map|list|array|union|json|jsonb|row|object|variant)\b", Kind.NESTED),
    (r"^(timestamp|datetime|smalldatetime)", Kind.TIMESTAMP),
    (r"^date\b", Kind.DATE),
    (r"^time", Kind.TIME),
    (r"^bool|^logical\b|^tinyint\s*\(1\)", Kind.BOOLEAN),
    (r"^interval|^point|^geo", Kind.OTHER),
    (r"int|serial|^long\b|^short\b|^byte\b|^year\b", Kind.INTEGER),
    (r"^(decimal|numeric|number|dec|money|smallmoney|currency)\b", Kind.DECIMAL),
    (r"real|floa|doub", Kind.FLOAT),
    (r"char|text|clob|string|^uuid|^enum|^set\b|^name\b|uniqueidentifier|inet|cidr", Kind.TEXT),
    (r"blob|binary|bytea|^bit\b|^image\b|^raw\b", Kind.BINARY),
)


@lru_cache(1024)
def kind_of(data_type: str) -> Kind:
    """`Kind.OTHER` for a spelling nobody knows, and for none at all."""
    spelling = data_type.strip().casefold()
    return next((kind for pattern, kind in _KINDS if re.search(pattern, spelling)), Kind.OTHER)
