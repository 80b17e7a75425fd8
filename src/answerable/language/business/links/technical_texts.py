"""Texts that no person says as they stand: paths, addresses of pages and mail, file names, hashes."""

from __future__ import annotations

import re

__all__ = ["is_technical_text"]

_TECHNICAL = re.compile(
    r"""
    /\S* | \\\S+ | [A-Za-z]:\\\S*                     # paths
    | \w+://\S+ | www\.\S+ | [^\s@]+@[^\s@]+          # addresses
    | (?:[\w.-]+/){2,}\S*
    | [\w./-]+\.(?:html?|php|aspx?|jsp|js|css|json|xml|csv|txt|pdf|png|jpe?g|gif|svg|zip|log)
    | (?=\S*\d)[0-9a-fA-F-]{16,}                      # hashes
    """,
    re.VERBOSE,
)


def is_technical_text(text: str) -> bool:
    return _TECHNICAL.fullmatch(text.strip()) is not None
