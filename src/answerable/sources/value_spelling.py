"""Names and strings as standard SQL writes them."""

from __future__ import annotations

__all__ = ["literal", "quote_name"]


def quote_name(*names: str) -> str:
    """A name, or a dotted path of names."""
    return ".".join('"' + name.replace('"', '""') + '"' for name in names)


def literal(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"
