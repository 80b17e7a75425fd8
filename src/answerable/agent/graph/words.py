"""What is told while a question is worked on."""

from __future__ import annotations

__all__ = ["status_message"]

_SAID = {
    "en": {
        "generating": "Reading the question",
        "validating": "Checking the query",
        "awaiting_confirm": "Waiting for approval",
        "executing": "Running the query",
        "completed": "Done",
        "correcting": "Correcting the query",
    },
    "ko": {
        "generating": "질문을 읽는 중",
        "validating": "쿼리를 검사하는 중",
        "awaiting_confirm": "승인을 기다리는 중",
        "executing": "쿼리를 실행하는 중",
        "completed": "완료",
        "correcting": "쿼리를 고치는 중",
    },
}


def status_message(status: str, lang: str) -> str:
    return _SAID.get(lang, _SAID["en"]).get(status, status)
