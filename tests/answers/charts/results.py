"""Results that ask for one kind of chart each."""

from __future__ import annotations

from typing import Any

MONTHS = [f"2024-{month:02d}" for month in range(1, 13)]
COUNTRIES = ["France", "Germany", "Spain", "Italy", "United Kingdom", "Netherlands", "Poland", "Sweden", "Norway"]
NAN, INF = float("nan"), float("inf")

RESULTS: dict[str, tuple[str | None, dict[str, list[Any]]]] = {
    "a month a row": ("line", {"month": MONTHS, "total_revenue": [20_000 + 900.5 * i for i in range(12)]}),
    "a year a row": ("line", {"year": [2022, 2023, 2024], "orders": [1, 5, 3]}),
    "gaps and infinities": ("line", {"month": MONTHS[:4], "revenue": [1.0, None, NAN, INF]}),
    "time and category": (
        "line",
        {"month": [m for m in MONTHS for _ in "ab"], "kind": ["a", "b"] * 12, "revenue": list(range(24))},
    ),
    "two like measures over time": ("line", {"month": MONTHS, "revenue": list(range(12)), "cost": list(range(12))}),
    "two unlike measures over time": ("line", {"month": MONTHS, "revenue": list(range(12)), "orders": [9] * 12}),
    "a few categories": ("bar", {"status": ["paid", "open", "closed"], "orders": [1200, 300, 55]}),
    "long names": ("bar", {"country": COUNTRIES, "total_revenue": [9e5 - i * 1e5 for i in range(9)]}),
    "below zero": ("bar", {"city": ["서울", "مرحبا", "🍎 apple"], "profit": [100.0, -50.5, None]}),
    "too many categories": ("bar", {"product": [f"Product {i}" for i in range(57)], "revenue": list(range(57))}),
    "months of the year": ("bar", {"month": list(range(1, 13)), "orders": list(range(12))}),
    "category with two measures": ("bar", {"country": COUNTRIES, "revenue": [9] * 9, "orders": [3] * 9}),
    "parts of a whole": ("stacked_bar", {"country": COUNTRIES[:4], "share": [0.4, 0.3, 0.2, 0.1]}),
    "parts of a hundred": ("stacked_bar", {"country": COUNTRIES[:3], "pct": [50, 30, 20]}),
    "parts that are not all": ("bar", {"country": COUNTRIES[:3], "share": [0.1, 0.2, 0.1]}),
    "parts over time": (
        "stacked_bar",
        {"month": ["2024-01"] * 2 + ["2024-02"] * 2, "kind": ["a", "b"] * 2, "share": [0.4, 0.6, 0.5, 0.5]},
    ),
    "two categories that add up": (
        "stacked_bar",
        {"country": ["FR", "FR", "DE", "DE"], "status": ["paid", "open"] * 2, "revenue": [1, 2, 3, 4]},
    ),
    "two categories that do not": (
        "bar",
        {"country": ["FR", "FR", "DE", "DE"], "status": ["paid", "open"] * 2, "avg_price": [1, 2, 3, 4]},
    ),
    "two measures": ("scatter", {"price": [1.0, 2.5, NAN, 4.0], "stock": [10, 20, 30, 40]}),
    "two measures of many things": (
        "scatter",
        {"product": [f"P{i}" for i in range(40)], "price": list(range(40)), "stock": list(range(40))},
    ),
    "one number": (None, {"total": [5]}),
    "one row": (None, {"country": ["FR"], "revenue": [5]}),
    "no rows": (None, {"country": [], "revenue": []}),
    "all NULL": (None, {"country": ["FR", "DE"], "revenue": [None, None]}),
    "all NaN": (None, {"country": ["FR", "DE"], "revenue": [NAN, NAN]}),
    "no measure": (None, {"country": ["FR", "DE"], "city": ["a", "b"]}),
    "a list of things": (None, {"id": [1, 2], "name": ["a", "b"], "city": ["c", "d"], "price": [1.0, 2.0]}),
    "a name twice": (None, {"country": ["FR", "FR"], "revenue": [1, 2]}),
    "one measure alone": (None, {"price": [1.0, 2.0, 3.0]}),
}

HOSTILE: dict[str, list[Any]] = {
    "a.b['x\"]\\": ['x"y', "it's", "\\n\n</script>", "\u202e\x1b[31m"],
    "rev\"; alert(1) + '\\\n": [1.5, 2.0, NAN, 4.0],
}
