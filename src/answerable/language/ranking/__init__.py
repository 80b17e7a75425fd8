"""Which of the readings of a question, by rule and by network, is meant, and how sure that is."""

from answerable.language.ranking.beyond import asks_briefly, settled_by_rule, settles
from answerable.language.ranking.pool import Pooled, pooled
from answerable.language.ranking.rank import Ranked, rank

__all__ = ["Pooled", "Ranked", "asks_briefly", "pooled", "rank", "settled_by_rule", "settles"]
