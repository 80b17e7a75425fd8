"""Korean particles, which change with the sound the word before them ends in."""

from __future__ import annotations

__all__ = ["with_particle"]

_PAIRS = {"은": "는", "이": "가", "을": "를", "과": "와", "으로": "로"}
"""After a consonant → after a vowel."""
_ENDS_IN_CONSONANT, _ENDS_IN_L = frozenset("013678"), frozenset("178")
"""Digits by how their Korean name ends: 영 일 이 삼 사 오 육 칠 팔 구."""
_FINAL_L = 8


def with_particle(text: str, particle: str) -> str:
    """`매출` + 은 is `매출은`; a number is read aloud; a word in Latin letters gets both forms: `revenue은(는)`."""
    other = _PAIRS[particle]
    last = text[-1:]
    if "가" <= last <= "힣":
        final = (ord(last) - ord("가")) % 28
        vowel_like = final == 0 or (particle == "으로" and final == _FINAL_L)
        return text + (other if vowel_like else particle)
    if last.isascii() and last.isdigit():
        vowel_like = last not in _ENDS_IN_CONSONANT or (particle == "으로" and last in _ENDS_IN_L)
        return text + (other if vowel_like else particle)
    if last == "%":
        return text + other
    return f"{text}{particle}({other})"
