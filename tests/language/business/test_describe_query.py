"""Business queries are described as a colleague would: what, by what, which rows, which period, what is left out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import pytest

from answerable.kernel.messages import CodedMessage
from answerable.language.business.business_query import (
    Attribute,
    BusinessQuery,
    ColumnTest,
    ComparedFigure,
    DateGrain,
    EntityRow,
    Existence,
    PeriodTest,
    QueryFigure,
    RowRanking,
)
from answerable.language.business.descriptions.describe_query import describe_business_query
from answerable.language.business.descriptions.query_assumptions import assumptions_of_query
from answerable.semantics import (
    BusinessDimension,
    BusinessMeasure,
    DateRole,
    Entity,
    FlagColumn,
    Relationship,
    RowCondition,
    SemanticModel,
    UsualExclusion,
)

MODEL = SemanticModel(
    dialect="sqlite",
    fingerprint="",
    entities=(
        Entity(
            table="T_CUST",
            noun="customer",
            plural="customers",
            native="",
            key=("id",),
            display=("fst_nm", "lst_nm"),
            is_person=True,
        ),
        Entity(table="orders", noun="order", plural="orders", native="", key=("id",), display=("id",)),
        Entity(table="rooms", noun="room", plural="rooms", native="", key=("id",), display=("nm",)),
        Entity(table="hotels", noun="hotel", plural="hotels", native="", key=("id",), display=("nm",)),
    ),
    relationships=(
        Relationship(table="orders", columns=("cust",), target="T_CUST", target_columns=("id",), role="customer"),
        Relationship(table="orders", columns=("agent",), target="T_CUST", target_columns=("id",), role="taken by"),
        Relationship(table="rooms", columns=("hid",), target="hotels", target_columns=("id",), role="hotel"),
    ),
    dates=(
        DateRole(table="orders", column="ord_dt", role="ordered", label="order", verbs=("order",), is_main=True),
        DateRole(table="orders", column="paid_dt", role="paid", label="paid", verbs=("pay",), null_means_open=True),
        DateRole(table="orders", column="dlv_dt", role="delivered", label="delivery", verbs=()),
    ),
    measures=(
        BusinessMeasure(table="orders", column="amt_ct", kind="amount", label="amount", unit="EUR", scale=0.01),
        BusinessMeasure(table="rooms", column="prc", kind="price", label="price", unit="EUR"),
    ),
    flags=(
        FlagColumn(table="rooms", column="sv", label="sea view", yes=("Y",), no=("N",)),
        FlagColumn(table="orders", column="clsd", label="closed", yes=(1,), no=(0,), sense="ended"),
    ),
    dimensions=(
        BusinessDimension(table="hotels", column="twn", kind="place", label="town"),
        BusinessDimension(table="orders", column="chn", kind="category", label="channel"),
        BusinessDimension(table="T_CUST", column="ctry", kind="place", label="country"),
    ),
    exclusions=(
        UsualExclusion(
            table="orders", kind="cancelled", condition=RowCondition("stat", "in", ("X",)), applies_to="all"
        ),
    ),
)

AMOUNT = QueryFigure("sum", "orders", "amt_ct")
COUNT = QueryFigure("count", "orders")
IN_2025 = PeriodTest("orders", "ord_dt", date(2025, 1, 1), date(2026, 1, 1))
NOT_CANCELLED = ColumnTest("orders", "stat", "not_in", ("X",), is_default=True)
BY_CUSTOMER = (EntityRow("T_CUST"),)

DESCRIBED: dict[str, tuple[BusinessQuery, str, str]] = {
    "ranking": (
        BusinessQuery(
            "orders", figures=(AMOUNT,), groups=BY_CUSTOMER, tests=(IN_2025, NOT_CANCELLED),
            ranking=RowRanking(AMOUNT, limit=5),
        ),
        "Total amount by customer, 2025, without cancelled orders · the 5 highest",
        "2025년 고객별 금액 합계, 취소된 주문 제외 · 상위 5개",
    ),
    "counts over time": (
        BusinessQuery("orders", figures=(COUNT,), groups=(DateGrain("orders", "ord_dt", "month"),)),
        "Number of orders by month",
        "월별 주문 수",
    ),
    "absence": (
        BusinessQuery("T_CUST", outputs=BY_CUSTOMER, tests=(Existence("orders", is_negated=True),)),
        "Customers without any orders",
        "주문이 하나도 없는 고객",
    ),
    "absence in a period": (
        BusinessQuery("T_CUST", outputs=BY_CUSTOMER, tests=(Existence("orders", (IN_2025,), is_negated=True),)),
        "Customers without any orders in 2025",
        "2025년 주문이 하나도 없는 고객",
    ),
    "at least so many": (
        BusinessQuery("T_CUST", outputs=BY_CUSTOMER, tests=(Existence("orders", least=3),)),
        "Customers with at least 3 orders",
        "주문이 3개 이상 있는 고객",
    ),
    "average with a place": (
        BusinessQuery(
            "rooms", figures=(QueryFigure("avg", "rooms", "prc"),),
            tests=(ColumnTest("hotels", "twn", "in", ("Kinsale",)),),
        ),
        "Average price of rooms in Kinsale",
        "Kinsale에 있는 평균 객실 가격",
    ),
    "rows that are ranked": (
        BusinessQuery(
            "rooms", outputs=(EntityRow("rooms"),), figures=(QueryFigure("value", "rooms", "prc"),),
            ranking=RowRanking(QueryFigure("value", "rooms", "prc"), is_descending=False, limit=3),
        ),
        "The 3 rooms with the lowest price",
        "가격이 가장 낮은 객실 3개",
    ),
    "the one that is first": (
        BusinessQuery(
            "orders", outputs=(EntityRow("orders"),), ranking=RowRanking(Attribute("orders", "ord_dt"), limit=1)
        ),
        "The latest order",
        "가장 최근 주문",
    ),
    "a name in two columns": (
        BusinessQuery(
            "orders", figures=(COUNT,),
            tests=(ColumnTest("T_CUST", "fst_nm", "in", ("Ada",)), ColumnTest("T_CUST", "lst_nm", "in", ("Park",))),
        ),
        "Number of orders of customer Ada Park",
        "고객이 Ada Park인 주문 수",
    ),
    "a role": (
        BusinessQuery(
            "orders", figures=(COUNT,),
            tests=(ColumnTest("T_CUST", "fst_nm|lst_nm", "in", ("Ada", "Park"), ("agent",)),),
        ),
        "Number of orders taken by Ada Park",
        "taken by가 Ada Park인 주문 수",
    ),
    "several conditions": (
        BusinessQuery(
            "rooms", outputs=(EntityRow("rooms"),),
            tests=(
                ColumnTest("rooms", "sv", "in", ("Y",)),
                ColumnTest("rooms", "prc", ">=", (100,)),
                ColumnTest("hotels", "nm", "in", ("Harbour House",)),
            ),
        ),
        "Rooms of hotel Harbour House with sea view and price of at least 100 EUR",
        "호텔이 Harbour House인 sea view가 있는 가격이 100 EUR 이상인 객실",
    ),
    "conditions of a grouped figure": (
        BusinessQuery(
            "orders", figures=(AMOUNT,), groups=(Attribute("T_CUST", "ctry"),),
            tests=(ColumnTest("orders", "chn", "in", ("web", "app")),),
        ),
        "Total amount by country, only orders with channel web or app",
        "채널이 web 또는 app인 주문의 국가별 금액 합계",
    ),
    "another date": (
        BusinessQuery(
            "orders", figures=(COUNT,),
            tests=(PeriodTest("orders", "paid_dt", date(2025, 3, 1), date(2025, 4, 1)),),
        ),
        "Number of orders paid in March 2025",
        "2025년 3월 paid 주문 수",
    ),
    "not yet": (
        BusinessQuery("orders", figures=(COUNT,), tests=(ColumnTest("orders", "paid_dt", "is_null"),)),
        "Number of orders that are not paid",
        "paid 상태가 아닌 주문 수",
    ),
    "a share": (
        BusinessQuery("orders", share_of=(ColumnTest("orders", "clsd", "in", (1,)),)),
        "Percentage of orders that are closed",
        "주문 중 closed 상태인 것의 비율(%)",
    ),
    "growth": (
        BusinessQuery(
            "orders", figures=(AMOUNT,),
            growth=(PeriodTest("orders", "ord_dt", date(2024, 1, 1), date(2025, 1, 1)), IN_2025),
        ),
        "Change in total amount from 2024 to 2025, in percent",
        "2024년에서 2025년까지 금액 합계 증감률(%)",
    ),
    "above average": (
        BusinessQuery(
            "rooms", outputs=(EntityRow("rooms"),),
            having=(ComparedFigure(QueryFigure("value", "rooms", "prc"), ">", None),),
        ),
        "Rooms with price above average",
        "가격이 평균보다 높은 객실",
    ),
    "the best of each": (
        BusinessQuery(
            "orders", figures=(AMOUNT,), groups=(Attribute("T_CUST", "ctry"), *BY_CUSTOMER),
            ranking=RowRanking(AMOUNT, per=(Attribute("T_CUST", "ctry"),)),
        ),
        "Total amount by country and customer · the highest of each country",
        "국가별 고객별 금액 합계 · 국가별 가장 높은 것",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", DESCRIBED)
def test_queries_are_described_in_both_languages(name: str) -> None:
    query, english, korean = DESCRIBED[name]
    words = describe_business_query(query, MODEL)
    assert words is not None
    assert words.render("en") == english
    assert words.render("ko") == korean
    assert CodedMessage.from_json(words.as_json()) == words


@pytest.mark.parametrize(
    ("start", "end", "said"),
    [
        (date(2025, 1, 1), date(2026, 1, 1), "2025"),
        (date(2024, 1, 1), date(2026, 1, 1), "2024 to 2025"),
        (date(2026, 7, 1), date(2026, 10, 1), "Q3 2026"),
        (date(2026, 11, 1), date(2027, 2, 1), "November 2026 to January 2027"),
        (date(2026, 3, 3), date(2026, 3, 4), "3 March 2026"),
        (date(2026, 3, 3), date(2026, 3, 10), "2026-03-03 to 2026-03-09"),
        (date(2026, 1, 1), None, "from 2026 on"),
        (None, date(2026, 5, 5), "up to 2026-05-04"),
    ],
)
def test_periods_are_said_as_people_say_them(start: date | None, end: date | None, said: str) -> None:
    query = BusinessQuery("orders", figures=(COUNT,), tests=(PeriodTest("orders", "ord_dt", start, end),))
    assert str(describe_business_query(query, MODEL)) == f"Number of orders, {said}"


def test_what_has_no_words_makes_no_half_description() -> None:
    @dataclass(frozen=True)
    class Extended(BusinessQuery):
        shifted_by: str = ""

    assert describe_business_query(Extended("orders", figures=(COUNT,)), MODEL) is not None
    assert describe_business_query(Extended("orders", figures=(COUNT,), shifted_by="month"), MODEL) is None
    assert (
        describe_business_query(BusinessQuery("orders", figures=(QueryFigure("mode", "orders", "chn"),)), MODEL) is None
    )


@dataclass(frozen=True)
class WiderFigure(QueryFigure):
    until: Attribute | None = None
    per: str = ""


@dataclass(frozen=True)
class WiderQuery(BusinessQuery):
    is_running: bool = False


@pytest.mark.parametrize(
    ("query", "english", "korean"),
    [
        (
            BusinessQuery("orders", figures=(WiderFigure("count", "orders", per="T_CUST"),)),
            "Number of orders per customer",
            "고객당 주문 수",
        ),
        (
            BusinessQuery(
                "orders", figures=(WiderFigure("avg", "orders", "ord_dt", until=Attribute("orders", "dlv_dt")),)
            ),
            "Average days from order date to delivery date",
            "평균 주문일부터 배송 날짜까지의 일수",
        ),
        (
            WiderQuery("orders", figures=(COUNT,), groups=(DateGrain("orders", "ord_dt", "month"),), is_running=True),
            "Number of orders and the running total by month",
            "월별 주문 수, 누계",
        ),
        (
            BusinessQuery("orders", figures=(AMOUNT,), groups=(Attribute("orders", "chn"),), share_of=()),
            "Total amount and its share of all by channel",
            "채널별 금액 합계, 전체 중 비율(%)",
        ),
    ],
)
def test_ratios_spans_running_totals_and_shares_of_all_are_described(
    query: BusinessQuery, english: str, korean: str
) -> None:
    words = describe_business_query(query, MODEL)
    assert words is not None
    assert (words.render("en"), words.render("ko")) == (english, korean)


def test_nothing_of_the_schema_shows_where_it_has_a_label() -> None:
    for query, _, _ in DESCRIBED.values():
        said = str(describe_business_query(query, MODEL))
        assert not any(name in said for name in ("_", "T_CUST", "amt", "ord_dt", "ctry", "twn"))


def test_choices_made_for_the_asker_are_said() -> None:
    query = BusinessQuery(
        "orders",
        figures=(AMOUNT,),
        groups=BY_CUSTOMER,
        tests=(IN_2025, NOT_CANCELLED),
        ranking=RowRanking(AMOUNT, limit=5),
    )
    said = assumptions_of_query(query, MODEL)
    assert [str(one) for one in said] == [
        "Without cancelled orders",
        "Ranked by total amount",
        "By order date",
        "Amounts are kept in cents and shown in EUR",
    ]
    assert [one.render("ko") for one in said] == [
        "취소된 주문 제외",
        "금액 합계 기준 순위",
        "주문일 기준",
        "금액은 센트로 저장되어 있어 EUR 단위로 표시",
    ]


def test_no_choice_is_said_where_none_was_made() -> None:
    assert assumptions_of_query(BusinessQuery("rooms", outputs=(EntityRow("rooms"),)), MODEL) == ()
