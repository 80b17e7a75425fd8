"""Secrets inside a text, by what they look like: one rule a kind, each in linear time on any text."""

from __future__ import annotations

import re

from answerable.kernel.light_dataclass import dataclass
from answerable.sensitive.shapes import KNOWN_SECRETS

__all__ = ["NAMED", "NEEDLES", "RULES", "Rule"]

_NAMES = (
    r"(?:password|passwd|passphrase|pwd|secret|token"
    r"|(?:api|access|account|private|secret|signing|encryption)[_-]?key|비밀번호)"
)
"""Whatever stands before one: `PGPASSWORD`, `clientSecret`."""
# fmt: off
_BEGINNINGS = (
    "akia", "asia", "agpa", "aida", "aroa", "a3t", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-",
    "sk-", "k_live_", "k_test_", "xox", "aiza", "ya29.", "npm_", "sg.", "eyj", "$", "pbkdf2_",
)
# fmt: on
_NEEDLES = ("pass", "pwd", "secret", "token", "key", "비밀번호", "pw")
_MARK = r"(?!\[redacted: |\*\*\*|…(?!\w)|\$\{\w{1,80}\}(?![^\s\"'&;,@]))"
"""Behind this stands what was not taken out yet, and is no reference to a variable."""
_ESCAPED = r"(?:(?!(?P=escaped)(?P=quote))[^\n])++"
_QUOTED = r"(?:\\.|(?P=quote){2}|(?!(?P=quote))[^\\\n])++"
_BARE = r"(?:\{[^}\n]{1,1024}\}|(?:[^\s\"'&;,:\\]|\\(?![\"']))(?:[^\s\"'&;,\\]|\\(?![\"'])|,(?![\s,]|\w{1,40}=))*+)"
_VALUE = (
    rf"(?:(?P<escaped>\\{{1,8}})?(?P<quote>[\"']))?+{_MARK}"
    rf"(?P<secret>(?(escaped){_ESCAPED}|(?(quote){_QUOTED}|{_BARE})))"
)
"""Between quotes all that stands there, be they escaped; else up to a space, or to where the next field begins."""
_TELLING = r"(?=[^\s\"'()]{0,200}\d)(?=[^\s\"'()]{6})"
"""Words have no digits; what is too short is a number, and a type has brackets."""


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
        re.compile(r"(?is)(?P<secret>-----BEGIN [^\n-]{0,60}-----.*?(?:-----END [^\n-]{0,60}-----|\Z))"),
    ),
    Rule("password", ("://",), re.compile(rf"://[^/@\s:]*:{_MARK}(?P<secret>[^\s'\"]{{1,1024}}|[^\s/]+)@")),
    Rule(
        "password",
        ("%3a%2f%2f",),
        re.compile(
            rf"(?i)%3a%2f%2f(?:(?!%3a|%2f|%40)[^\s&]){{0,200}}+%3a{_MARK}(?P<secret>(?:(?!%40)[^\s&\"']){{1,256}}+)%40"
        ),
    ),
    Rule("link", ("key=",), re.compile(r"[?&]key=(?P<secret>[\w-]{20,})")),
    Rule("token", ("sig=",), re.compile(r"[?&]sig=(?P<secret>[\w%+/=-]{10,})")),
    Rule("token", ("ans_",), re.compile(r"(?P<secret>ans_[\w-]{20,})")),
    Rule(
        "token",
        ("authorization",),
        re.compile(
            rf"(?i)authorization\\{{0,8}}[\"']?\s{{0,9}}[:=]\s{{0,9}}\\{{0,8}}[\"']?(?:(?:bearer|basic|digest|token)\s{{1,9}})?+"
            rf"{_MARK}(?P<secret>(?:[a-z-]{{2,20}}\s{{1,9}})?+[^\s\"',\\]+(?:\"[^\"\n]{{0,1024}}\")?+"
            rf"(?:,\s{{0,9}}\w{{1,40}}=(?:\"[^\"\n]{{0,1024}}\"|[^\s\"',]{{1,1024}}+))*+)"
        ),
    ),
    Rule(
        "token",
        ("bearer",),
        re.compile(r"(?i)\bbearer\s{1,9}(?P<secret>(?=[^\s\d]{0,200}\d|[\w.~+/=-]{20})[\w.~+/=-]{8,})"),
    ),
    Rule(
        "cookie",
        ("cookie",),
        re.compile(r"(?i)cookie:\s{0,9}(?P<secret>[\w.-]{1,80}=[^\s\"',;]++(?:;\s{0,3}[^\s\"',;]++)*+)"),
    ),
    Rule(
        "token",
        _BEGINNINGS,
        re.compile(rf"(?<![A-Za-z0-9])(?P<secret>{KNOWN_SECRETS})"),
    ),
    Rule(
        "secret",
        _NEEDLES,
        re.compile(rf"(?i)(?:{_NAMES}|(?<![a-z0-9])(?:pass|pw)(?==))(?:=|%3d|\\{{0,8}}[\"']?:\s{{0,9}}){_VALUE}"),
    ),
    Rule(
        "secret",
        _NEEDLES,
        re.compile(rf"(?i){_NAMES}\s{{1,9}}(?:[=:]|is|was)\s{{1,9}}[\"']?{_MARK}{_TELLING}(?P<secret>[^\s\"']+)"),
    ),
    Rule(
        "secret",
        ("--",),
        re.compile(rf"(?i)--(?:\w{{1,30}}-){{0,3}}{_NAMES}\s{{1,9}}{_MARK}(?P<secret>[^\s\"'-][^\s\"']*)"),
    ),
    Rule(
        "secret",
        ("password", "identified"),
        re.compile(
            rf"(?i)(?:password|identified\s{{1,9}}(?:with\s{{1,9}}\S{{1,60}}\s{{1,9}})?by)\s{{1,9}}(?P<quote>'){_MARK}(?P<secret>{_QUOTED})"
        ),
    ),
)
"""In the order they are tried. What is written in place of a secret is none to any of them."""
NEEDLES = tuple(dict.fromkeys(needle for rule in RULES for needle in rule.needles))
NAMED = re.compile(rf"(?i)[\w-]{{0,40}}(?:{_NAMES}|authorization|cookie|credentials?)")
"""A field of this name holds a secret, whatever it looks like."""
