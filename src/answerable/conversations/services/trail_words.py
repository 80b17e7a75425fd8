"""What is wrong with the audit trail, in the reader's language. What is not known here stays as it is."""

from __future__ import annotations

import re

from answerable.conversations.services.receipt_words import in_korean

__all__ = ["trail_in_language"]

_KOREAN = (
    (r"its hash does not match its content", r"해시가 내용과 맞지 않습니다"),
    (r"its sequence number is (\S+), not (\S+)", r"순번이 \2이어야 하는데 \1입니다"),
    (r"its parent hash is not the hash of the entry before it", r"앞 항목의 해시를 담고 있지 않습니다"),
    (r"it is not the entry that was signed for on (.+)", r"\1에 서명된 항목이 아닙니다"),
    (r"up to here the Merkle root is not .+ on (.+)", r"여기까지의 머클 루트가 \1에 서명된 것과 다릅니다"),
    (
        r"the log ends before it, but (\S+) entries were signed for on (.+)",
        r"로그가 그 앞에서 끝나지만 \2에 항목 \1개가 서명되었습니다",
    ),
    (r"it is longer than an entry may be", r"항목이 가질 수 있는 길이를 넘습니다"),
    (r"it breaks off: its line end is missing", r"줄이 중간에 끊겼습니다"),
    (r"it does not go on from where (.+) ends", r"\1의 끝에서 이어지지 않습니다"),
    (r"its checkpoints cannot be trusted: (.+)", r"체크포인트를 믿을 수 없습니다 (\1)"),
    (r"the file is missing", r"파일이 없습니다"),
    (r"the file is missing, but the next one goes on from it", r"다음 파일이 여기서 이어지는데 파일이 없습니다"),
    (r"the file is missing, but its entries were signed for", r"항목이 서명되었는데 파일이 없습니다"),
    (
        r"its fields are not written as an entry's are|its fields are not in order",
        r"필드가 항목의 형식대로 쓰여 있지 않습니다",
    ),
    (r"it is nested too deeply|it is not a JSON object", r"JSON으로 읽을 수 없습니다"),
    (r"it is not spelled the way an entry is written", r"항목의 표기법대로 쓰여 있지 않습니다"),
    (r"it holds bytes that are not ASCII", r"ASCII가 아닌 바이트가 있습니다"),
    (r"it has no field '(.+)'", r"'\1' 필드가 없습니다"),
    (r"its field '(.+)' is not the one its hash covers", r"'\1' 필드가 해시에 담긴 값과 다릅니다"),
    (r"its field '(.+)' is not .+", r"'\1' 필드의 형식이 다릅니다"),
    (r"it has a field that entries do not have", r"항목에 없는 필드가 있습니다"),
    (r"its event_data does not repeat '(.+)'", r"event_data에 '\1'이(가) 없습니다"),
    (r"There is no checkpoint, .+", r"체크포인트가 없어 로그가 잘리거나 새로 쓰여도 드러나지 않습니다."),
    (
        r"Checkpoints are in the workspace itself: .+",
        r"체크포인트가 작업 폴더 안에 있습니다. audit_checkpoints를 다른 폴더로 지정하세요.",
    ),
    (
        r"(\S+) entries say that the log contradicted .+",
        r"로그가 체크포인트와 어긋났다는 항목이 \1개 있습니다 (checkpoint_mismatch).",
    ),
    (r"The clock went back .+", r"시계가 뒤로 간 적이 있습니다. 항목은 만들어진 순서대로 있습니다."),
    (r"Nothing more is signed for: (.+)", r"더는 서명되지 않습니다: \1"),
)
"""How it reads, and what it is in Korean."""
_COMPILED = tuple((re.compile(english), korean) for english, korean in _KOREAN)


def trail_in_language(text: str, lang: str) -> str:
    return in_korean(text, _COMPILED) if lang == "ko" else text
