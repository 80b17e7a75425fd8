"""Which of the readings of a question, by rule and by network, is meant, and how sure that is."""

from answerable.language.ranking.candidate_pool import PooledReading, pool_readings
from answerable.language.ranking.rank import RankedReading, rank
from answerable.language.ranking.rules_suffice import asks_briefly, settled_by_rule, settles

__all__ = ["PooledReading", "RankedReading", "asks_briefly", "pool_readings", "rank", "settled_by_rule", "settles"]
