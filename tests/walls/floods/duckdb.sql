-- endless
WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r
SELECT count(*) FROM range(1000000) a, range(1000000) b, range(1000000) c
SELECT sum(a.range * b.range) FROM range(10000000) a, range(10000000) b
SELECT pg_sleep(60)
SELECT sleep_ms(60000)
-- large
SELECT repeat('x', 2000000000)
SELECT md5(repeat('x', 4000000000))
SELECT repeat(repeat('x', 100000), 100000)
SELECT list(n) FROM range(10000000000) t(n)
SELECT list_transform(range(1000000000), lambda x: x * 2)
SELECT string_agg(n::VARCHAR, ',') FROM range(1000000000) t(n)
SELECT rpad('x', 2000000000, 'y')
SELECT n, repeat('x', 10000000) FROM range(100000) t(n)
SELECT DISTINCT a.range, b.range FROM range(1000000) a, range(1000000) b
SELECT array_agg(repeat('x', 100000)) FROM range(1000000)
-- hard
SELECT levenshtein(repeat('a', 100000), repeat('b', 100000))
SELECT count(*) FROM range(10000000) a ORDER BY md5(a.range::VARCHAR)
SELECT 170141183460469231731687303715884105727::HUGEINT % n FROM range(100000000000) t(n)
