"""What must not be written down is not, whatever it is wrapped in; the rest is left alone."""

from __future__ import annotations

import html
import json
import tomllib
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerable.kernel.secrets import confide, confide_password, hide
from answerable.kernel.settings import expand_secret, mask
from answerable.sensitive import KINDS
from answerable.sensitive.redact import DEEPEST, LONGEST_TEXT, Redactor, redact
from answerable.sensitive.secret_shapes import RULES
from answerable.sensitive.spot_columns import SPOTTED

CASES = tomllib.loads((Path(__file__).parent / "cases" / "redacted.toml").read_text("utf-8"))
TABLE = [(kind, case["text"], case["left"]) for kind, cases in CASES.items() if kind != "harmless" for case in cases]
EVERYTHING = Redactor.of(KINDS)
SECRETS = [text for kind, text, _left in TABLE if kind == "secret"]


@pytest.mark.parametrize(("kind", "text", "left"), TABLE)
def test_only_what_is_meant_goes(kind: str, text: str, left: str) -> None:
    assert (redact if kind == "secret" else Redactor.of([kind]))(text) == left


@pytest.mark.parametrize(("kind", "text", "_left"), [case for case in TABLE if case[0] != "secret"])
def test_content_stays_where_no_policy_blocks_it(kind: str, text: str, _left: str) -> None:
    assert redact(text) == text
    assert Redactor.of(set(KINDS) - {kind, "national_id", "phone"})(text) == text


@pytest.mark.parametrize("case", CASES["harmless"])
def test_ordinary_text_is_left_alone(case: dict[str, str]) -> None:
    assert EVERYTHING(case["text"]) == case["text"]


def test_every_kind_that_is_found_in_texts_has_a_case() -> None:
    assert set(CASES) == {"secret", *SPOTTED, "harmless"}


def test_fields_of_a_telling_name_hold_secrets_whatever_they_look_like() -> None:
    told = {
        "db_password": "CANARY",
        "Authorization": "CANARY",
        "tokens": 3,
        "token": "",
        "note": ["fine", 7, None, True],
    }
    assert redact(told) == {**told, "db_password": "[redacted: secret]", "Authorization": "[redacted: secret]"}


def test_what_a_telling_name_holds_goes_out_of_lists_and_numbers_too() -> None:
    told = {"passwords_of": ["ann"], "clientSecret": ["CANARY", {"n": 1, "CANARY-x": "CANARY"}], "pgPassword": 12345678}
    gone = "[redacted: secret]"
    assert redact(told) == {**told, "clientSecret": [gone, {"n": 1, "CANARY-x": gone}], "pgPassword": gone}


def test_names_of_fields_are_looked_at_too() -> None:
    assert redact({SECRETS[0]: 1}) == {TABLE[0][2]: 1}


def test_numbers_are_looked_at_where_a_policy_blocks_their_kind() -> None:
    given = {"rows": 10_000, "value": 4111111111111111, "large": 10**4_000}
    assert Redactor.of(["card"])(given) == {**given, "value": "[redacted: card]"}
    assert redact(given) == given


@pytest.mark.parametrize("secret", ["CANARY-Tr0ub4dor&3", "canary7", "한국어CANARY암호", "CANARY(.*)+[x"])
def test_what_the_process_was_given_goes_wherever_it_stands(secret: str) -> None:
    confide(secret)
    assert (
        redact(f"FATAL: '{secret}' is wrong ({secret})") == "FATAL: '[redacted: secret]' is wrong ([redacted: secret])"
    )
    assert mask(f"no {secret} here") == "no *** here"


def test_references_are_secrets_but_not_those_that_stand_for_a_user() -> None:
    given = {"CANARY_USER": "canary_reporting", "CANARY_PASSWORD": "CANARY-from-the-environment"}
    full = expand_secret("postgresql://${CANARY_USER}:${CANARY_PASSWORD}@h/db", given)
    assert redact(full.replace("://", " ")) == "postgresql canary_reporting:[redacted: secret]@h/db"


def test_passwords_of_urls_are_known_as_written_and_as_meant() -> None:
    confide_password("postgresql://u:CANARY%2Fslash@h/db")
    assert hide("CANARY%2Fslash CANARY/slash", "…") == "… …"
    confide_password("http://[broken")


SPELLINGS: list[Callable[[str], str]] = [
    quote,
    quote_plus,
    lambda secret: quote(secret, safe="").lower(),
    json.dumps,
    repr,
    lambda secret: "'" + secret.replace("'", "''") + "'",
    html.escape,
    lambda secret: secret.encode().hex(),
    lambda secret: b64encode(f"ann:{secret}".encode()).decode(),
    lambda secret: b64encode(f"anna:{secret}".encode()).decode(),
    lambda secret: b64encode(f"annas:{secret}".encode()).decode(),
]


@pytest.mark.parametrize("secret", ["p@s/s \"canary'ö\\rd%9", "canary07"])
@pytest.mark.parametrize("spell", SPELLINGS)
def test_a_secret_that_was_given_goes_however_others_write_it(spell: Callable[[str], str], secret: str) -> None:
    confide(secret)
    left = redact({"x": f"cannot connect: {spell(secret)} was refused"})["x"]
    assert "[redacted: secret]" in left
    assert len(left) < len("cannot connect: [redacted: secret] was refused") + 14  # of another's name, and two letters


def test_words_that_everybody_guesses_spoil_no_text() -> None:
    confide("postgres")
    confide("abc")
    assert redact("dialect postgres abc") == "dialect postgres abc"


def test_a_short_secret_is_a_whole_word() -> None:
    confide("canaryword")
    assert redact("canarywords, canaryword.") == "canarywords, [redacted: secret]."


def test_what_is_too_long_or_too_deep_is_not_written_at_all() -> None:
    assert redact("x" * (LONGEST_TEXT + 1)) == "[redacted: too long]"
    deep: Any = SECRETS[0]
    for _ in range(2 * DEEPEST):
        deep = [deep]
    assert json.dumps(redact(deep)).count("[") == DEEPEST + 1


HOSTILE = st.lists(
    st.one_of(
        st.sampled_from([*SECRETS, *(text for _, text, _ in TABLE), "[redacted: token]", "[redacted: ", "]", "***"]),
        st.sampled_from([needle for rule in RULES for needle in rule.needles]),
        st.text(max_size=20),
        st.text(alphabet="0123456789 +-().@:/=$abAB'\"\n", max_size=30),
    ),
    max_size=8,
).map("".join)
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), HOSTILE),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(HOSTILE, inner, max_size=4)),
    max_leaves=12,
)


@given(JSON)
def test_redacting_again_changes_nothing(value: Any) -> None:
    for redactor in (redact, EVERYTHING):
        once = redactor(value)
        assert redactor(once) == once
        json.dumps(once)


@given(HOSTILE, st.sampled_from(SECRETS), HOSTILE)
def test_a_secret_among_spaces_goes_whatever_stands_around(before: str, secret: str, after: str) -> None:
    assert "CANARY" not in redact(f"{before.replace('CANARY', '')} {secret} {after.replace('CANARY', '')}")


HOSTILE_RUNS = [
    "a",
    "://a:",
    "-eyJ",
    "12 ",
    "1 ",
    "a@",
    "-----BEGIN A",
    "authorization:",
    "password:",
    "DE89 ",
    "bearer ",
    "$2$",
    "+(",
    "password='",
    'password=\\"',
    "password=a,",
    "%3a%2f%2fa%3a",
    "cookie:a=b;",
    "--a-b-",
    "token is 1",
]


@pytest.mark.parametrize("run", HOSTILE_RUNS)
def test_hostile_runs_end(run: str) -> None:
    """Seconds at worst; a pattern that backtracks would take hours."""
    assert isinstance(EVERYTHING(run * (LONGEST_TEXT // 10 // len(run))), str)


@pytest.mark.parametrize("kind", ["secret", "email", "card"])
def test_what_goes_from_a_question_does_not_come_back_in_pieces(kind: str) -> None:
    text = next(text for each, text, _left in TABLE if each == kind)
    about = Redactor.of(KINDS).heeding(text)
    said = about({"message": f"I could not make sense of {', '.join(repr(word) for word in text.split())}."})
    assert "canary" not in said["message"].casefold()
    assert about(said) == said
    assert Redactor.of(KINDS).heeding("revenue by month") == Redactor.of(KINDS)
