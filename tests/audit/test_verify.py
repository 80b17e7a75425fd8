"""Verification: finds what was changed and names the line; accepts what the reference reading accepts of ours."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from benchmarks.audit_tampering import tampering
from hypothesis import given, settings
from hypothesis import strategies as st

from answerable.audit import AuditTrail, CheckpointStore, Event, Sealer, SigningKey, verify_log, verify_trail
from answerable.audit.entry import GENESIS
from answerable.audit.event_types import EventType
from answerable.audit.verify.chain import Chain
from answerable.audit.verify.line_form import Lines, NotCanonical, Read
from tests.audit.judge import judge

ENOUGH = 450
"""Entries after which both kinds of line have been learned."""


@pytest.mark.slow
def test_every_small_change_is_found_on_its_line(tmp_path: Path) -> None:
    counts = tampering(tmp_path, entries=5, sample=10)
    assert sum(counts.values()) > 50_000
    assert {outcome for _, outcome in counts} == {"right line", "checkpoint"}


@pytest.mark.slow
def test_changes_to_lines_of_known_kinds_are_found_on_their_line(tmp_path: Path) -> None:
    counts = tampering(tmp_path, entries=3, sample=10, teach=ENOUGH)
    assert sum(counts.values()) > 30_000
    assert {outcome for _, outcome in counts} == {"right line", "checkpoint"}


class Forger:
    """Writes a chain over whatever text it is given for event_data, as somebody would who can compute hashes."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self._head = GENESIS

    def line(self, data: str, **fields: str) -> bytes:
        number = len(self.lines) + 1
        given = {"entry_id": '"e"', "request_id": '"r"', "type": '"tool_called"', "actor": '"a"', **fields}
        time = "2026-01-01T00:00:00.000000+00:00"
        data = data.replace("REPEATED", f'"request_id": "r", "sequence_number": {number}')
        covered = f"{self._head}{time}{json.loads(given['type'])}{data}"
        self._head, parent = hashlib.sha256(covered.encode()).hexdigest(), self._head
        self.lines.append(
            f'{{"entry_id": {given["entry_id"]}, "request_id": {given["request_id"]}, "sequence_number": {number}, '
            f'"parent_hash": "{parent}", "timestamp": "{time}", "event_type": {given["type"]}, "event_data": {data}, '
            f'"actor": {given["actor"]}, "hash": "{self._head}"}}\n'.encode()
        )
        return self.lines[-1]


PLAIN = '{"actor": "a", "n": 1, REPEATED, "z": [1, "x"]}'


def forged(tmp_path: Path, value: str, before: int) -> tuple[bool, bool]:
    """What the reference reading and ours say of a log that ends in a line with `value`."""
    forger = Forger()
    for _ in range(before):
        forger.line(PLAIN)
    forger.line(PLAIN.replace('"n": 1', f'"n": {value}'))
    log = tmp_path / "log"
    log.write_bytes(b"".join(forger.lines))
    try:
        judged = judge(log)
    except (ValueError, KeyError, RecursionError):
        judged = False
    return judged, verify_log(log).ok


VALUES = [
    *(
        "1",
        "0",
        "-0",
        "-1",
        "01",
        "1.0",
        "1.50",
        "0.1",
        "-0.0",
        "1e5",
        "1E5",
        "1.5e3",
        "0.0001",
        "0.00001",
        "1e-05",
        "1e+16",
    ),
    *(
        "123456789.123456",
        "1234567890.1234567",
        "12345678901234567890",
        "9" * 5000,
        "NaN",
        "Infinity",
        "-Infinity",
        "+1",
    ),
    *(
        '"a"',
        '"\\u0041"',
        '"\\u00e9"',
        '"\\u00E9"',
        '"é"',
        '"\\/"',
        '"\\n"',
        '"\\u000a"',
        '"\\u000b"',
        '"\\u007f"',
        '"\x7f"',
    ),
    *(
        '"\\ud83d\\ude42"',
        '"\\ud83d"',
        '"\\b\\f\\r\\t"',
        '"\\x41"',
        '"\t"',
        '"\\""',
        '"\\\\"',
        '"\\u0008"',
        '"\\u0020"',
    ),
    *("true", "True", "null", "[]", "[1]", "[1, 2]", "[1,2]", "[ ]", "{}", '{"a": 1}', '{"a":1}', '{"b": 1, "a": 2}'),
    *('{"a": 1, "a": 1}', '{"a": 1, "b": {"d": 1, "c": 2}}', "[[1], [2]]", '[{"a": 1}, {"a": 2}]', '[{"a": 1}, 2]'),
    *(
        '1, "n": 1',
        '1, "actor": "b"',
        "1 ",
        "",
        "[" * 3_000 + "]" * 3_000,
        '"' + "x" * 5_000 + '"',
        "1, 2",
        '1}, "x": {"y": 1',
    ),
]


@pytest.mark.parametrize("before", [0, ENOUGH // 2])
def test_a_chain_over_any_spelling_is_accepted_only_where_the_reference_does(tmp_path: Path, before: int) -> None:
    accepted = 0
    for value in VALUES:
        judged, ours = forged(tmp_path, value, before)
        assert judged or not ours, value
        accepted += ours
    assert accepted >= 30  # what is spelled as an entry is


def test_what_was_learned_says_what_parsing_says() -> None:
    learned = Lines()
    forger = Forger()
    for _ in range(ENOUGH // 2):
        next(learned.read([forger.line(PLAIN)]))
    for value in VALUES:
        line = forger.line(PLAIN.replace('"n": 1', f'"n": {value}'))
        assert read(learned, line) == read(Lines(), line), value


def test_every_shape_of_a_type_is_learned() -> None:
    shapes = [PLAIN, PLAIN.replace('"n": 1', '"n": {"of": 1}'), PLAIN.replace('"n": 1', '"m": [{"a": "x"}], "n": 1')]
    learned, forger = NoParsing(), Forger()
    for shape in shapes:
        for _ in range(ENOUGH // 2):
            next(learned.read([forger.line(shape)]))
    learned.may_parse = False
    lines = [forger.line(shape) for shape in shapes * 2]
    assert list(learned.read(lines)) == list(Lines().read(lines))
    with pytest.raises(AssertionError):
        next(learned.read([forger.line(PLAIN.replace('"n": 1', '"n": 1e300'))]))


class NoParsing(Lines):
    """Once it may not parse, it must have learned."""

    may_parse = True

    def _parsed(self, line: bytes) -> Read:
        assert self.may_parse
        return super()._parsed(line)


def test_what_stands_after_a_bad_line_says_nothing(tmp_path: Path) -> None:
    trail = AuditTrail(tmp_path / "log")
    trail.append("r", "tool_called", {"n": 1}, "a")
    trail.append("r", EventType.CHECKPOINT_MISMATCH, {}, "a")
    assert verify_trail(trail.path).mismatches == 1
    trail.path.write_bytes(trail.path.read_bytes().replace(b'"n": 1', b'"n": 2'))
    found = verify_trail(trail.path)
    assert (found.bad_line, found.mismatches) == (1, 0)


def read(lines: Lines, line: bytes) -> object:
    try:
        return next(lines.read([line]))
    except NotCanonical:
        return None


numbers = st.floats() | st.integers() | st.decimals(allow_nan=False, allow_infinity=False, places=4).map(float)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(numbers | st.text() | st.booleans(), min_size=1, max_size=5),
    st.sampled_from(["{}", "{}0", "0{}", " {}", "-{}"]),
)
def test_scalars_are_read_alike_by_pattern_and_parser(values: list[object], spelled: str) -> None:
    forger = Forger()
    text = ", ".join(spelled.format(json.dumps(value)) for value in values)
    line = forger.line(PLAIN.replace('[1, "x"]', f"[{text}]"))
    assert read(LEARNED, line) == read(Lines(), line)


def learned(data: str) -> Lines:
    lines, forger = Lines(), Forger()
    for _ in range(ENOUGH // 2):
        next(lines.read([forger.line(data)]))
    return lines


LEARNED = learned(PLAIN)
DECIMAL = PLAIN.replace('"n": 1', '"more": {"of": 1e-07}, "n": 0.1234567890123456')
LEARNED_DECIMALS = learned(DECIMAL)


@settings(max_examples=300, deadline=None)
@given(numbers, st.floats(), st.sampled_from(["{}", "{}0", "{}1", "0{}", " {}", "-{}", "{}e+00", "{}.0"]))
def test_long_decimals_are_read_alike_by_pattern_and_parser(one: float, other: float, spelled: str) -> None:
    data = DECIMAL.replace("0.1234567890123456", spelled.format(json.dumps(one))).replace("1e-07", json.dumps(other))
    line = Forger().line(data)
    assert read(LEARNED_DECIMALS, line) == read(Lines(), line)


def test_lines_with_long_decimals_are_matched_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Lines, "_parsed", None)
    line = Forger().line(DECIMAL.replace("0.1234567890123456", json.dumps(2e22 / 3)))
    assert read(LEARNED_DECIMALS, line)


FIELDS: list[tuple[dict[str, str], str]] = [
    ({"entry_id": '"\\u0065"'}, "written"),
    ({"request_id": '"other"'}, "'request_id' is not the one its hash covers"),
    ({"actor": '"other"'}, "'actor' is not the one its hash covers"),
    ({"actor": "1"}, "'actor' is not text"),
    ({"actor": '"a", "actor": "a"'}, "spelled|written"),
    ({"actor": '"a", "more": 1'}, "a field that entries do not have"),
    ({"entry_id": '"e", "x": "y"'}, "a field that entries do not have"),
    ({"type": '"Tool called"'}, "written"),
]


@pytest.mark.parametrize(("fields", "problem"), FIELDS)
def test_a_field_outside_the_hash_is_bound_too(tmp_path: Path, fields: dict[str, str], problem: str) -> None:
    forger = Forger()
    forger.line(PLAIN)
    forger.line(PLAIN, **fields)
    chain = Chain()
    assert chain.follow(forger.lines[:1]) is None
    found = str(chain.follow(forger.lines[1:]))
    assert any(part in found for part in problem.split("|")), found


def test_a_boundary_moved_between_time_and_type_is_found(tmp_path: Path) -> None:
    log = tmp_path / "log"
    AuditTrail(log).append("r", "tool_called", {}, "a")
    data = log.read_bytes()
    moved = data.replace(b'+00:00", "event_type": "tool', b'+00:00t", "event_type": "ool')
    log.write_bytes(moved)
    assert judge(log)  # the reference joins both without a mark between them
    assert verify_log(log).bad_line == 1


def test_logs_of_the_first_versions_are_read(tmp_path: Path) -> None:
    """Keys in the order of making, and no entry_id among them."""
    log, parent = tmp_path / "log", GENESIS
    with log.open("wb") as file:
        for number in (1, 2, 3):
            data = {
                "tool": "x",
                "arguments": {"b": 1, "a": "é"},
                "request_id": "r",
                "sequence_number": number,
                "actor": "a",
            }
            time, text = "2026-01-01T00:00:00.000000+00:00", json.dumps(data, sort_keys=True)
            hashed = hashlib.sha256(f"{parent}{time}tool_called{text}".encode()).hexdigest()
            fields: dict[str, object] = {
                "entry_id": "e",
                "request_id": "r",
                "sequence_number": number,
                "parent_hash": parent,
            }
            fields |= {"timestamp": time, "event_type": "tool_called", "event_data": data, "actor": "a", "hash": hashed}
            file.write(json.dumps(fields).encode() + b"\n")
            parent = hashed
    assert judge(log)
    assert verify_log(log).entries == 3
    log.write_bytes(log.read_bytes().replace(b'"b": 1', b'"b": 2', 1))
    assert verify_log(log).bad_line == 1


@pytest.mark.parametrize(
    "data", [b"\n", b"{}\n", b"[]\n", b"\xff\xfe\n", b"null\n", b"[" * 100_000 + b"\n", b"x", b"\x00" * 9]
)
def test_bytes_that_are_no_log_are_refused_on_their_line(tmp_path: Path, data: bytes) -> None:
    log = tmp_path / "log"
    AuditTrail(log).append("r", "tool_called", {}, "a")
    with log.open("ab") as file:
        file.write(data)
    found = verify_log(log)
    assert (found.entries, found.bad_line) == (1, 2)
    assert str(found.problem).startswith("it ")


def test_an_endless_line_is_not_read_into_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("answerable.audit.read_log.LONGEST_LINE", 1_000_000)
    log = tmp_path / "log"
    log.write_bytes(b"x" * 3_000_000)
    assert str(verify_log(log).problem) == "it is longer than an entry may be"


class Rotated:
    """Three files of a log, signed for."""

    def __init__(self, folder: Path) -> None:
        self.log = folder / "logs" / "runs.jsonl"
        self.store = CheckpointStore(folder / "apart")
        sealer = Sealer(self.store, SigningKey.load_or_make(folder / "apart"))
        trail = AuditTrail(self.log, sealer=sealer)
        for number in range(3):
            trail.extend([Event("r", "tool_called", {"n": n}, "a") for n in range(4)])
            if number < 2:
                trail.rotate()
        trail.seal()

    def file(self, number: int) -> Path:
        return self.log.with_name(f"runs-{number:06d}.jsonl")


@pytest.fixture
def rotated(tmp_path: Path) -> Rotated:
    return Rotated(tmp_path)


def test_the_chain_goes_on_through_rotated_files(rotated: Rotated) -> None:
    found = verify_trail(rotated.log, rotated.store, roots=True)
    assert (found.ok, found.files, found.entries, found.unsealed) == (True, 3, 14, 0)
    assert found.checkpoint and found.checkpoint.log == "runs-000003.jsonl"


Spoil = Callable[[Rotated], object]
SPOILED: list[tuple[Spoil, str, str]] = [
    (lambda one: one.file(1).unlink(), "runs-000001.jsonl", "missing"),
    (lambda one: one.file(2).unlink(), "runs-000002.jsonl", "missing"),
    (lambda one: one.log.unlink(), "runs-000003.jsonl", "missing"),
    (lambda one: one.log.write_bytes(b""), "runs.jsonl", "ends before"),
    (lambda one: one.file(1).write_bytes(one.file(2).read_bytes()), "runs-000001.jsonl", "signed for"),
    (lambda one: one.file(2).write_bytes(one.file(1).read_bytes()), "runs-000002.jsonl", "signed for|ends"),
    (
        lambda one: one.file(1).write_bytes(b"".join(one.file(1).read_bytes().splitlines(True)[:3])),
        "runs-000001.jsonl",
        "ends",
    ),
]


@pytest.mark.parametrize(("spoil", "bad_file", "problem"), SPOILED)
def test_a_file_that_is_gone_cut_or_another_is_named(
    rotated: Rotated, spoil: Spoil, bad_file: str, problem: str
) -> None:
    spoil(rotated)
    found = verify_trail(rotated.log, rotated.store)
    assert found.bad_file == bad_file
    assert any(part in str(found.problem) for part in problem.split("|")), found.problem


def test_a_file_cut_short_is_found_by_the_next_one_alone(rotated: Rotated) -> None:
    rotated.file(1).write_bytes(b"".join(rotated.file(1).read_bytes().splitlines(True)[:3]))
    found = verify_trail(rotated.log)
    assert (found.bad_file, found.bad_line) == ("runs-000002.jsonl", 1)
    assert "does not go on" in str(found.problem)


def test_a_wrong_root_is_found_where_roots_are_asked_for(rotated: Rotated, tmp_path: Path) -> None:
    last = rotated.store.latest("runs-000003.jsonl")
    assert last
    key = SigningKey.load_or_make(tmp_path / "apart")
    from answerable.audit.sign.merkle import Frontier

    wrong = Frontier()
    wrong.extend([b"other"] * last.size)
    other = replace(last, root=wrong.root.hex(), peaks=tuple(wrong.to_json()))
    other = replace(other, signature=key.sign(other.signed_bytes()))
    assert verify_trail(rotated.log, other).ok
    assert "Merkle root" in str(verify_trail(rotated.log, other, roots=True).problem)


def test_a_checkpoint_of_another_key_in_the_store_is_not_trusted(rotated: Rotated, tmp_path: Path) -> None:
    other = SigningKey.load_or_make(tmp_path / "other")
    last = rotated.store.latest("runs-000003.jsonl")
    assert last
    forged = replace(last, public_key=other.public_key)
    rotated.store.append(replace(forged, signature=other.sign(forged.signed_bytes())))
    found = verify_trail(rotated.log, rotated.store)
    assert "signed with another key" in str(found.problem)
