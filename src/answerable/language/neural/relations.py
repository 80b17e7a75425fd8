"""How two things stand to each other: words of the question, tables, columns and values. What the network is told."""

from __future__ import annotations

__all__ = ["RELATIONS", "RELATION_IDS"]

RELATIONS: tuple[str, ...] = (
    "none", "self", "qq-2", "qq-1", "qq1", "qq2", "qqfar",
    "qc_exact", "qc_part", "qc_val", "qt_exact", "qt_part", "cq_exact", "cq_part", "cq_val", "tq_exact", "tq_part",
    "cc_same", "cc_fk", "cc_fkr", "cc_samename", "ct_has", "ct_pk", "tc_has", "tc_pk",
    "tt_fk", "tt_fkr", "tt_both", "tt", "cc", "ct", "tc",
    "qv_in", "vq_in", "vc", "cv", "vv", "vt", "tv",
    "qc_stem", "cq_stem", "qt_stem", "tq_stem", "ct_ref", "tc_ref",
)  # fmt: skip
"""In the network's order. q, c, t, v: a word of the question, a column, a table, a value; fkr is fk looked at from its
target; `ref` joins a column with the table its key points to."""

RELATION_IDS: dict[str, int] = {name: number for number, name in enumerate(RELATIONS)}
