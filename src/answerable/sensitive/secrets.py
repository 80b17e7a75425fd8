"""Secrets inside a text, by what they look like: one rule a kind, each in linear time on any text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from answerable.sensitive.shapes import KNOWN_SECRETS

__all__ = ["NAMED", "NEEDLES", "RULES", "Rule"]

_NAMES = r"(?:password|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key)"
# fmt: off
_BEGINNINGS = (
    "akia", "asia", "agpa", "aida", "aroa", "a3t", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-",
    "sk-", "k_live_", "k_test_", "xox", "aiza", "ya29.", "npm_", "sg.", "eyj", "$", "pbkdf2_",
)
# fmt: on
_MARK = r"(?!\[redacted: )"


@dataclass(frozen=True, slots=True)
class Rule:
    kind: str
    needles: tuple[str, ...]
    """A text in small letters without any of them holds none of the kind: most texts are done with after this."""
    pattern: re.Pattern[str]
    """What is named `secret` in it goes; what stands around that stays."""

    def found_in(self, lowered: str) -> bool:
        return any(needle in lowered for needle in self.needles)


RULES = (
    Rule(
        "key",
        ("-----begin ",),
        re.compile(r"(?P<secret>-----BEGIN [^\n-]{0,60}-----.*?(?:-----END [^\n-]{0,60}-----|\Z))", re.DOTALL),
    ),
    Rule("password", ("://",), re.compile(r"://[^/@\s:]*:(?P<secret>[^\s'\"]{1,1024}|[^\s/]+)@")),
    Rule("link", ("key=",), re.compile(r"[?&]key=(?P<secret>[\w-]{20,})")),
    Rule("token", ("ans_",), re.compile(r"(?P<secret>ans_[\w-]{20,})")),
    Rule(
        "token",
        ("authorization",),
        re.compile(
            rf"(?i)authorization[\"']?\s{{0,9}}[:=]\s{{0,9}}[\"']?(?:(?:bearer|basic|digest|token)\s{{1,9}})?+{_MARK}(?P<secret>[^\s\"',]+)"
        ),
    ),
    Rule("token", ("bearer",), re.compile(r"(?i)\bbearer\s{1,9}(?P<secret>(?=[^\s\d]{0,200}\d)[\w.~+/=-]{8,})")),
    Rule(
        "token",
        _BEGINNINGS,
        re.compile(rf"(?<![A-Za-z0-9])(?P<secret>{KNOWN_SECRETS})"),
    ),
    Rule(
        "secret",
        ("pass", "pwd", "secret", "token", "key"),
        re.compile(
            rf"(?i)(?<![a-z0-9]){_NAMES}(?:=|[\"']?:\s{{0,9}})[\"']?{_MARK}(?P<secret>[^\s\"'&;,:][^\s\"'&;,]*)"
        ),
    ),
)
"""In the order they are tried. What is written in place of a secret is none to any of them."""
NEEDLES = tuple(dict.fromkeys(needle for rule in RULES for needle in rule.needles))
NAMED = re.compile(rf"(?i)(?:\w{{0,40}}[_-])?(?:{_NAMES}|authorization|cookie|credentials?)")
"""A field of this name holds a secret, whatever it looks like."""
