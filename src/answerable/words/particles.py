"""Korean endings: particles that follow the last sound of a noun, and forms of a predicate.

A phrase ends in a noun or, when it is a predicate, in a verb in its dictionary form (`…이다`, `…크다`). A template
asks for the form it needs by a format spec: `{0:을}` for a particle, `{0:인}` for a form.
"""

from __future__ import annotations

import re

__all__ = ["PARTICLES", "KoreanPhrase"]

PARTICLES = {"이": ("이", "가"), "을": ("을", "를"), "은": ("은", "는"), "과": ("과", "와"), "로": ("으로", "로")}
"""After a final consonant, and without one."""

_FORMS = ("인", "고", "거나", "면", "음")
"""Before a noun; and; or; if; as a noun."""

_VERBS = {
    "아니다": ("아닌", "아니고", "아니거나", "아니면", "아님"),
    "이다": ("인", "이고", "이거나", "이면", "임"),
    "크다": ("큰", "크고", "크거나", "크면", "큼"),
    "작다": ("작은", "작고", "작거나", "작으면", "작음"),
    "있다": ("있는", "있고", "있거나", "있으면", "있음"),
    "없다": ("없는", "없고", "없거나", "없으면", "없음"),
    "하다": ("하는", "하고", "하거나", "하면", "함"),
    "나다": ("나는", "나고", "나거나", "나면", "남"),
    "같다": ("같은", "같고", "같거나", "같으면", "같음"),
    "다르다": ("다른", "다르고", "다르거나", "다르면", "다름"),
    "맞다": ("맞는", "맞고", "맞거나", "맞으면", "맞음"),
    "않다": ("않은", "않고", "않거나", "않으면", "않음"),
}

_DIGITS_WITHOUT_FINAL = "2459"
_DIGITS_WITH_RIEUL = "178"
_LATIN_WITH_FINAL = re.compile(r"(?:[lmn]|[lmn]e|ng|[aeiou][kp]|[aeiou]b)$", re.IGNORECASE)
_LATIN_WITH_RIEUL = re.compile(r"le?$", re.IGNORECASE)


class KoreanPhrase(str):
    __slots__ = ()

    def __format__(self, spec: str) -> str:
        if not spec:
            return str(self)
        if spec in PARTICLES:
            return f"{self}{self._particle(spec)}"
        return self._form(spec)

    def _particle(self, spec: str) -> str:
        after_consonant, after_vowel = PARTICLES[spec]
        final = _final_consonant(self)
        if spec == "로" and final == "ㄹ":
            return after_vowel
        return after_consonant if final else after_vowel

    def _form(self, spec: str) -> str:
        verb = next(verb for verb in _VERBS if self.endswith(verb))
        return f"{self.removesuffix(verb)}{_VERBS[verb][_FORMS.index(spec)]}"


def _final_consonant(text: str) -> str:
    """`ㄹ`, another final consonant as `*`, or nothing; names in Latin letters as they are usually read."""
    sound = re.sub(r"\W+$", "", _without_aside(text))
    last = sound[-1:]
    if "가" <= last <= "힣":
        place = (ord(last) - ord("가")) % 28
        return "ㄹ" if place == 8 else "*" if place else ""
    if last.isdigit():
        return "ㄹ" if last in _DIGITS_WITH_RIEUL else "" if last in _DIGITS_WITHOUT_FINAL else "*"
    if _LATIN_WITH_RIEUL.search(sound):
        return "ㄹ"
    return "*" if _LATIN_WITH_FINAL.search(sound) else ""


def _without_aside(text: str) -> str:
    """Parentheses at the end are not read aloud with the noun before them."""
    if not text.endswith(")"):
        return text
    depth = 0
    for place in range(len(text) - 1, 0, -1):
        depth += (text[place] == ")") - (text[place] == "(")
        if depth == 0:
            return _without_aside(text[:place])
    return text
