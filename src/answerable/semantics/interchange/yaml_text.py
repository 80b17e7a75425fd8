"""Plain values as YAML. Texts are in double quotes, so that none is taken for a number, a date or a truth value."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

__all__ = ["yaml_text"]

_PLAIN_KEY = re.compile(r"(?!(y|n|yes|no|on|off|true|false|null)$)[a-z][a-z_]*")
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
"""What JSON leaves as it is and YAML does not let stand in a text."""


def yaml_text(value: Mapping[str, Any]) -> str:
    """Maps and lists in blocks, keys in their order; a map or list without members is left out."""
    return "".join(f"{line}\n" for line in _of_map(value))


def _of_map(value: Mapping[str, Any]) -> Iterator[str]:
    for key, one in value.items():
        name = key if _PLAIN_KEY.fullmatch(key) else _scalar(key)
        if not isinstance(one, str) and isinstance(one, Mapping | Sequence):
            if one:
                yield f"{name}:"
                yield from (f"  {line}" for line in _of(one))
        else:
            yield f"{name}: {_scalar(one)}"


def _of(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield from _of_map(value)
    elif isinstance(value, str) or not isinstance(value, Sequence):
        yield _scalar(value)
    else:
        for one in value:
            first, *rest = _of(one)
            yield f"- {first}"
            yield from (f"  {line}" for line in rest)


def _scalar(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
