"""The bounded cache keeps what was used last."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from answerable.kernel.cache import BoundedCache


def test_the_least_recently_used_goes_first() -> None:
    cache: BoundedCache[str, int] = BoundedCache(2)
    cache.put("a", 1)
    cache.put("b", 2)
    assert cache.get("a") == 1
    cache.put("c", 3)
    assert (cache.get("a"), cache.get("b"), cache.get("c")) == (1, None, 3)
    assert len(cache) == 2


def test_peeking_is_no_use() -> None:
    cache: BoundedCache[str, int] = BoundedCache(2)
    cache.put("a", 1)
    cache.put("b", 2)
    assert cache.peek("a") == 1
    cache.put("c", 3)
    assert cache.peek("a") is None


def test_a_value_is_made_once_and_counts_as_used() -> None:
    cache: BoundedCache[str, int] = BoundedCache(2)
    made: list[str] = []

    def make(key: str) -> int:
        made.append(key)
        return len(made)

    assert cache.get_or_make("a", lambda: make("a")) == 1
    assert cache.get_or_make("b", lambda: make("b")) == 2
    assert cache.get_or_make("a", lambda: make("a")) == 1
    cache.put("c", 3)
    assert (cache.peek("a"), cache.peek("b")) == (1, None)
    assert made == ["a", "b"]


def test_removed_and_cleared_values_are_gone() -> None:
    cache: BoundedCache[str, int] = BoundedCache(2)
    cache.put("a", 1)
    cache.remove("a")
    cache.remove("never there")
    assert cache.get("a") is None
    cache.put("b", 2)
    cache.clear()
    assert len(cache) == 0


def test_threads_never_push_it_over_its_size() -> None:
    cache: BoundedCache[int, int] = BoundedCache(8)
    with ThreadPoolExecutor(4) as pool:
        values = list(pool.map(lambda n: cache.get_or_make(n % 20, lambda: n % 20), range(2000)))
    assert values == [n % 20 for n in range(2000)]
    assert len(cache) == 8
