"""All readings of a question in one pool, whoever made them: in which order they are likely, and how sure the first is.

`ranking/` orders what rules and network found; here the readings of the semantic model join them, and boosted trees,
fitted on business questions, judge all of them by the same features.
"""

from answerable.language.reranking.joined_pool import JoinedPool, PoolEntry, join_readings
from answerable.language.reranking.rerank_pool import Reranked, rerank

__all__ = ["JoinedPool", "PoolEntry", "Reranked", "join_readings", "rerank"]
