"""What goes wrong is said in the asker's language: that of --lang, else that of the question."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import answerable, complaints

KOREAN = "오류: 'gone.db'라는 파일이나 폴더가 없습니다. 경로를 확인해 주세요."
ENGLISH = "Error: There is no file or folder 'gone.db'. Check the path."


@pytest.mark.parametrize(
    ("question", "flags", "line"),
    [
        ("주문은 몇 건인가요?", (), KOREAN),
        ("주문은 몇 건인가요?", ("--lang", "en"), ENGLISH),
        ("how many orders?", (), ENGLISH),
        ("how many orders?", ("--lang", "ko"), KOREAN),
    ],
)
def test_an_error_is_said_in_the_language_of_the_question(
    question: str, flags: tuple[str, ...], line: str, tmp_path: Path
) -> None:
    done = answerable("ask", question, "--source", "gone.db", *flags, cwd=tmp_path)
    assert (done.returncode, complaints(done)) == (2, [line])


def test_the_setting_wins_over_the_question(tmp_path: Path) -> None:
    (tmp_path / "answerable.toml").write_text('language = "ko"\n')
    done = answerable("ask", "how many orders?", "--source", "gone.db", "--json", cwd=tmp_path)
    error = json.loads(done.stdout)["error"]
    assert (error["code"], error["hint"]) == ("bad_source", "경로를 확인해 주세요.")


def test_a_refusal_of_the_guard_is_korean_from_end_to_end(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("name,amount\nx,1\n")
    done = answerable("explain", "DELETE FROM a", "--source", "a.csv", "--lang", "ko", cwd=tmp_path)
    assert done.returncode == 3
    assert "가드가 이 쿼리를 거부합니다" in done.stderr and "SELECT 문을 쓰세요." in done.stderr
