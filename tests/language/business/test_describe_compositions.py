"""Queries that compose two figures, two tables or counted rows are described in both languages."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from answerable.language.business.business_query import (
    BusinessQuery,
    ComparedFigure,
    DateGrain,
    EntityRow,
    Existence,
    PeriodTest,
    PlanMatch,
    QueryFigure,
    RowRanking,
)
from answerable.language.business.descriptions.describe_query import describe_business_query
from tests.language.business.test_describe_query import MODEL

_IN_2024 = PeriodTest("orders", "ord_dt", date(2024, 1, 1), date(2025, 1, 1))
_IN_2025 = PeriodTest("orders", "ord_dt", date(2025, 1, 1), date(2026, 1, 1))
_AMOUNT = QueryFigure("sum", "orders", "amt_ct")
_BEFORE, _AFTER = replace(_AMOUNT, tests=(_IN_2024,)), replace(_AMOUNT, tests=(_IN_2025,))
_CHANGE = replace(_AFTER, minus=_BEFORE)
_BY_CUSTOMER = (EntityRow("T_CUST"),)
_PER_MONTH = (DateGrain("orders", "ord_dt", "month"),)
_PLAN = PlanMatch(QueryFigure("sum", "rooms", "prc"), ("day",), "month")

_DESCRIBED = [
    (
        BusinessQuery(
            "orders", figures=(_CHANGE,), groups=_BY_CUSTOMER, ranking=RowRanking(_CHANGE, is_descending=True, limit=3)
        ),
        "Change in total amount from 2024 to 2025 by customer · the 3 highest",
        "고객별 2024년에서 2025년까지 금액 합계 증감 · 상위 3개",
    ),
    (
        BusinessQuery("orders", figures=(replace(_CHANGE, out_of=_BEFORE),), groups=_BY_CUSTOMER),
        "Change in total amount from 2024 to 2025, in percent by customer",
        "고객별 2024년에서 2025년까지 금액 합계 증감률(%)",
    ),
    (
        BusinessQuery("orders", figures=(_AMOUNT,), groups=_PER_MONTH, plan=_PLAN),
        "Total amount against price by month",
        "월별 가격 대비 금액 합계",
    ),
    (
        BusinessQuery("orders", figures=(_AMOUNT,), groups=_PER_MONTH, plan=replace(_PLAN, operator="<")),
        "Total amount against price by month, only those with total amount below price",
        "금액 합계가 가격보다 낮은 월별 가격 대비 금액 합계",
    ),
    (
        BusinessQuery("T_CUST", outputs=(EntityRow("T_CUST"),), tests=(Existence("orders", least=1, most=1),)),
        "Customers with exactly one order",
        "주문이 정확히 1개 있는 고객",
    ),
    (
        BusinessQuery("T_CUST", outputs=(EntityRow("T_CUST"),), tests=(Existence("orders", least=0, most=2),)),
        "Customers with at most 2 orders",
        "주문이 2개 이하로 있는 고객",
    ),
    (
        BusinessQuery(
            "orders",
            figures=(_AMOUNT,),
            groups=_BY_CUSTOMER,
            having=(ComparedFigure(_AMOUNT, ">", None, is_of_groups=True),),
            counts_groups=True,
        ),
        "Number of customers with total amount above the average of all",
        "금액 합계가 전체 평균보다 높은 고객 수",
    ),
    (
        BusinessQuery(
            "orders",
            figures=(_AFTER, _BEFORE),
            groups=_BY_CUSTOMER,
            having=(ComparedFigure(_AFTER, "<", None, _BEFORE),),
        ),
        "Total amount in 2025 and total amount in 2024 by customer,"
        " only orders with total amount in 2025 below total amount in 2024",
        "2025년 금액 합계가 2024년 금액 합계보다 낮은 주문의 고객별 2025년 금액 합계, 2024년 금액 합계",
    ),
]


@pytest.mark.parametrize(("query", "english", "korean"), _DESCRIBED)
def test_compositions_are_described_in_both_languages(query: BusinessQuery, english: str, korean: str) -> None:
    words = describe_business_query(query, MODEL)
    assert words is not None
    assert (words.render("en"), words.render("ko")) == (english, korean)
