from __future__ import annotations

import pytest

from answerable.answers.sentence.korean_sentences import with_particle


@pytest.mark.parametrize(
    ("word", "particle", "said"),
    [
        ("매출", "은", "매출은"),
        ("단가", "은", "단가는"),
        ("서울", "으로", "서울로"),
        ("부산", "으로", "부산으로"),
        ("30", "으로", "30으로"),
        ("21", "으로", "21로"),
        ("25", "이", "25가"),
        ("revenue", "을", "revenue을(를)"),
        ("", "은", "은(는)"),
    ],
)
def test_the_particle_fits_the_sound(word: str, particle: str, said: str) -> None:
    assert with_particle(word, particle) == said
