"""Receipts that are verified later: on every kind of source, by whoever has the file and the source."""

from __future__ import annotations

import json
import re
import uuid
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from answerable.agent import (
    Agent,
    Question,
    RunContext,
    answer_of,
    diff_receipts,
    entries_of_request,
    open_run_context,
    recheck,
    verify_receipt,
)
from answerable.audit import verify_log
from answerable.audit.sign.signing_key import SigningKey
from answerable.kernel.errors import AskerError, BadSource, CouldNotAnswer, QueryFailed, Refused
from answerable.kernel.knowledge import CanonicalMetric, Known
from answerable.kernel.settings import Settings
from answerable.receipts import Comparison, Receipt, RecheckVerdict
from tests.agent.sales import FILES, QUESTION, Sales, sqlite_sales, statements
from tests.agent.shop import TODAY, Fixed
from tests.sources.servers import PASSWORD, PASSWORD_IN_URL, Server

SETTINGS = Settings(confirm="never")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def asked(spec: str, text: str = QUESTION, settings: Settings = SETTINGS, **run_context: Any) -> Receipt:
    with open_run_context([spec], settings, today=TODAY) as opened:
        return answered(replace(opened, **run_context), text)


def answered(run_context: RunContext, text: str = QUESTION) -> Receipt:
    receipt = answer_of(Agent(run_context).ask(Question(text, run_context.settings.language))).receipt
    assert isinstance(receipt, Receipt)
    assert receipt.file is not None
    return receipt


def asked_sql(spec: str, sql: str, **more: Any) -> Receipt:
    return asked(spec, translator=Fixed(sql), **more)


def verified(receipt: Receipt, *sources: str, settings: Settings = SETTINGS) -> Comparison:
    assert receipt.file is not None
    return verify_receipt(receipt.file, settings, sources)[1]


def causes(first: Receipt, second: Receipt) -> list[str]:
    assert first.file is not None and second.file is not None
    return [cause.kind for cause in diff_receipts(first.file, second.file, SETTINGS)[1].causes]


def holds_until_changed(sales: Sales) -> None:
    with open_run_context([sales.spec], SETTINGS) as run_context:
        first = answered(run_context)
        assert recheck(first, run_context).verdict is RecheckVerdict.SAME

    sales.change_data()
    with open_run_context([sales.spec], SETTINGS) as run_context:
        comparison, second = recheck(first, run_context), answered(run_context)
    assert comparison.verdict is RecheckVerdict.DATA_CHANGED
    assert "1 of 3 rows changed." in map(str, comparison.reasons)
    assert any(re.search(r"Germany: 13\.50? → 14\.50?$", reason) for reason in map(str, comparison.reasons))
    assert causes(first, second) == ["data"]

    sales.change_schema()
    with open_run_context([sales.spec], SETTINGS) as run_context:
        comparison, third = recheck(second, run_context), answered(run_context)
    assert comparison.verdict is RecheckVerdict.SCHEMA_CHANGED
    assert "columns or types of the table sales" in str(comparison.reasons[0])
    assert causes(second, third) == ["schema"]


@pytest.mark.parametrize("kind", FILES)
def test_it_holds_until_the_data_or_the_schema_changes(kind: str, tmp_path: Path) -> None:
    holds_until_changed(FILES[kind](tmp_path))


def test_it_holds_on_a_server(postgres_server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its password is a reference to a variable, and that is what the receipt has."""
    database = postgres_server.new_database()
    monkeypatch.setenv("SOURCE_SALES_PASSWORD", unquote(PASSWORD_IN_URL))
    spec = postgres_server.url(database, password="${SOURCE_SALES_PASSWORD}")
    holds_until_changed(statements(spec, lambda sql: postgres_server.execute(sql, database=database)))


def test_a_password_is_in_no_receipt(postgres_server: Server) -> None:
    database = postgres_server.new_database()
    url = postgres_server.url(database)
    statements(url, lambda sql: postgres_server.execute(sql, database=database))
    receipt = asked(url)
    assert receipt.file is not None
    written = receipt.file.read_text()
    assert PASSWORD not in written and PASSWORD_IN_URL not in written and "***" in receipt.source["spec"][0]
    with pytest.raises(BadSource, match="password is not in there"):
        verified(receipt)
    assert verified(receipt, url).verdict is RecheckVerdict.SAME


def test_a_korean_question_has_a_receipt_too(tmp_path: Path) -> None:
    sqlite_sales(tmp_path)
    receipt = asked("sales.db", "국가별 amount 합계", Settings(confirm="never", language="ko"))
    assert receipt.lang == "ko"
    assert receipt.file is not None
    assert "국가별" in receipt.file.read_text(encoding="utf-8")
    assert verified(receipt).verdict is RecheckVerdict.SAME


def test_a_table_that_is_gone_is_a_changed_schema(tmp_path: Path) -> None:
    sales = sqlite_sales(tmp_path)
    receipt = asked("sales.db")
    sales.execute("CREATE TABLE other (a INTEGER)")
    comparison = verified(receipt)
    assert comparison.verdict is RecheckVerdict.SAME
    assert any("elsewhere" in remark for remark in map(str, comparison.remarks))
    sales.execute("DROP TABLE sales")
    comparison = verified(receipt)
    assert comparison.verdict is RecheckVerdict.SCHEMA_CHANGED
    assert "The table sales no longer exists." in map(str, comparison.reasons)
    assert "no longer runs" in str(comparison.reasons[-1])


def test_somebody_who_has_only_the_file_and_the_source_may_verify(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sales = sqlite_sales(tmp_path)
    receipt = asked("sales.db")
    assert receipt.file is not None
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    assert verify_receipt(receipt.file, SETTINGS)[1].verdict is RecheckVerdict.SAME
    (elsewhere / "receipt.json").write_bytes(receipt.file.read_bytes())
    with pytest.raises(BadSource, match=r"sales\.db"):
        verify_receipt(elsewhere / "receipt.json", SETTINGS)
    checked, comparison = verify_receipt(receipt.file, SETTINGS, ["../sales.db"])
    assert comparison.verdict is RecheckVerdict.SAME
    assert not checked.is_own
    assert any("not this installation's" in remark for remark in map(str, comparison.remarks))
    assert any("does not know of it" in remark for remark in map(str, comparison.remarks))
    sales.change_data()
    assert verify_receipt(receipt.file, SETTINGS, ["../sales.db"])[1].verdict is RecheckVerdict.DATA_CHANGED


def test_a_file_of_the_same_name_that_is_here_is_not_taken_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sqlite_sales(tmp_path)
    receipt = asked("sales.db")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    sqlite_sales(elsewhere).change_data()
    monkeypatch.chdir(elsewhere)
    assert verified(receipt).verdict is RecheckVerdict.SAME
    assert verified(receipt, "sales.db").verdict is RecheckVerdict.DATA_CHANGED


def test_a_file_is_opened_whoever_names_it_by_url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sqlite_sales(tmp_path)
    receipt = asked(f"sqlite:///{tmp_path}/sales.db")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    assert verified(receipt).verdict is RecheckVerdict.SAME


def test_of_sources_of_one_name_the_one_that_was_asked_is_asked_again(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    sqlite_sales(tmp_path / "a").change_data()
    sqlite_sales(tmp_path / "b")
    receipt = asked("b/sales.db")
    assert verified(receipt, "a/sales.db", "b/sales.db").verdict is RecheckVerdict.SAME


def test_no_server_is_asked_because_somebody_elses_receipt_names_it(tmp_path: Path) -> None:
    sqlite_sales(tmp_path)
    receipt, other = asked("sales.db"), SigningKey.load_or_make(tmp_path / "other")
    for spec in ("postgresql://127.0.0.1:1/x", "${HOME}/sales.db"):
        source = {**receipt.source, "spec": [spec]}
        forged = replace(receipt, request_id=str(uuid.uuid4()), source=source, written=b"").seal(other)
        Path("forged.json").write_bytes(forged.data())
        with pytest.raises(BadSource, match="made elsewhere"):
            verify_receipt(Path("forged.json"), SETTINGS)


def test_whose_key_it_must_be_can_be_said(tmp_path: Path) -> None:
    sqlite_sales(tmp_path)
    receipt = asked("sales.db")
    assert receipt.file is not None
    assert verify_receipt(receipt.file, SETTINGS, key=receipt.public_key)[1].verdict is RecheckVerdict.SAME
    comparison = verify_receipt(receipt.file, SETTINGS, key="0" * 64)[1]
    assert comparison.verdict is RecheckVerdict.TAMPERED
    assert "not signed by the key" in str(comparison.reasons[0])


def test_the_log_knows_which_receipt_was_given(tmp_path: Path) -> None:
    """Whoever holds the key could sign another, but not under the same request."""
    from answerable.agent.proof.installation_key import own_key

    sqlite_sales(tmp_path)
    receipt = asked("sales.db")
    assert receipt.file is not None
    with open_run_context(["sales.db"], SETTINGS) as run_context:
        forged = replace(receipt, question="something else", written=b"").seal(own_key(run_context.trail, SETTINGS))
    receipt.file.write_bytes(forged.data())
    comparison = verified(receipt)
    assert comparison.verdict is RecheckVerdict.TAMPERED
    assert "another hash" in str(comparison.reasons[0])


def test_without_signature_and_record_it_is_nobodys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sqlite_sales(tmp_path)
    unsigned = replace(asked("sales.db"), written=b"").seal(None)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    Path("unsigned.json").write_bytes(unsigned.data())
    comparison = verify_receipt(Path("unsigned.json"), SETTINGS, ["../sales.db"])[1]
    assert comparison.verdict is RecheckVerdict.TAMPERED


def test_the_policy_of_today_holds(tmp_path: Path) -> None:
    sqlite_sales(tmp_path)
    receipt = asked("sales.db")
    Path("answerable.toml").write_text('[policy]\nblocked_columns = ["sales.amount"]\n')
    with pytest.raises(Refused, match="amount"):
        verified(receipt)
    Path("answerable.toml").write_text('[policy]\nblocked_columns = ["*.other"]\n')
    comparison = verified(receipt)
    assert comparison.verdict is RecheckVerdict.SAME
    assert any("policy has changed" in remark for remark in map(str, comparison.remarks))


def test_masked_values_leave_no_trace(tmp_path: Path) -> None:
    sqlite_sales(tmp_path)
    Path("answerable.toml").write_text('[policy]\nmasked_columns = ["sales.amount", "sales.country"]\n')
    receipt = asked_sql("sales.db", "SELECT country, amount FROM sales")
    assert receipt.file is not None
    written = receipt.file.read_text()
    assert "Germany" not in written and "10.5" not in written
    assert receipt.result["summaries"] == [{}, {}]
    assert len(set(receipt.result["row_hashes"])) == 1
    assert verified(receipt).verdict is RecheckVerdict.SAME


@pytest.mark.parametrize("kind", ["sqlite", "duckdb"])
def test_what_a_view_reads_is_read(kind: str, tmp_path: Path) -> None:
    sales = FILES[kind](tmp_path)
    sales.execute("CREATE VIEW inner_view AS SELECT country, amount FROM sales")
    sales.execute("CREATE VIEW outer_view AS SELECT country, amount FROM inner_view")
    receipt = asked_sql(sales.spec, "SELECT country, amount FROM outer_view")
    assert verified(receipt).verdict is RecheckVerdict.SAME
    sales.execute("DROP VIEW inner_view")
    sales.execute("CREATE VIEW inner_view AS SELECT country, amount FROM sales WHERE amount > 5")
    comparison, second = verified(receipt), asked_sql(sales.spec, "SELECT country, amount FROM outer_view")
    assert comparison.verdict is RecheckVerdict.SCHEMA_CHANGED
    assert str(comparison.reasons[0]).startswith("The definition of the view outer_view, or of what it reads,")
    assert causes(receipt, second)[0] == "schema"
    sales.change_schema()
    assert verified(second).verdict is RecheckVerdict.SCHEMA_CHANGED


def test_which_of_two_rows_called_the_same_has_changed_is_not_guessed(tmp_path: Path) -> None:
    sales = sqlite_sales(tmp_path)
    receipt = asked_sql("sales.db", "SELECT country, amount FROM sales WHERE country = 'Germany' ORDER BY amount DESC")
    assert "Germany" in {figure["value"] for figure in receipt.answer["figures"]}
    sales.execute("INSERT INTO sales VALUES ('Germany', 20.0)")
    comparison = verified(receipt)
    assert comparison.verdict is RecheckVerdict.DATA_CHANGED
    assert not any("of Germany" in reason for reason in map(str, comparison.reasons))


def test_ties_are_not_called_a_change_without_saying_so(tmp_path: Path) -> None:
    sales = sqlite_sales(tmp_path)
    sql = "SELECT country, COUNT(*) AS n FROM sales WHERE country <> 'Germany' GROUP BY country ORDER BY n LIMIT 1"
    receipt = asked_sql("sales.db", sql)
    sales.execute("UPDATE sales SET country = 'Chile' WHERE country = 'Korea'")
    sales.execute("UPDATE sales SET country = 'Austria' WHERE country = 'France'")
    comparison = verified(receipt)
    assert comparison.verdict is RecheckVerdict.DATA_CHANGED
    assert any("ties may be why" in remark for remark in map(str, comparison.remarks))


def test_chance_and_clock_are_named(tmp_path: Path) -> None:
    sqlite_sales(tmp_path)
    receipt = asked_sql("sales.db", "SELECT COUNT(*) AS n, DATE('now') AS day FROM sales")
    assert any("'now'" in remark for remark in map(str, verified(receipt).remarks))


def test_what_was_defined_otherwise_since_is_told(tmp_path: Path) -> None:
    sqlite_sales(tmp_path)
    metric = CanonicalMetric("Turnover", "Money that came in", "SELECT SUM(amount) FROM sales")
    receipt = asked("sales.db", "turnover by country", known=Known(metrics=(metric,)))
    assert [entry["name"] for entry in receipt.knowledge] == ["Turnover"]
    redefined = replace(metric, sql_template="SELECT SUM(amount) * 2 FROM sales")
    verdicts = {}
    for name, known in {"as it was": metric, "otherwise": redefined}.items():
        with open_run_context(["sales.db"], SETTINGS) as run_context:
            verdicts[name] = recheck(receipt, replace(run_context, known=Known(metrics=(known,)))).verdict
    assert verdicts == {"as it was": RecheckVerdict.SAME, "otherwise": RecheckVerdict.KNOWLEDGE_CHANGED}
    second = asked("sales.db", "turnover by country", known=Known(metrics=(redefined,)))
    assert causes(receipt, second) == ["sql", "knowledge"]


def test_another_engine_is_not_asked(tmp_path: Path) -> None:
    sqlite_sales(tmp_path)
    FILES["duckdb"](tmp_path)
    with pytest.raises(AskerError, match="written for sqlite"):
        verified(asked("sales.db"), "sales.duckdb")


def test_what_cannot_run_today_has_no_verdict(tmp_path: Path) -> None:
    sales = sqlite_sales(tmp_path)
    sales.execute("CREATE TABLE numbers (n INTEGER)")
    sales.execute("INSERT INTO numbers VALUES (-1)")
    receipt = asked_sql("sales.db", "SELECT ABS(n) AS n FROM numbers")
    sales.execute("INSERT INTO numbers VALUES (-9223372036854775808)")
    with pytest.raises(QueryFailed, match="overflow"):
        verified(receipt)


def test_every_recheck_is_on_record(tmp_path: Path) -> None:
    sqlite_sales(tmp_path)
    receipt = asked("sales.db")
    verified(receipt)
    log = tmp_path / ".answerable" / "logs" / "data_agent_runs.jsonl"
    entries = [json.loads(line) for line in log.read_text().splitlines()]
    types = [entry["event_type"] for entry in entries if entry["request_id"] == entries[-1]["request_id"]]
    assert types == [
        "request_submitted", "policy_decision", "tool_called", "observation_recorded", "answer_rechecked",
    ]  # fmt: skip
    assert entries[-1]["event_data"]["verdict"] == "same"
    assert entries[-1]["event_data"]["receipt_hash"] == receipt.receipt_hash
    assert verify_log(log).ok
    told = entries_of_request(SETTINGS, receipt.request_id)
    assert [entry.event_type for entry in told][-2:] == ["artifact_generated", "answer_rechecked"]
    assert told[-1].request_id == entries[-1]["request_id"] != receipt.request_id
    assert [entry.event_type for entry in entries_of_request(SETTINGS, told[-1].request_id)] == types


def test_a_limit_that_is_lower_today_is_no_change_of_the_data(tmp_path: Path) -> None:
    receipt = asked(sqlite_sales(tmp_path).spec)
    rows = receipt.result["row_count"]
    assert verified(receipt, settings=replace(SETTINGS, chat_rows=rows)).verdict is RecheckVerdict.SAME
    with pytest.raises(CouldNotAnswer, match="cannot be compared"):
        verified(receipt, settings=replace(SETTINGS, chat_rows=rows - 1))
