"""Reasons of a re-check in the asker's language. Receipts speak English; what is not known here stays as it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

__all__ = ["in_korean", "in_language"]

_KOREAN = (
    (r"The query gives what it gave: (\S+) \S+, the same values\.", r"쿼리 결과가 그대로입니다: \1행, 같은 값."),
    (r"The table (.+) is not there any more\.", r"테이블 \1이(가) 더는 없습니다."),
    (r"The table (.+) has other columns or types than it had\.", r"테이블 \1의 열이나 형식이 바뀌었습니다."),
    (
        r"The view (.+), or what it reads, is defined otherwise than it was\.",
        r"뷰 \1 또는 그것이 읽는 테이블의 정의가 바뀌었습니다.",
    ),
    (r"The query does not run any more: (.+)", r"쿼리가 더는 실행되지 않습니다: \1"),
    (r"The (?:.+) '(.+)' is not there any more\.", r"정의 '\1'이(가) 더는 없습니다."),
    (r"The (?:.+) '(.+)' has been changed since\.", r"정의 '\1'이(가) 그 뒤로 바뀌었습니다."),
    (r"There are (\S+) rows; there were (\S+)\.", r"지금은 \1행이고, 그때는 \2행이었습니다."),
    (
        r"There are no more than these (\S+) rows; there were more\.",
        r"지금은 이 \1행이 전부이고, 그때는 더 있었습니다.",
    ),
    (
        r"There are more than these (\S+) rows; there were no more\.",
        r"지금은 이 \1행보다 더 있고, 그때는 이것이 전부였습니다.",
    ),
    (r"(\S+) of (\S+) rows changed\.", r"\2행 가운데 \1행이 바뀌었습니다."),
    (r"The row changed\.", r"행이 바뀌었습니다."),
    (
        r"(\S+) of the rows there were are gone or changed, (\S+) of those there are now are new or changed\.",
        r"그때 있던 행 가운데 \1행이 없어지거나 바뀌었고, 지금 있는 행 가운데 \2행이 새롭거나 바뀌었습니다.",
    ),
    (r"New or changed: (.+) and (\S+) more\.", r"새롭거나 바뀐 행: \1 외 \2개."),
    (r"New or changed: (.+)\.", r"새롭거나 바뀐 행: \1."),
    (r"sum of (.+): (.+) → (.+)", r"\1 합계: \2 → \3"),
    (r"min of (.+): (.+) → (.+)", r"\1 최솟값: \2 → \3"),
    (r"max of (.+): (.+) → (.+)", r"\1 최댓값: \2 → \3"),
    (r"nulls of (.+): (.+) → (.+)", r"\1의 빈 값 수: \2 → \3"),
    (r"(\S+) of (.+): (.+) → (.+)", r"\2의 \1: \3 → \4"),
    (r"The values are others than they were\.", r"값이 그때와 다릅니다."),
    (r"The result has other columns or types: (.+)\.", r"결과의 열이나 형식이 다릅니다: \1."),
    (
        r"The same rows came in another order: .+",
        r"같은 행이 다른 순서로 나왔습니다. 정렬 기준이 같은 행은 순서가 바뀔 수 있습니다.",
    ),
    (r"The same rows come in another order\.", r"같은 행이 다른 순서로 나옵니다."),
    (r"Ties may be why: .+", r"정렬 기준이 같은 행은 순서가 바뀔 수 있어 그 때문일 수 있습니다."),
    (r"Only the first rows of more were kept, .+", r"일부 행만 남겼고 정렬이 없어 매번 다를 수 있습니다."),
    (r"The query takes values in the order .+", r"쿼리가 행을 읽는 순서대로 값을 모으므로 그 때문일 수 있습니다."),
    (r"The query keeps only some rows; .+", r"쿼리가 일부 행만 남기므로 동점인 행 때문일 수 있습니다."),
    (r"Rows that tie in the order may .+", r"정렬 기준이 같은 행의 순서가 바뀌었을 수 있습니다."),
    (
        r"The policy masks other columns than it did; .+",
        r"정책이 가리는 열이 바뀌어 행 수와 나머지 열의 합계만 비교했습니다.",
    ),
    (r"What the query gives is still the same\.", r"쿼리 결과는 여전히 같습니다."),
    (r"The schema has changed elsewhere: .+", r"스키마가 바뀌었지만 이 쿼리가 읽는 테이블은 그대로입니다."),
    (r"The policy masked some of its columns; .+", r"정책이 가린 열이 있어 그 값은 비교하지 않았습니다."),
    (r"The policy is not the one it was; .+", r"정책이 바뀌었지만 이 쿼리는 여전히 허용됩니다."),
    (
        r"The SQL was edited by a person: .+",
        r"사람이 SQL을 수정했습니다. 실행한 것은 질문을 위해 작성된 쿼리가 아닙니다.",
    ),
    (r"The question builds on an earlier query .+", r"사람이 수정한 앞선 쿼리를 바탕으로 한 질문입니다."),
    (r"Of several readings number (\d+) was picked: (.+)", r"여러 뜻 가운데 \1번을 골랐습니다: \2"),
    (
        r"Its data was read at (.+) UTC and not read again .+",
        r"데이터는 \1 UTC에 읽었으며 이 질문을 위해 다시 읽지 않았습니다.",
    ),
    (
        r"Whether a person edited the SQL is not said: .+",
        r"사람이 SQL을 수정했는지는 알 수 없습니다. 이전 버전이 만든 영수증입니다.",
    ),
    (r"Whether the knowledge it used has changed .+", r"근거가 된 지식이 바뀌었는지는 여기서 확인할 수 없었습니다."),
    (r"The query uses (.+), which gives something else each time\.", r"쿼리가 매번 값이 달라지는 \1을(를) 씁니다."),
    (r"Its content does not match its hash: .+", r"내용이 해시와 맞지 않습니다. 누군가 고쳤습니다."),
    (r"Its signature does not fit: .+", r"서명이 맞지 않습니다. 키가 없는 누군가 고쳤습니다."),
    (r"Its signature was taken away\.", r"서명이 지워졌습니다."),
    (r"The file is not written as receipts are: .+", r"파일이 영수증 형식대로 쓰여 있지 않습니다. 누군가 고쳤습니다."),
    (r"The file cannot be read as a receipt: .+", r"파일을 영수증으로 읽을 수 없습니다. 누군가 고쳤습니다."),
    (r"The audit trail has another hash for .+", r"감사 기록에 있는 이 요청의 영수증 해시와 다릅니다."),
    (r"It carries no signature, and .+", r"서명이 없고 감사 기록에도 없어 누가 썼는지 알 수 없습니다."),
    (r"It is not signed\.", r"서명이 없습니다."),
    (r"Signed by this installation \(key (.+)\)\.", r"이 설치본이 서명했습니다 (키 \1)."),
    (
        r"Signed by key (.+), which is not .+",
        r"키 \1로 서명되었지만 이 설치본의 키가 아닙니다. 누구의 것인지 알 수 없습니다.",
    ),
    (r"It is in the audit trail here\.", r"이곳의 감사 기록에 있습니다."),
    (r"The audit trail here does not know of it\.", r"이곳의 감사 기록에는 없습니다."),
)
"""How a sentence reads, and what it is in Korean."""
_COMPILED = tuple((re.compile(english), korean) for english, korean in _KOREAN)


def in_language(texts: Iterable[str], lang: str) -> list[str]:
    return [in_korean(text, _COMPILED) for text in texts] if lang == "ko" else list(texts)


def in_korean(text: str, patterns: Sequence[tuple[re.Pattern[str], str]]) -> str:
    """By the first pattern that is all of the text."""
    for english, korean in patterns:
        if found := english.fullmatch(text):
            return found.expand(korean)
    return text
