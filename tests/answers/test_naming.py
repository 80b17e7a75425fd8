from __future__ import annotations

import pytest

from answerable.answers.column_titles import is_additive, is_label, is_share, label_of
from answerable.naming.identifiers import identifier_words


@pytest.mark.parametrize(
    ("name", "english", "korean"),
    [
        ("total_revenue", "total revenue", "매출 합계"),
        ("SUM(o.net_amount)", "total net amount", "net amount 합계"),
        ("avg(price)", "average price", "가격 평균"),
        ("max(price)", "highest price", "가격 최댓값"),
        ("count(*)", "number of rows", "건수"),
        ("count_star()", "number of rows", "건수"),
        ("COUNT(DISTINCT c.customer_id)", "number of distinct customer id", "customer id 수"),
        ("num_orders", "number of orders", "주문 수"),
        ("order_count", "number of orders", "주문 수"),
        ("unitPrice", "unit price", "단가"),
        ("amount_USD", "amount USD", "amount USD"),
        ('"Sales"', "sales", "판매"),
        ("strftime(x)", "strftime x", "strftime x"),
        ("매출", "매출", "매출"),
    ],
)
def test_columns_are_called_as_people_would(name: str, english: str, korean: str) -> None:
    assert (label_of(name), label_of(name, "ko")) == (english, korean)


@pytest.mark.parametrize(
    "name", ["id", "customer_id", "CustomerID", "zip", "year", "order_no", "product code", "max_year"]
)
def test_labels_are_known_by_name(name: str) -> None:
    assert is_label(name)


@pytest.mark.parametrize("name", ["revenue", "count(id)", "id_count", "total_ids", "number", "paid", "idle", ""])
def test_measures_are_not_labels(name: str) -> None:
    assert not is_label(name)


def test_averages_and_shares_do_not_add_up() -> None:
    assert [is_additive(name) for name in ("revenue", "avg_price", "return_rate", "share")] == [
        True,
        False,
        False,
        False,
    ]


def test_shares_are_known_by_name() -> None:
    assert [is_share(name) for name in ("share", "pct_of_total", "% of sales", "비율", "shared")] == [True] * 4 + [
        False
    ]


def test_words_are_split_at_capitals_and_underscores() -> None:
    assert identifier_words("totalRevenue_2024 (net)") == ("total", "revenue", "2024", "net")
